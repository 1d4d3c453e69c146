import { z } from "zod";
import { automaticKinds, channels, messageStatuses, threadStatuses } from "../../domain/vocabulary.js";
import { recordOf } from "../record-areas.js";
import { instant, recordFields, text } from "../results.js";

export const threadResult = z.object({
  ...recordFields,
  projectId: text,
  contactId: text,
  channel: z.enum(channels),
  subject: text,
  summary: text,
  status: z.enum(threadStatuses),
  lastMessageAt: instant.nullable(),
  unread: z.number().describe("messages received since the last one was sent or the status was set"),
  participants: z
    .array(z.object({ name: text, address: z.string() }))
    .describe("people on the other side: writers, recipients, people in copy"),
});

const attachmentResult = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
});

const receiptResult = z.object({
  type: z.string(),
  at: z.string(),
  fileId: z.string(),
  signature: z.enum(["valid", "unknown"]),
});

export const messageResult = z.object({
  id: z.string(),
  threadId: text,
  direction: z.enum(["outgoing", "incoming"]),
  channel: z.enum(channels),
  from: text,
  fromName: text,
  to: z.string(),
  cc: z.array(z.string()),
  subject: text,
  body: z.string(),
  quoted: text.describe("what an incoming message repeats of earlier ones; on WhatsApp, the message that it answers"),
  attachments: z.array(attachmentResult),
  status: z.enum(messageStatuses),
  error: text,
  automatic: z
    .enum(automaticKinds)
    .nullable()
    .describe("set if no person wrote the incoming message; it needs no answer"),
  rawFileId: text.describe("file with an incoming mail in its original form"),
  createdAt: instant.describe("of incoming mail, when its mailbox got it"),
  handedOverAt: instant.nullable().describe("when the mail server or provider took it"),
  acceptedAt: instant.nullable().describe("for a PEC, when the provider certified its acceptance"),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  receipts: z.array(receiptResult).describe("for a PEC; each is a file"),
  parts: z.number().nullable().describe("how many SMS it is sent as; null on other channels"),
});

for (const schema of [threadResult, messageResult, attachmentResult]) recordOf(schema, "inbox");
