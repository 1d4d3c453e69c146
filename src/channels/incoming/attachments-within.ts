import type { MailAttachment } from "../../formats/mail/body-parts.js";
import { readMail } from "../../formats/mail/read-mail.js";
import { readCertified } from "../../formats/pec/read-certified.js";

/** A mail that is forwarded as a file often holds another one: each level takes at most the bytes of the one above. */
const maxLevels = 3;
/** To open one may mean to check a signature. */
const maxMails = 20;

/**
 * The attachments of a mail, and after each mail among them what is attached to that one: whoever forwards an office's letter as a file
 * sends a mail whose PDF is what has to be read. The envelope of a PEC is opened; a receipt proves as it came, and is left alone.
 */
export async function withAttachmentsWithin(attachments: readonly MailAttachment[]): Promise<MailAttachment[]> {
  let opened = 0;
  const found: MailAttachment[] = [];
  const add = async (files: readonly MailAttachment[], level: number): Promise<void> => {
    for (const file of files) {
      found.push(file);
      if (level > maxLevels || !isMailFile(file) || ++opened > maxMails) continue;
      const message = await messageIn(file.content);
      if (message) await add((await readMail(message)).attachments, level + 1);
    }
  };
  await add(attachments, 1);
  return found;
}

/** Some mail programs send a mail as a file of no known type. */
const isMailFile = ({ contentType, name }: MailAttachment): boolean =>
  contentType === "message/rfc822" || contentType === "message/global" || /\.eml$/i.test(name);

async function messageIn(content: Buffer): Promise<Buffer | null> {
  const certified = await readCertified(content);
  if (certified === null) return content;
  return certified.kind === "receipt" ? null : certified.message;
}
