import { wakeSending } from "../../channels/settle.js";
import type { Message } from "../../db/entities/message.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import { isMail } from "../../domain/messages/mail.js";
import type { Dependencies } from "../dependencies.js";
import { loginWaits } from "./login-refusals.js";

/** The longest time that a message waits for earlier ones, whatever holds them up. */
const longestWaitMs = 10 * minuteMs;
/** Waiting messages are woken. They also look again by themselves, in case a worker was killed before it could wake them. */
const lookAgainMs = minuteMs;

/** What of a WhatsApp or SMS thread hasn't left. `$1`: the organization, `$2`: the thread. */
const queued = `organization_id = $1 and thread_id = $2 and channel in ('whatsapp', 'sms') and status = 'queued' and handed_over_at is null`;
/** What of it waits for its first attempt or is in it: one in vain leaves its words. */
const untried = `${queued} and error is null`;

type InChat = Pick<Message, "organizationId" | "id" | "threadId" | "channel">;
const isOfChat = ({ threadId, channel }: InChat): boolean => threadId !== null && !isMail(channel);

/**
 * How long a message waits before its first attempt, so that a chat is read in the order in which it was written; 0: it is its turn.
 * @param waitedMs how long it has waited
 */
export async function turnWaitMs(unit: UnitOfWork, message: Message, waitedMs: number): Promise<number> {
  const { organizationId, id, threadId, attemptedAt, error } = message;
  if (!isOfChat(message) || attemptedAt || error !== null || waitedMs >= longestWaitMs) return 0;
  const earlier = await unit.query(`select id from message where ${untried} and id < $3 limit 1`, [
    organizationId,
    threadId,
    id,
  ]);
  return earlier.length > 0 ? Math.min(lookAgainMs, longestWaitMs - waitedMs) : 0;
}

/**
 * Wakes the message of a chat whose turn it is, after the commit of an attempt's outcome: who looked before it is seen now. Once
 * one has left or failed, that may be one that waited for a new token.
 */
export async function wakeNextInChat(deps: Dependencies, message: InChat & Pick<Message, "status">): Promise<void> {
  if (!isOfChat(message)) return;
  const { organizationId, threadId, status } = message;
  await transact(deps.database, null, async (unit) => {
    const [next] = await unit.query<{ id: string }>(
      `select id from message where ${queued} and (error is null or $3 and error = $4) order by id limit 1`,
      [organizationId, threadId, status !== "queued", loginWaits(message)],
    );
    if (next) await wakeSending(unit, { organizationId, threadId, id: next.id });
  });
}
