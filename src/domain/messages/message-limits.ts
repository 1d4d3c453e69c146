import { megabyte } from "../sizes.js";

/** What Italian PEC providers take at most of one message, all of it as it travels. */
export const maxPecBytes = 30_000_000;
/** The limit for all of an e-mail's attachments together. */
export const maxAttachmentsBytes = 25 * megabyte;

const lineBytes = 57;
const encodedLineBytes = 78;
/** Headers, the text's second form as a page, and what parts the parts. */
const besidesBytes = 100_000;

/** What a mail weighs on its way at most: bytes travel as lines of base64, and a text three times, encoded. */
export const travellingBytes = (attachmentsBytes: number, textLength: number): number =>
  Math.ceil(attachmentsBytes / lineBytes) * encodedLineBytes + 9 * textLength + besidesBytes;
