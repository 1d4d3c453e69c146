import type { IncomingMessage } from "../../src/channels/incoming/incoming-message.js";

/** A mail to an organization as the reader hands it on. @param number tells it from the test's other mails */
export const incomingMail = (
  organizationId: string,
  number: number,
  changes: Partial<IncomingMessage>,
): IncomingMessage => ({
  organizationId,
  channel: "email",
  from: { name: "Maria Bianchi", address: "maria.bianchi@cliente.test" },
  to: "studio@studio.test",
  cc: [],
  subject: "Domanda",
  text: "Quando passate?",
  quoted: null,
  automatic: null,
  keys: { replyTokens: [], messageIds: [], subjectToken: null },
  messageIdHeader: `<${number}@cliente.test>`,
  inReplyTo: null,
  referenceIds: [],
  providerId: null,
  contentSha256: `sha-${number}`,
  keepFiles: () => ({ attachments: [], rawFileId: null }),
  ...changes,
});
