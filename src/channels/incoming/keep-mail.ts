import type { UnitOfWork } from "../../db/unit-of-work.js";
import { contentTypeOf } from "../../files/content-type.js";
import { addFile, type Files, type KeptBytes } from "../../files/files.js";
import type { MailAttachment } from "../../formats/mail/body-parts.js";
import type { KeptFiles } from "./incoming-message.js";

/** More attachments than people send; the rest is in the raw message. */
const maxAttachments = 200;
const rawType = "message/rfc822";

interface Kept {
  bytes: KeptBytes;
  name: string;
  contentType: string;
}

/**
 * Keeps the bytes of a mail and of its attachments, with the type that these bytes tell, before the transaction that makes them files. The logos of signatures are in the
 * raw message alone.
 * @param raw null: nothing of it was fetched
 */
export async function keepMail(
  files: Files,
  organizationId: string,
  raw: Buffer | null,
  attachments: readonly MailAttachment[],
): Promise<(unit: UnitOfWork) => KeptFiles> {
  const whole = raw && { bytes: await files.put(organizationId, raw), name: "messaggio.eml", contentType: rawType };
  const kept: Kept[] = [];
  const sent = attachments.filter(({ isInline }) => !isInline);
  for (const { content, name, contentType } of sent.slice(0, maxAttachments)) {
    const bytes = await files.put(organizationId, content);
    kept.push({ bytes, name, contentType: await contentTypeOf(bytes.head, contentType, name) });
  }
  return (unit) => {
    const add = ({ bytes, name, contentType }: Kept) =>
      addFile(unit, bytes, { organizationId, name, contentType, source: "incoming" });
    return {
      attachments: kept.map(add).map(({ id, name, contentType, sizeBytes }) => ({ id, name, contentType, sizeBytes })),
      rawFileId: whole && add(whole).id,
    };
  };
}

/** Keeps a file that is sent to us by itself. */
export const keepSent = (
  files: Files,
  organizationId: string,
  { filename: name, contentType, content }: { filename: string; contentType: string; content: Buffer },
): Promise<(unit: UnitOfWork) => KeptFiles> =>
  keepMail(files, organizationId, null, [{ name, contentType, content, contentId: null, isInline: false }]);

/** Of a receipt, which is a file of the message that it is about. */
export const keepReceipt = async (files: Files, organizationId: string, raw: Buffer, type: string) => {
  const bytes = await files.put(organizationId, raw);
  return (unit: UnitOfWork) =>
    addFile(unit, bytes, { organizationId, name: `${type}.eml`, contentType: rawType, source: "incoming" });
};
