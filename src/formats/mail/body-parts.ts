import { restoreWindows1252 } from "../windows-1252.js";
import { decodeBody } from "./decode-body.js";
import { firstField, headerText } from "./header-fields.js";
import type { MimePart } from "./mime-part.js";
import { pictureSize } from "./picture-size.js";
import type { ShownPictures } from "./shown-pictures.js";

export interface MailAttachment {
  name: string;
  /** in lower case, as its sender says; not sniffed */
  contentType: string;
  content: Buffer;
  /** a small picture of the text itself, such as the logo of a signature */
  isInline: boolean;
}

/** A stretch of the body, in the forms that it was sent in. */
export interface Section {
  plain: MimePart | null;
  html: MimePart | null;
}

export interface BodyParts {
  sections: Section[];
  files: MimePart[];
}

/** Read by programs alone; the raw message keeps them. */
const forPrograms = new Set(["message/delivery-status", "message/disposition-notification", "text/rfc822-headers"]);

/** What of a message is its text, and what a file. */
export function bodyParts(root: MimePart): BodyParts {
  const found: BodyParts = { sections: [], files: [] };
  collect(root, true, found);
  return found;
}

function collect(part: MimePart, isRoot: boolean, found: BodyParts): void {
  if (part.type.startsWith("multipart/") && part.children.length > 0) {
    if (part.type !== "multipart/alternative") {
      for (const child of part.children) collect(child, false, found);
      return;
    }
    const forms = part.children.map((child) => {
      const form: BodyParts = { sections: [], files: [] };
      collect(child, false, form);
      return form;
    });
    found.files.push(...forms.flatMap(({ files }) => files));
    const plain = forms.find(({ sections }) => sections.some((section) => section.plain));
    const html = forms.findLast(({ sections }) => sections.some((section) => section.html));
    const [first] = plain?.sections.filter((section) => section.plain) ?? [];
    if (html && html !== plain && html.sections.length === 1) {
      found.sections.push({ plain: first?.plain ?? null, html: html.sections[0]?.html ?? null });
    } else {
      found.sections.push(...((html ?? plain)?.sections ?? []));
    }
    return;
  }
  if (forPrograms.has(part.type)) return;
  const isNamed = fileName(part) !== "";
  const isBody = part.disposition !== "attachment" && (isRoot || !isNamed);
  if (isBody && part.type === "text/html") found.sections.push({ plain: null, html: part });
  else if (
    isBody &&
    (part.type === "text/plain" || part.type === "text/enriched" || (isRoot && /^(text|multipart)\//.test(part.type)))
  )
    found.sections.push({ plain: part, html: null });
  else found.files.push(part);
}

const fileName = (part: MimePart): string => {
  const name = restoreWindows1252(part.dispositionParameters.filename ?? part.typeParameters.name ?? "");
  return headerText(name, 200).replace(/^.*[\\/]/, "");
};

const endings: Record<string, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/heic": "heic",
  "text/plain": "txt",
  "text/html": "html",
  "text/csv": "csv",
  "text/calendar": "ics",
  "text/vcard": "vcf",
  "text/x-vcard": "vcf",
  "application/pkcs7-mime": "p7m",
  "application/x-pkcs7-mime": "p7m",
  "application/pkcs7-signature": "p7s",
  "application/x-pkcs7-signature": "p7s",
  "application/pgp-signature": "asc",
  "application/pgp-encrypted": "asc",
  "application/ms-tnef": "dat",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/zip": "zip",
};

/** Above it a picture within the text is somebody's photograph, and no logo. */
const maxInlineBytes = 40_000;
/** As high and wide it is a photograph or a piece of a screen, which people paste into the text: few bytes can hold one. */
const shownPixels = 240;

/** @param givenPixels in which the HTML shows it: logos are made larger, for fine screens */
function isLogo(content: Buffer, givenPixels: number): boolean {
  if (content.length > maxInlineBytes) return false;
  const { widthPixels = 0, heightPixels = 0 } = pictureSize(content) ?? {};
  return Math.min(widthPixels, heightPixels, givenPixels) < shownPixels;
}

/** The file in a part. */
export function attachment(
  raw: Buffer,
  part: MimePart,
  number: number,
  { ids, pixels }: ShownPictures,
): MailAttachment {
  const content = Buffer.from(decodeBody(raw, part));
  const isMessage = /^message\/(rfc822|global)$/.test(part.type);
  const contentId = headerText(firstField(part.header, "content-id"), 300).replace(/^<|>$/g, "");
  const name = fileName(part) || `allegato-${number}.${isMessage ? "eml" : (endings[part.type] ?? "bin")}`;
  return {
    name: isMessage && !/\.eml$/i.test(name) ? `${name}.eml` : name,
    contentType: part.type,
    content,
    isInline:
      part.type.startsWith("image/") &&
      ids.has(contentId) &&
      isLogo(content, pixels.get(contentId) ?? Number.POSITIVE_INFINITY),
  };
}
