import type { Queries } from "../../db/database.js";
import { isOver } from "../../db/lease.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { MailChannel } from "../../domain/messages/mail.js";
import type { Channel } from "../../domain/vocabulary.js";

/** What of an organization's is read by one reader: a mailbox, or what Twilio keeps. */
export interface Held {
  organizationId: string;
  channel: Channel;
  /** the reader's worker; everything that it writes is refused once another holds the mailbox */
  holder: string;
}

/** An organization's mailbox, held by one reader. */
export type HeldMailbox = Held & { channel: MailChannel };

/** How far a mailbox has been read. */
export interface Place {
  /** "": it never was; of SMS the account and whom they come to */
  mailbox: string;
  uidValidity: string | null;
  lastUid: number;
  readAt: Date | null;
  failedAt: Date | null;
  takenSince: Date | null;
  /** how often its login was refused since it was read */
  refusals: number;
  /** null: now */
  retryAt: Date | null;
}

/** Another worker holds the mailbox: nothing more may be done with it. */
export class MailboxLost extends Error {}

const held = "organization_id = $1 and channel = $2 and held_by = $3";
const keyOf = ({ organizationId, channel, holder }: Held) => [organizationId, channel, holder];

/** Takes a mailbox that nobody holds. @returns null if another was faster */
export async function hold(queries: Queries, mailbox: Held, leaseMs: number): Promise<Place | null> {
  const [place] = await queries.query<Place>(
    `insert into mailbox_reading as r (organization_id, channel, mailbox, held_by, held_until)
     values ($1, $2, '', $3, now() + $4 * interval '1 ms')
     on conflict (organization_id, channel) do update set held_by = $3, held_until = now() + $4 * interval '1 ms'
       where r.held_by = $3 or ${isOver("r.held_until")}
     returning mailbox, uid_validity::text as "uidValidity", last_uid::float8 as "lastUid", read_at as "readAt",
       failed_at as "failedAt", taken_since as "takenSince", refusals, retry_at as "retryAt"`,
    [...keyOf(mailbox), leaseMs],
  );
  return place ?? null;
}

/** @returns the mailboxes that are still this holder's */
export const renew = (queries: Queries, holder: string, leaseMs: number) =>
  queries.query<{ organizationId: string; channel: MailChannel }>(
    `update mailbox_reading set held_until = now() + $2 * interval '1 ms' where held_by = $1
     returning organization_id as "organizationId", channel`,
    [holder, leaseMs],
  );

/**
 * Notes that the settings name no mailbox any more, unless another worker reads it. How far it was read stays, for settings that name it
 * again; that it can't be read, or hasn't been for long, is no fault any more.
 */
export async function leave(queries: Queries, mailbox: Held): Promise<void> {
  await queries.query(
    `update mailbox_reading set held_by = null, held_until = '-infinity', failed_at = null, error = null, refusals = 0, retry_at = null
     where organization_id = $1 and channel = $2 and (held_by = $3 or ${isOver("held_until")})`,
    keyOf(mailbox),
  );
}

/** Gives all mailboxes back. */
export async function release(queries: Queries, holder: string): Promise<void> {
  await queries.query("update mailbox_reading set held_by = null, held_until = null where held_by = $1", [holder]);
}

/** Writes where the reading of a mailbox begins. */
export async function begin(queries: Queries, mailbox: Held, place: Place): Promise<void> {
  await written(
    queries,
    `update mailbox_reading set mailbox = $4, uid_validity = $5, last_uid = $6, taken_since = $7, trying_uid = null, tries = 0
     where ${held} returning 1`,
    [...keyOf(mailbox), place.mailbox, place.uidValidity, place.lastUid, place.takenSince],
  );
}

/**
 * Notes that a mail is about to be taken, before anything is done with it.
 * @param goesOn this worker tried it before and lived on: that try doesn't count
 * @returns how often that was begun, with this time
 */
export async function beginTry(queries: Queries, mailbox: HeldMailbox, uid: number, goesOn: boolean): Promise<number> {
  const { tries } = await written<{ tries: number }>(
    queries,
    `update mailbox_reading set trying_uid = $4, tries = case when trying_uid = $4 then tries + $5 else 1 end
     where ${held} and held_until > now() returning tries`,
    [...keyOf(mailbox), uid, goesOn ? 0 : 1],
  );
  return tries;
}

const movePlace = `update mailbox_reading set last_uid = greatest(last_uid, $4), trying_uid = null, tries = 0
  where ${held} and uid_validity = $5`;
const moveValues = (mailbox: HeldMailbox, uid: number, uidValidity: string) => [...keyOf(mailbox), uid, uidValidity];

/** Moves on behind a mail, in the commit that takes it. */
export const moveWith = (unit: UnitOfWork, mailbox: HeldMailbox, uid: number, uidValidity: string): void =>
  unit.append(movePlace, moveValues(mailbox, uid, uidValidity));

/** Moves on behind a mail of which nothing is kept. */
export async function move(queries: Queries, mailbox: HeldMailbox, uid: number, uidValidity: string): Promise<void> {
  await queries.query(movePlace, moveValues(mailbox, uid, uidValidity));
}

/** Notes that everything has been read. @returns when, as it is stored */
export async function noteRead(queries: Queries, mailbox: Held): Promise<Date> {
  const { readAt } = await written<{ readAt: Date }>(
    queries,
    `update mailbox_reading set read_at = now(), failed_at = null, error = null, refusals = 0, retry_at = null
     where ${held} returning read_at as "readAt"`,
    keyOf(mailbox),
  );
  return readAt;
}

/** Notes in words why it can't be read, how often its login was refused, and when it is tried again. */
export const noteFailure = (
  queries: Queries,
  mailbox: Held,
  { words, refusals, waitMs }: { words: string; refusals: number; waitMs: number },
) =>
  written(
    queries,
    `update mailbox_reading set failed_at = now(), error = $4, refusals = $5, retry_at = now() + $6 * interval '1 ms'
     where ${held} returning 1`,
    [...keyOf(mailbox), words, refusals, waitMs],
  );

async function written<T extends object>(queries: Queries, sql: string, values: unknown[]): Promise<T> {
  const [row] = await queries.query<T>(sql, values);
  if (!row) throw new MailboxLost("another worker reads this mailbox now");
  return row;
}
