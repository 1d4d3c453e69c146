import { attachmentOf } from "../../db/entities/message.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { contentTypeOf } from "../../files/content-type.js";
import { addFile, type Files, type KeptBytes } from "../../files/files.js";
import type { MailAttachment } from "../../formats/mail/body-parts.js";
import type { KeepFiles } from "./incoming-message.js";

/** More attachments than people send; the rest is in the raw message. */
export const maxAttachments = 200;
const rawType = "message/rfc822";

interface Kept {
  bytes: KeptBytes;
  name: string;
  contentType: string;
}

/**
 * Keeps the bytes of a mail and of its attachments, with the type that these bytes tell, before the transaction that makes them files. The logos of signatures are in the
 * raw message alone. That is filed under no project: what people wrote is the inbox's.
 * @param raw null: nothing of it was fetched
 */
export async function keepMail(
  files: Files,
  organizationId: string,
  raw: { content: Buffer; name: string } | null,
  attachments: readonly MailAttachment[],
): Promise<KeepFiles> {
  const whole = raw && {
    bytes: await files.put(organizationId, raw.content),
    name: raw.name,
    contentType: rawType,
  };
  const kept: Kept[] = [];
  const sent = attachments.filter(({ isInline }) => !isInline);
  for (const { content, name, contentType } of sent.slice(0, maxAttachments)) {
    const bytes = await files.put(organizationId, content);
    kept.push({ bytes, name, contentType: await contentTypeOf(bytes.head, contentType, name) });
  }
  return (unit, projectId) => {
    const add = ({ bytes, name, contentType }: Kept, projectId: string | null) =>
      addFile(unit, bytes, { organizationId, name, contentType, projectId, source: "incoming" });
    return {
      attachments: kept.map((file) => attachmentOf(add(file, projectId))),
      rawFileId: whole && add(whole, null).id,
    };
  };
}

/** Keeps a file that is sent to us by itself. */
export const keepSent = (
  files: Files,
  organizationId: string,
  { filename: name, contentType, content }: { filename: string; contentType: string; content: Buffer },
): Promise<KeepFiles> => keepMail(files, organizationId, null, [{ name, contentType, content, isInline: false }]);

/** Of a receipt, which is a file of the message that it is about. */
export const keepReceipt = async (files: Files, organizationId: string, raw: Buffer) => {
  const bytes = await files.put(organizationId, raw);
  return (unit: UnitOfWork, name: string) =>
    addFile(unit, bytes, { organizationId, name, contentType: rawType, source: "incoming" });
};
