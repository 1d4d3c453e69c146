import { z } from "zod";
import {
  automaticKinds,
  channels,
  clockStates,
  contactRoles,
  documentKinds,
  documentStatuses,
  formsOfAddress,
  messageStatuses,
  projectStages,
  projectStatuses,
  projectTypes,
  reminderKinds,
  reminderStatuses,
  roles,
  shareRoles,
  submissionKinds,
  submissionOutcomes,
  taskStatuses,
  threadStatuses,
} from "../domain/vocabulary.js";
import { recordOf } from "./record-areas.js";
import { withShortcut } from "./with-shortcut.js";

/** An instant as ISO 8601 text in UTC. */
export const instant = z
  .date()
  .transform((value) => value.toISOString())
  .pipe(z.string().meta({ format: "date-time" }));

/** A value that is left out rather than null: who doesn't use it sees nothing of it. */
export const leftOutIfNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

const record = { id: z.string(), createdAt: instant, updatedAt: instant };
const text = z.string().nullable();

export const contactResult = z.object({
  ...record,
  name: z.string(),
  role: z.enum(contactRoles),
  company: text,
  email: text,
  phone: text,
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  pec: text,
  notes: text,
  taxCode: text,
  vatNumber: text,
  address: text,
  postalCode: text,
  city: text,
  province: text,
  country: text,
  sdiCode: text,
  formOfAddress: z.enum(formsOfAddress).nullable(),
});

// Told in get_project's description, not here: models pay for each word in the schema of every tool that answers with a project.
const clockResult = z.object({
  submissionId: text,
  status: z.enum(clockStates),
  endsAt: instant,
  remainingDays: z.number().nullable(),
});

export const projectResult = z.object({
  ...record,
  name: z.string(),
  status: z.enum(projectStatuses),
  type: z.enum(projectTypes),
  description: text,
  address: text,
  municipality: text,
  clientContactId: text,
  stage: z.enum(projectStages),
  protocolNumber: text,
  submittedAt: instant.nullable(),
  decisionDeadline: instant.nullable(),
  decisionDeadlineSource: z.enum(["submission", "stage"]).nullable(),
  clocks: z.array(clockResult),
  authorityNotes: text,
});

export const shareResult = z.object({ projectId: z.string(), userId: z.string(), role: z.enum(shareRoles) });

export const taskResult = z.object({
  ...record,
  projectId: z.string(),
  title: z.string(),
  dueAt: instant.nullable(),
  assigneeId: text,
  status: z.enum(taskStatuses),
  checklist: z.array(z.object({ text: z.string(), done: z.boolean() })),
});

/** Loose all the way down, so that nothing is to be dropped: an answer has the very nodes that are stored, whose text is known. */
export const storedNode = z.looseObject({ type: z.enum(["line", "section"]) });
const storedNodes = withShortcut(
  z.array(storedNode).describe("as saved, each with its computed figures"),
  (nodes) => nodes as never,
);

export const billResult = z.object({
  ...record,
  projectId: z.string(),
  name: z.string(),
  nodes: storedNodes,
  total: z.number().describe("euro"),
  lineCount: z.number(),
  computed: leftOutIfNull(z.object({ labour: z.number(), safety: z.number() })).describe(
    "parts of the total in euro, where lines say labourPct or safety",
  ),
  quantityDecimals: leftOutIfNull(z.number()).describe("decimals of quantities in an imported bill; absent: 2"),
});

export const quoteLinkResult = z.object({
  linkId: z.string(),
  computoId: z.string(),
  docId: z.string(),
  computoLineIndex: z.number().nullable(),
  docLineIndex: z.number().nullable(),
});

export const lineItemResult = z.object({
  desc: z.string(),
  unit: z.string(),
  qty: z.number(),
  price: z.number().describe("unit price in euro"),
  code: text.default(null),
  safety: z
    .literal(true)
    .optional()
    .describe("a safety cost (oneri di sicurezza), never discounted; absent: it isn't one"),
});

const documentContent = {
  body: text,
  lineItems: z.array(lineItemResult),
  sections: z
    .array(z.object({ title: z.string(), firstLine: z.number(), lines: z.number(), subtotal: z.number() }))
    .describe("the chapters of line items drafted from a bill"),
  lineVat: z.array(z.object({ index: z.number(), vatPct: z.number() })).describe("line items with their own VAT rate"),
  discountPct: z.number().nullable(),
  vatPct: z.number().nullable(),
  notes: text,
};

/** A document with its totals in euro; `presentDocument` makes one. */
export const documentResult = z.object({
  ...record,
  title: z.string(),
  kind: z.enum(documentKinds),
  projectId: text,
  contactId: text,
  ...documentContent,
  validUntil: instant.nullable(),
  status: z.enum(documentStatuses),
  number: text,
  subtotal: z.number(),
  safety: z.number().optional().describe("safety costs within the subtotal; absent: there are none"),
  discount: z.number(),
  taxable: z.number(),
  vat: z.number(),
  total: z.number(),
  vatByRate: z.array(z.object({ vatPct: z.number(), taxable: z.number(), vat: z.number() })),
});

export const templateResult = z.object({
  ...record,
  title: z.string(),
  kind: z.enum(documentKinds),
  ...documentContent,
});

export const reminderResult = z.object({
  ...record,
  title: z.string(),
  dueAt: instant,
  kind: z.enum(reminderKinds),
  status: z.enum(reminderStatuses),
  projectId: text,
  notes: text,
});

/** As reminders are read: several of one project may have one title. */
export const reminderWithOrigin = reminderResult.extend({
  documentId: text.describe("the sent document that it follows up"),
  submissionId: text.describe("the submission whose decision deadline it is"),
});

/** The state of the clock of a submission's decision deadline. */
export const submissionClock = z.object({
  state: z.enum(clockStates),
  remainingDays: z.number().nullable().describe("days until the deadline; while suspended, the days that were left"),
});

export const submissionResult = z.object({
  ...record,
  projectId: z.string(),
  kind: z.enum(submissionKinds),
  protocolNumber: text,
  submittedAt: instant,
  decisionDeadline: instant.nullable(),
  notes: text,
  outcome: z.enum(submissionOutcomes).nullable(),
  outcomeAt: instant.nullable(),
  clock: submissionClock.nullable().describe("the state of the decision deadline's clock; null: there is no deadline"),
});

export const threadResult = z.object({
  ...record,
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

export const priceBookResult = z.object({
  ...record,
  name: z.string(),
  description: text,
  source: text,
  year: z.number().nullable(),
  projectId: text,
});

export const priceBookEntryResult = z.object({
  id: z.string(),
  code: text,
  category: text,
  description: z.string(),
  unit: z.string(),
  price: z.number().describe("unit price in euro"),
  notes: text,
  chapter: leftOutIfNull(z.string().describe("titles of its chapters in the list, outermost first")),
  labourPct: leftOutIfNull(z.number().describe("share of labour in the price, percent")),
  safetyPct: leftOutIfNull(z.number().describe("share of safety in the price, percent")),
});

export const memberResult = z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(roles) });

export const deletedResult = z.object({ id: z.string(), deleted: z.literal(true) });

export const pageOf = <R extends z.ZodType>(item: R) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

recordOf(contactResult, "contacts");
for (const schema of [projectResult, submissionResult]) recordOf(schema, "projects");
recordOf(taskResult, "tasks");
recordOf(billResult, "bills_of_quantities");
recordOf(quoteLinkResult, "bills_of_quantities", "documents");
for (const schema of [documentResult, templateResult]) recordOf(schema, "documents");
for (const schema of [reminderResult, reminderWithOrigin]) recordOf(schema, "reminders");
for (const schema of [threadResult, messageResult, attachmentResult]) recordOf(schema, "inbox");
for (const schema of [priceBookResult, priceBookEntryResult]) recordOf(schema, "price_books");
