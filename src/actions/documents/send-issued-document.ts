import { z } from "zod";
import { deliverDocument } from "../../contracts/deliver-document.js";
import { Contact } from "../../db/entities/contact.js";
import { Delivery } from "../../db/entities/delivery.js";
import { Document } from "../../db/entities/document.js";
import type { DocumentRevision } from "../../db/entities/document-revision.js";
import { Reminder } from "../../db/entities/reminder.js";
import { dayMs } from "../../domain/calendar/durations.js";
import { italianDay } from "../../domain/calendar/italian-dates.js";
import { addressToUse, addressWarnings, isForPec } from "../../domain/contacts/contact-addresses.js";
import { salutation } from "../../domain/contacts/forms-of-address.js";
import { changedContactWarnings } from "../../domain/documents/changed-contact.js";
import { isOffer } from "../../domain/documents/document-kinds.js";
import { isPrintable, type RevisionContent } from "../../domain/documents/revision.js";
import { conflict, unprocessable } from "../../domain/errors.js";
import { documentName } from "../../domain/italian-names.js";
import { coveringText } from "../../domain/messages/covering-text.js";
import { followUpEnded } from "../../domain/messages/follow-up.js";
import type { MailChannel } from "../../domain/messages/mail.js";
import { overtaken } from "../../domain/messages/withdrawn.js";
import { divideIt } from "../../domain/review/checks/r33-length.js";
import type { Warning } from "../../domain/warning.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { omitted } from "../embedded-records.js";
import { requireContactAddress } from "../inbox/addresses.js";
import { usableChannels, writeMessage } from "../inbox/outgoing.js";
import { messageResult } from "../inbox/results.js";
import { closeFollowUps } from "../reminders/plan.js";
import { reminderResult } from "../reminders/results.js";
import { note } from "../schemas.js";
import { threadFor } from "./delivery-thread.js";
import {
  alreadySent,
  type EarlierDelivery,
  earlierDeliveries,
  isTo,
  lastOf,
  replacementText,
  replaces,
  went,
  wentElsewhere,
  withdrawMails,
} from "./earlier-deliveries.js";
import { carriedOutWarnings } from "./edited-document.js";
import { isOutOfDate, moveValidity } from "./expiry.js";
import { docId, presentDocument } from "./fields.js";
import { latestRevision } from "./freeze.js";
import { documentErrors } from "./issue-check.js";
import { documentResult } from "./results.js";

export const sendIssuedDocument = defineAction({
  name: "send_issued_document",
  title: { en: "Send an issued document", it: "Invia un documento emesso" },
  description:
    "Sends the latest issued revision as a PDF to the document's contact, by e-mail, or by PEC to a municipality or a contact without e-mail, and plans a follow-up that is due if no answer comes. The mail of a later revision says which one it replaces, and is a reply to the earlier mail; an earlier one to the same address that still waits to be sent is withdrawn.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "send",
  closedToGuests: true,

  input: z.strictObject({
    docId,
    message: note(
      "the mail's text; the organization's signature and the attachment's name are added below it",
    ).optional(),
    followUpDays: z
      .number()
      .gt(0)
      .max(3650)
      .describe("days of silence before the follow-up is due; may be a fraction")
      .default(14),
  }),
  result: z.object({
    document: documentResult,
    message: messageResult.nullable(),
    reminder: reminderResult.nullable(),
    workflowId: z.string(),
    warnings: carriedOutWarnings,
    omitted,
  }),

  async run({ docId, message: note, followUpDays }, ctx) {
    // Locked, so that the document can't be deleted or answered before the follow-up that this would have to close exists.
    const document = await ctx.lock(Document, { docId });
    ctx.isAbout(document);
    const contact = await ctx.follow(Contact, document.contactId);
    const revision = await latestRevision(ctx, document);
    if (document.status !== "issued" || !revision) throw conflict(notSendable(ctx, document));
    if (!contact)
      throw unprocessable(
        "The document has no contact to send it to. Set it to draft with set_document_status, give it one with update_document (contactId), and issue it again.",
      );
    const channels = await usableChannels(ctx);
    const channel = isForPec(contact) && (channels.has("pec") || !addressToUse(contact.email)) ? "pec" : "email";
    const from = channels.require(channel);
    const to = requireContactAddress(ctx, channel, contact, "the document");
    if (!isPrintable(revision.content))
      throw unprocessable(`The document is too long to be sent as a PDF. ${divideIt}`);

    await closeFollowUps(ctx, document, followUpEnded("sent again"));
    const { n, there, known, ...before } = await overtake(ctx, document, revision, to);
    const warnings = [
      ...(await documentErrors(ctx, document, note)),
      ...(ctx.sees("contacts") ? contactWarnings(contact, revision.content, { kind: channel, value: to }) : []),
      ...before.warnings,
    ];
    const subject = documentName(document.kind, revision.number, revision.content.title);
    const thread = await threadFor(ctx, { document, contact, channel, to, subject }, there.at(-1));
    const { name, legalName, signature } = await ctx.organization();
    const body = coveringText({
      greeting: salutation(contact) ?? undefined,
      attached: subject,
      note,
      validUntil: offeredUntil(revision.content),
      replacement: known ? replacementText(revision.revision, known, ctx.caller.timezone) : null,
      signature: signature || legalName || name,
    });
    const inReplyTo = there.findLast(went)?.messageIdHeader ?? null;
    const mail = { from, to, toName: contact.name, subject, body, attachments: [], inReplyTo };
    const message = await writeMessage(ctx, thread, mail);
    const reminder = ctx.insert(Reminder, {
      title: `Attesa di risposta: ${document.title}`,
      dueAt: new Date(ctx.now.getTime() + followUpDays * dayMs),
      kind: "follow_up",
      status: "pending",
      projectId: document.projectId,
      documentId: document.id,
      createdBy: ctx.caller.userId,
      watchedAt: ctx.now,
    });
    const delivery = ctx.insert(Delivery, {
      documentId: document.id,
      n,
      revisionId: revision.id,
      messageId: message.id,
      reminderId: reminder.id,
      followUpDays,
      createdBy: ctx.caller.userId,
    });
    const workflowId = ctx.start(deliverDocument, {
      documentId: document.id,
      n,
      deliveryId: delivery.id,
      number: revision.number,
      revision: revision.revision,
      projectId: document.projectId,
    });
    return { document: presentDocument(document), message, reminder, workflowId, warnings };
  },
});

/**
 * Withdraws mails of earlier revisions to an address that still wait, since a later one follows them there.
 * @returns `n`: the next delivery's number; `there`: the deliveries to the address so far; `known`: the one replaced there, if it may have
 *   arrived; `warnings`: what the sender should know of earlier mails
 */
async function overtake(ctx: ActionContext, document: Document, { revision }: DocumentRevision, to: string) {
  const { timezone } = ctx.caller;
  const earlier = await earlierDeliveries(ctx, document);
  const there = earlier.filter(isTo(to));
  const isOlder = (delivery: EarlierDelivery) => delivery.revision < revision;
  const withdrawn = await withdrawMails(ctx, there.filter(isOlder), overtaken.replaced(revision));
  const again = there.findLast((delivery) => !isOlder(delivery) && went(delivery));
  const replaced = lastOf(there.filter(isOlder));
  // The client can't know of a revision that certainly never arrived.
  const known = replaced && went(replaced) ? replaced : undefined;
  const elsewhere = known ? undefined : earlier.findLast((delivery) => isOlder(delivery) && went(delivery));
  const warnings = [
    ...(again ? [alreadySent(again, timezone)] : []),
    ...[...new Set([...withdrawn, ...(replaced ? [replaced] : [])])].map((one) => replaces(one, timezone, true)),
    ...(elsewhere ? [wentElsewhere(elsewhere, timezone)] : []),
  ];
  return { n: (earlier.at(-1)?.n ?? 0) + 1, there, known, warnings };
}

/** The last day on which the client can accept, as the revision states it. */
const offeredUntil = ({ kind, validUntil, timezone }: RevisionContent): string | null =>
  validUntil && isOffer(kind) ? italianDay(new Date(validUntil), timezone) : null;

const contactWarnings = (
  contact: Contact,
  content: RevisionContent,
  address: { kind: MailChannel; value: string },
): Warning[] => [
  ...addressWarnings([{ ...address, pointer: "/contactId" }]),
  ...changedContactWarnings(content, contact),
];

/** An answered document need not return to draft to be sent once more, unless it would expire at once. */
function notSendable(ctx: ActionContext, document: Document): string {
  const { status, isEditable } = document;
  if (isOutOfDate(ctx, document))
    return `The document is ${status}, and only an issued one can be sent. ${moveValidity}`;
  return isEditable
    ? "Only an issued document can be sent; issue it with issue_document first."
    : `The document is ${status}, and only an issued one can be sent; to send it again, set it to issued with set_document_status.`;
}
