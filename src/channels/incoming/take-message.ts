import { fetchFiles } from "../../contracts/fetch-files.js";
import { startOrder } from "../../contracts/order.js";
import { byChannel } from "../../db/audit.js";
import { newThreadToken } from "../../db/channels/thread-token.js";
import type { Database } from "../../db/database.js";
import { Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { hourMs } from "../../domain/calendar/durations.js";
import { addressKey } from "../../domain/messages/mail.js";
import { withParticipants } from "../../domain/messages/participants.js";
import { endFollowUps } from "./end-follow-ups.js";
import { findThread } from "./find-thread.js";
import type { IncomingMessage } from "./incoming-message.js";
import { quotedText } from "./quoted-text.js";
import { recognize } from "./recognize.js";
import { lastWrittenAt, laterOf, placedWhenLate } from "./written-when.js";

/**
 * What became of a message that arrived: `repeated` was kept before, `own` is one that the organization sent itself, `dropped` one that
 * a program sent, such as the last of many that two programs write to each other.
 */
export type Taken =
  | { outcome: "taken"; threadId: string; messageId: string }
  | { outcome: "repeated" | "own" | "dropped" };

/** of one thread, after which automatic answers are no longer kept */
const maxAutomaticPerHour = 20;

/**
 * Puts an incoming message into its thread, or into a new one. A person's message asks for an answer: the thread becomes `needs_reply`,
 * and the follow-ups end that waited for it, if the client's side wrote. An automatic one changes no status, nor does a withdrawal. A message
 * that comes twice is kept once.
 */
export function takeMessage(database: Database, incoming: IncomingMessage): Promise<Taken> {
  const work = async (unit: UnitOfWork): Promise<Taken> => {
    const { known, isHeaderTaken } = await knownMessage(unit, incoming);
    if (known) return { outcome: known === "incoming" ? "repeated" : "own" };
    const found = await findThread(unit, incoming);
    if (found && incoming.automatic === "auto_reply" && (await hasManyAutomatic(unit, found)))
      return { outcome: "dropped" };
    const writer = incoming.replyTo ? [incoming.replyTo] : [];
    const thread = found ?? (await newThread(unit, incoming));
    const isPersons = incoming.automatic === null || (incoming.automatic === "own" && isOthers(incoming, found));
    const asksForReply = isPersons && incoming.event !== "withdrawal";
    unit.update(thread, {
      lastMessageAt: laterOf(thread.lastMessageAt, unit.now),
      participants: withParticipants(thread.participants, [incoming.from, ...(found ? [] : writer), ...incoming.cc]),
      ...(asksForReply ? { status: "needs_reply", unread: thread.unread + 1 } : {}),
      ...(isPersons && !incoming.event ? { lastInboundAt: lastWrittenAt(thread, incoming, unit.now) } : {}),
    });
    const message = unit.insert(Message, {
      ...contentOf(incoming),
      ...placedWhenLate(incoming, unit.now),
      ...incoming.keepFiles(unit, thread.projectId),
      quoted: incoming.quoted ?? (await quotedText(unit, incoming, thread.id)),
      threadId: thread.id,
      automatic: isPersons ? null : incoming.automatic,
      messageIdHeader: isHeaderTaken ? null : incoming.messageIdHeader,
    });
    if (message.awaitedFiles.length > 0) {
      const { organizationId, id: messageId } = message;
      unit.order(startOrder(fetchFiles, { organizationId, messageId, projectId: thread.projectId }));
    }
    if (isPersons && !incoming.isByProgram) await endFollowUps(unit, thread, incoming, message.createdAt);
    await incoming.alongside?.(unit);
    return { outcome: "taken", threadId: thread.id, messageId: message.id };
  };
  const { organizationId } = incoming;
  return transact(database, byChannel(organizationId, "receive_message"), work, { group: organizationId });
}

/** What a message says of itself, as it is stored. */
const contentOf = (incoming: IncomingMessage): Partial<Message> => ({
  organizationId: incoming.organizationId,
  direction: "incoming",
  channel: incoming.channel,
  from: incoming.from.address,
  fromName: incoming.from.name,
  to: incoming.to,
  cc: incoming.cc.map(({ address }) => address),
  subject: incoming.subject,
  body: incoming.text,
  awaitedFiles: [...(incoming.awaitedFiles ?? [])],
  status: "received",
  inReplyTo: incoming.inReplyTo,
  referenceIds: [...incoming.referenceIds],
  providerId: incoming.providerId,
  contentSha256: incoming.contentSha256,
});

/**
 * Whether the other side wrote what comes from an own address: a form on the website begins a thread with its writer; and who writes to
 * an own address, to try things out, answers as the other side of that thread.
 */
const isOthers = ({ from, replyTo }: IncomingMessage, found: Thread | null): boolean =>
  found ? addressKey(found.address ?? "") === addressKey(from.address) : replyTo != null;

/**
 * The direction of the same message, kept before, or deleted since: a restore could bring it back beside itself. A Message-ID alone
 * doesn't tell of what came: strangers and careless programs use those of others, and what they sent first must not keep out what
 * somebody else writes. Nor does that of a message of ours, which its recipients know: a PEC that had it would count as delivered, and
 * nobody here would see it. Our own comes back from an own address, which in plain e-mail anybody can claim to be: that only keeps out
 * careless programs.
 * @returns `isHeaderTaken`: another message has its Message-ID, so that it can't have it too
 */
async function knownMessage(
  unit: UnitOfWork,
  { organizationId, channel, from, automatic, subject, text, ...sent }: IncomingMessage,
): Promise<{ known: Message["direction"] | undefined; isHeaderTaken: boolean }> {
  const { messageIdHeader, contentSha256, providerId } = sent;
  const found = await unit.query<{ direction: Message["direction"]; isSame: boolean }>(
    `select direction, coalesce(content_sha256 = $3, false) or coalesce(provider_id = $5, false)
         or case direction when 'outgoing' then $9 or lower(from_address) = $6
           else lower(from_address) = $6 and subject is not distinct from $7 and body = $8 end as "isSame"
     from (
       select direction, content_sha256, provider_id, from_address, subject, body from message
       where organization_id = $1 and channel = $2 and (content_sha256 = $3 or message_id_header = $4 or provider_id = $5)
       union all
       select content ->> 'direction', content ->> 'content_sha256', content ->> 'provider_id', content ->> 'from_address',
         content ->> 'subject', content ->> 'body' from deleted_row
       where organization_id = $1 and table_name = 'message' and content ->> 'channel' = $2
         and (content ->> 'content_sha256' = $3 or content ->> 'message_id_header' = $4 or content ->> 'provider_id' = $5)) m`,
    [
      ...[organizationId, channel, contentSha256, messageIdHeader, providerId],
      ...[from.address, subject, text, automatic === "own"],
    ],
  );
  return { known: found.find(({ isSame }) => isSame)?.direction, isHeaderTaken: found.length > 0 };
}

/** Counted by when they were read: after an outage, too, two programs may have written to each other. */
async function hasManyAutomatic(unit: UnitOfWork, { organizationId, id }: Thread): Promise<boolean> {
  const [row] = await unit.query<{ count: number }>(
    `select count(*)::int as count from message where organization_id = $1 and thread_id = $2 and direction = 'incoming'
       and automatic is not null and updated_at > $3`,
    [organizationId, id, new Date(unit.now.getTime() - hourMs)],
  );
  return (row?.count ?? 0) >= maxAutomaticPerHour;
}

async function newThread(unit: UnitOfWork, incoming: IncomingMessage): Promise<Thread> {
  const { organizationId, channel, from, replyTo, subject, automatic } = incoming;
  // An own address is no contact's, whoever typed it into one.
  const writers = [...(automatic === "own" ? [] : [from]), ...(replyTo ? [replyTo] : [])];
  return unit.insert(Thread, {
    organizationId,
    ...(await recognize(
      unit,
      incoming,
      writers.map(({ address }) => address),
    )),
    channel,
    subject,
    status: "open",
    address: (replyTo ?? from).address,
    token: newThreadToken(),
  });
}
