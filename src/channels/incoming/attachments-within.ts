import type { MailAttachment } from "../../formats/mail/body-parts.js";
import { readMail } from "../../formats/mail/read-mail.js";
import { isZip } from "../../formats/other-file.js";
import { readCertified } from "../../formats/pec/read-certified.js";
import { filesInZip } from "./files-in-zip.js";
import { maxAttachments } from "./keep-mail.js";

/** A mail that is forwarded as a file often holds another one: each level takes at most the bytes of the one above. */
const maxLevels = 3;
/** To open one may mean to check a signature. */
const maxOpened = 20;
/** What all ZIPs of a mail may bring; a mail itself may be as large. */
const maxUnpackedBytes = 50 * 1024 * 1024;

/**
 * The attachments of a mail, and after each mail or ZIP among them what it brings: whoever forwards an office's letter as a file sends a
 * mail whose PDF is what has to be read. The envelope of a PEC is opened; a receipt proves as it came, and is left alone.
 * What they bring leaves out nothing that is attached to the mail itself, though there are too many to keep.
 */
export async function withAttachmentsWithin(attachments: readonly MailAttachment[]): Promise<MailAttachment[]> {
  let opened = 0;
  const room = { files: maxAttachments - attachments.filter(isKept).length, bytes: maxUnpackedBytes };
  const found: MailAttachment[] = [];
  const add = async (files: readonly MailAttachment[], level: number): Promise<void> => {
    for (const file of files) {
      found.push(file);
      if (level > maxLevels || !(isMailFile(file) || isZipFile(file)) || ++opened > maxOpened) continue;
      const within = isMailFile(file) ? await filesInMail(file.content) : await unpacked(file.content);
      const kept = within.slice(0, Math.max(0, room.files));
      room.files -= kept.length;
      await add(kept, level + 1);
    }
  };
  const unpacked = async (content: Buffer): Promise<MailAttachment[]> => {
    const files = await filesInZip(content, room);
    room.bytes -= files.reduce((sum, file) => sum + file.content.length, 0);
    return files;
  };
  await add(attachments, 1);
  return found;
}

/** The logos of signatures take no room. */
const isKept = ({ isInline }: MailAttachment): boolean => !isInline;

/** Some mail programs send a mail as a file of no known type. */
const isMailFile = ({ contentType, name }: MailAttachment): boolean =>
  contentType === "message/rfc822" || contentType === "message/global" || /\.eml$/i.test(name);

/** Many programs pack their own files as ZIPs, under other names: a map, a model, an office file. */
const isZipFile = ({ contentType, name, content }: MailAttachment): boolean =>
  isZip(content) && (/\.zip$/i.test(name) || /^application\/(?:x-)?zip/.test(contentType));

async function filesInMail(content: Buffer): Promise<MailAttachment[]> {
  const certified = await readCertified(content);
  if (certified?.kind === "receipt") return [];
  return (await readMail(certified?.message ?? content)).attachments.filter(isKept);
}
