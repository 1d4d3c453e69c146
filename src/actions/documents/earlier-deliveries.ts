import type { Document } from "../../db/entities/document.js";
import { Message } from "../../db/entities/message.js";
import { italianDay, withArticle } from "../../domain/calendar/italian-dates.js";
import { addressKey } from "../../domain/messages/mail.js";
import { isWithdrawn, withdrawal } from "../../domain/messages/withdrawn.js";
import type { MessageStatus } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/** A delivery of a document, with the message that carried it; without a message if that was deleted. */
export interface EarlierDelivery {
  n: number;
  revision: number;
  issuedAt: Date;
  to: string | null;
  status: MessageStatus | null;
  error: string | null;
  messageId: string | null;
  /** when the message was handed over, or else written */
  at: Date;
  threadId: string | null;
  messageIdHeader: string | null;
}

/** The deliveries of a document, oldest first. */
export const earlierDeliveries = (ctx: ActionContext, { id }: Document): Promise<EarlierDelivery[]> =>
  ctx.query(
    `select d.n, r.revision, r.issued_at as "issuedAt", m.to_address as "to",
       case when m.status = 'queued' and m.handed_over_at is not null then 'sent' else m.status end as status, m.error, m.id as "messageId",
       coalesce(m.handed_over_at, d.created_at) as at, m.thread_id as "threadId", m.message_id_header as "messageIdHeader"
     from delivery d
     join document_revision r on r.organization_id = d.organization_id and r.id = d.revision_id
     left join message m on m.organization_id = d.organization_id and m.id = d.message_id
     where d.organization_id = $1 and d.document_id = $2 order by d.n`,
    id,
  );

/** The deliveries to an address. Case doesn't matter, so that a contact's address rewritten in other case is still the same one. */
export const isTo =
  (address: string) =>
  ({ to }: EarlierDelivery): boolean =>
    to !== null && addressKey(to) === addressKey(address);

/** Whether a delivery's mail was sent, or may still be. */
export const went = ({ status }: EarlierDelivery): boolean => status !== null && status !== "failed";

/** The last delivery whose mail was sent; else the last whose mail was withdrawn, of which only the sender is told. */
export const lastOf = (deliveries: readonly EarlierDelivery[]): EarlierDelivery | undefined =>
  deliveries.findLast(went) ?? deliveries.findLast(isWithdrawn);

/** The sentence in a mail that says which revision it replaces. */
export function replacementText(revision: number, replaced: EarlierDelivery, timezone: string): string {
  const ofDay = withArticle("del", italianDay(replaced.issuedAt, timezone));
  return `La presente revisione ${revision} sostituisce la revisione ${replaced.revision} ${ofDay}.`;
}

const outcomes: Partial<Record<MessageStatus, string>> = {
  queued: "it still waits for the mail server",
  sent: "the mail server took it over",
  delivered: "it was delivered",
  uncertain: "whether it arrived isn't known",
};

export const alreadySent = ({ revision, at, status }: EarlierDelivery, timezone: string): Warning => ({
  code: "already_sent",
  pointer: "/docId",
  detail: `Revision ${revision} was sent to the same address before, on ${inEnglish(at, timezone)}: ${outcomes[status as MessageStatus]}.`,
  suggestion:
    status === "queued"
      ? "If sending it again was a mistake, withdraw what waits: set the document to draft and back to issued with set_document_status, then send it once."
      : "If sending it again was a mistake, tell the client that both mails hold the same document.",
});

/** @param isSent whether the replacing revision is sent to the client now; else it was only issued */
export const replaces = (replaced: EarlierDelivery, timezone: string, isSent: boolean): Warning => {
  const isSaid = went(replaced);
  const mail = isSaid ? "says so" : "doesn't mention it";
  return {
    code: "replaces",
    pointer: "/docId",
    detail: `It replaces revision ${replaced.revision}, ${whatBecame(replaced, timezone)}${isSent ? `; the new mail ${mail}` : ""}.`,
    suggestion: isSent
      ? null
      : `Send the new revision with send_issued_document${isSaid ? "; the mail will say what it replaces" : ""}.`,
  };
};

/** Warns that an earlier revision went elsewhere: to the wrong contact, or to one whose address has changed since. */
export const wentElsewhere = ({ revision, to, at }: EarlierDelivery, timezone: string): Warning => ({
  code: "replaces",
  pointer: "/docId",
  detail: `Revision ${revision} was sent to another address, ${to}, on ${inEnglish(at, timezone)}; its reader there isn't notified of this one.`,
  suggestion: "If somebody still reads mail there, or the address was wrong, write to it with send_message.",
});

/** Warns that this call withdraws the waiting mail. */
export const withdrawnNow = (delivery: EarlierDelivery, timezone: string): Warning => ({
  code: "mail_withdrawn",
  pointer: "/status",
  detail: `Revision ${delivery.revision} was on its way to ${delivery.to}, ${whatBecame(delivery, timezone)}.`,
  suggestion: "Once the document is issued again, send it with send_issued_document: nothing is sent by itself.",
});

/** Warns that the document is issued again although its last mail was withdrawn before. */
export const withdrawnBefore = (delivery: EarlierDelivery, timezone: string): Warning => ({
  code: "mail_withdrawn",
  pointer: "/status",
  detail: `Nothing goes out by itself: to ${delivery.to} revision ${delivery.revision} was sent last, ${whatBecame(delivery, timezone)}.`,
  suggestion: "Send the document with send_issued_document.",
});

function whatBecame(delivery: EarlierDelivery, timezone: string): string {
  const day = inEnglish(delivery.at, timezone);
  if (!isWithdrawn(delivery))
    return `which was sent on ${day}${delivery.status === "queued" ? " and still waits for the mail server" : ""}`;
  const mail = `whose mail of ${day} still waited and was withdrawn`;
  return delivery.status === "uncertain"
    ? `${mail} while it was being handed over: whether it arrived isn't known`
    : `${mail}: it isn't sent`;
}

const inEnglish = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone }).format(at);

/**
 * Withdraws those mails of these deliveries that still wait to be handed over; their workflows end by themselves. One that is being
 * handed over at this moment may arrive all the same: it then counts as sent.
 * @param reason an English clause, for the messages' `error`
 * @returns those whose mail was withdrawn; they say so themselves then
 */
export async function withdrawMails(
  ctx: ActionContext,
  deliveries: readonly EarlierDelivery[],
  reason: string,
): Promise<EarlierDelivery[]> {
  const withdrawn: EarlierDelivery[] = [];
  for (const delivery of deliveries) {
    const message = delivery.status === "queued" ? await ctx.follow(Message, delivery.messageId) : null;
    if (!message?.isWaiting) continue;
    const mark = withdrawal(reason, message);
    ctx.update(message, mark);
    withdrawn.push(Object.assign(delivery, mark));
  }
  return withdrawn;
}
