import { shortened } from "../../domain/text/shortened.js";
import { visible } from "../../domain/text/visible-text.js";
import { restoreWindows1252 } from "../windows-1252.js";
import { attachment, bodyParts, type MailAttachment, type Section } from "./body-parts.js";
import { decodeCharset } from "./charset.js";
import { decodeBody } from "./decode-body.js";
import { htmlText } from "./html-text.js";
import type { MailWarning } from "./mail-warning.js";
import type { MimePart } from "./mime-part.js";
import { safeHtml } from "./safe-html.js";
import { shallowHtml } from "./shallow-html.js";
import { shownPictures } from "./shown-pictures.js";

export interface MailBody {
  /** with what it quotes */
  text: string;
  /** makes its HTML, safe to show; null where the message has none */
  safeHtml: (() => string) | null;
  attachments: MailAttachment[];
}

const maxTextLength = 1_000_000;

/** The text, HTML and files of a message. */
export function mailBody(
  raw: Buffer,
  root: MimePart,
  warn: (code: MailWarning["code"], detail: string) => void,
): MailBody {
  const { sections, files } = bodyParts(root);
  let left = maxTextLength;
  const decoded = (part: MimePart): string => {
    // Quoted-printable takes three bytes for one, UTF-8 up to four for one character.
    const bytes = decodeBody(raw, part, left * 4);
    const label = part.typeParameters.charset ?? "";
    const { text, isKnown } = decodeCharset(bytes, label);
    if (!isKnown)
      warn("charset", `The text isn't in the charset that it is said to be in (${shortened(visible(label), 60)}).`);
    if (text.length > left || part.end - part.bodyStart > left * 4)
      warn("text_cut", "The text is longer than 1,000,000 characters; the rest was left out.");
    const kept = text.slice(0, left);
    return part.typeParameters.format?.toLowerCase() === "flowed" && part.type === "text/plain"
      ? unfolded(kept, part.typeParameters.delsp?.toLowerCase() === "yes")
      : kept;
  };
  const read = sections.map(({ plain, html }: Section) => {
    const text = plain && decoded(plain);
    const page = html && shallowHtml(decoded(html));
    if (page?.isCut) warn("html_cut", "The HTML is nested too deeply; the rest was left out.");
    const source = page?.html ?? null;
    const words = text && visible(text).trim() ? text : source === null ? "" : htmlText(source);
    left = Math.max(0, left - Math.max(words.length, source?.length ?? 0));
    return { words, source };
  });
  const shown = shownPictures(read.map(({ source }) => source?.slice(0, maxTextLength) ?? ""));
  const hasHtml = read.some(({ source }) => source !== null);
  return {
    text: visible(
      restoreWindows1252(
        read
          .map(({ words }) => words.trim())
          .filter(Boolean)
          .join("\n\n"),
      ),
    ).trim(),
    safeHtml: hasHtml
      ? () => read.map(({ words, source }) => (source === null ? textAsHtml(words) : safeHtml(source))).join("\n")
      : null,
    attachments: files.map((part, index) => attachment(raw, part, index + 1, shown)),
  };
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const textAsHtml = (text: string): string =>
  `<div>${visible(text)
    .replace(/[&<>"]/g, (character) => entities[character] ?? "")
    .replaceAll("\n", "<br>")}</div>`;

/** Lines that end in a space go on in the next one (RFC 3676), but for the line above a signature. Quoted lines stay as they are. */
function unfolded(text: string, isSpaceDropped: boolean): string {
  const lines: string[] = [];
  let isOpen = false;
  for (const typed of text.split(/\r?\n/)) {
    const line = typed.startsWith(" ") ? typed.slice(1) : typed;
    const isQuoted = typed.startsWith(">");
    const isFlowing = line.endsWith(" ") && line !== "-- " && !isQuoted;
    const content = isFlowing && isSpaceDropped ? line.slice(0, -1) : line;
    if (isOpen && line !== "-- " && !isQuoted) lines.push(content);
    else lines.push(lines.length === 0 ? content : `\n${content}`);
    isOpen = isFlowing;
  }
  return lines.join("");
}
