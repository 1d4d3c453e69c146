import type { Logger } from "pino";
import type { Config } from "../../config.js";
import { ownSettings } from "../../db/channels/channel-settings.js";
import type { Database } from "../../db/database.js";
import { dayMs, hourMs, minuteMs } from "../../domain/calendar/durations.js";
import { HandOverError } from "../hand-over-error.js";
import { takeTwilio } from "../incoming/take-twilio.js";
import { keptSince } from "../sms/kept.js";
import { isService, senderOf } from "../sms/out.js";
import { begin, type Held, hold, leave, noteFailure, noteRead, release } from "./place.js";

export interface SmsParts {
  database: Database;
  config: Config;
  log: Logger;
}

/** from one look to the next */
export const lookMs = 5 * minuteMs;
/** of one organization's, also if Twilio hangs */
const leaseMs = 4 * minuteMs;
const atOnce = 4;
/** Clocks differ, and Twilio may show a message later than it came. */
const overlapMs = 10 * minuteMs;
/** What came just now is on its way to the webhook. */
const underWayMs = minuteMs;
/** What came earlier is older than anybody waits for, as with WhatsApp. */
const longestMs = 7 * dayMs;

/**
 * `read_at` is stored in rounded milliseconds, so that it may be ahead of `now()`. No wait is longer than an hour: a
 * `retry_at` much further ahead was noted before the clock was set back.
 */
const dueChannels = `select c.organization_id as "organizationId"
  from mail_channel c left join mailbox_reading r on r.organization_id = c.organization_id and r.channel = c.channel
  where c.channel = 'sms' and ((r.retry_at between now() and now() + interval '2 hours') is not true or r.failed_at < c.updated_at)
    and (r.read_at is null or r.read_at not between now() - $1 * interval '1 ms' and now() + interval '1 ms')
  order by r.read_at nulls first, c.organization_id`;

/**
 * Looks once, for all organizations, for the SMS that came since the last look: Twilio posts each once, and what is posted while nothing
 * answers is lost. By its name at Twilio none comes twice. What came before the number was set, or long before the first look, is left
 * alone.
 * @param holder the worker that looks
 */
export async function lookForMissedSms(parts: SmsParts, holder: string, signal: AbortSignal): Promise<void> {
  const { database, log } = parts;
  const takeOf = ({ organizationId }: { organizationId: string }) =>
    takeMissed(parts, { organizationId, channel: "sms", holder }, signal).catch((err: unknown) =>
      log.warn({ organizationId, err }, "missed SMS could not be looked for; trying again"),
    );
  try {
    const due = await database.query<{ organizationId: string }>(dueChannels, [lookMs / 2]);
    for (let n = 0; n < due.length && !signal.aborted; n += atOnce)
      await Promise.all(due.slice(n, n + atOnce).map(takeOf));
    await release(database, holder);
  } catch (err) {
    log.warn({ err }, "missed SMS could not be looked for; trying again");
  }
}

/** Takes what an organization missed, unless another worker is doing so. */
async function takeMissed({ database, config, log }: SmsParts, held: Held, signal: AbortSignal): Promise<void> {
  const { organizationId } = held;
  const own = await ownSettings(database, config, organizationId, "sms");
  const sender = receiverOf(own?.from ?? null);
  // Nobody can answer a name.
  if (!own || sender === null) return leave(database, held);
  const place = await hold(database, held, leaseMs);
  if (!place) return;
  const now = Date.now();
  const mailbox = `${own.settings.accountSid} ${sender}`;
  // A time in the future was noted before the clock was set back.
  const believed = (at: Date | null) => (at && at.getTime() <= now + overlapMs ? at.getTime() : null);
  const known = place.mailbox === mailbox ? believed(place.takenSince) : null;
  const takenSince = known ?? Math.max(believed(await setAt(database, organizationId)) ?? 0, now - overlapMs);
  const readAt = Math.max(takenSince, believed(place.readAt) ?? 0);
  try {
    if (known === null) await begin(database, held, { ...place, mailbox, takenSince: new Date(takenSince) });
    const since = new Date(Math.max(takenSince, readAt - overlapMs, now - longestMs));
    const { arrived, isAll } = await keptSince(own.settings, { sender, since, signal });
    if (!isAll) log.warn({ organizationId }, "Twilio keeps more messages than are asked for: older SMS are left out");
    const failures: unknown[] = [];
    for (const { at, fields } of arrived) {
      signal.throwIfAborted();
      if (at.getTime() < now - underWayMs)
        await fields()
          .then((posted) => takeTwilio(database, organizationId, posted, null, at))
          .catch((error: unknown) => failures.push(error));
    }
    // One that can't be taken must not keep out the others.
    if (failures.length > 0) throw failures[0];
    await noteRead(database, held);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof HandOverError)) throw error;
    log.warn({ organizationId, reason: error.serverWords }, "missed SMS can't be asked for");
    // The longer it fails, the longer are the waits.
    const waitMs = Math.min(Math.max(now - readAt, error.waitMs, lookMs), hourMs);
    await noteFailure(database, held, { words: error.serverWords, refusals: 0, waitMs });
  }
}

/** When the channel was set last. Asked after its settings, it is no time of settings before those. */
async function setAt(database: Database, organizationId: string): Promise<Date | null> {
  const [set] = await database.query<{ at: Date }>(
    "select updated_at as at from mail_channel where organization_id = $1 and channel = 'sms'",
    [organizationId],
  );
  return set?.at ?? null;
}

/** The number or service that SMS come to, as Twilio writes it; null: a name. */
function receiverOf(from: string | null): string | null {
  const sender = senderOf(from);
  if (isService(sender) || /^\+?\d{3,8}$/.test(sender)) return sender;
  return /^\+?\d+$/.test(sender) ? `+${sender.replace("+", "")}` : null;
}
