import type { Database } from "../../db/database.js";
import { dayMs } from "../../domain/calendar/durations.js";
import type { OpenMailbox } from "./open-mailbox.js";
import { begin, type HeldMailbox, type Place } from "./place.js";

/** Mail that was in the mailbox so long before the first reading is taken; what is older belongs to the time before Pratica. */
const firstReadingMs = dayMs;
/** After UIDs or the server have changed, so much before the last reading is read again; what was taken before is recognized. */
const overlapMs = 2 * dayMs;

/** Where to go on: at the place of the last reading, or anew where the mailbox or its UIDs are others. */
export async function placeIn(
  database: Database,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  before: Place,
): Promise<Place> {
  const { name, uidValidity, uidNext } = open;
  // A beginning in the future was noted before the clock was set back.
  const isSame = before.mailbox === name && before.takenSince !== null && before.takenSince.getTime() <= Date.now();
  // Some servers give a mailbox that was made again the UIDVALIDITY of the one before.
  const isRemade = uidNext !== null && uidNext <= before.lastUid;
  if (isSame && before.uidValidity === uidValidity && !isRemade) return before;
  const since = sinceWhen(name, before);
  const takenSince = (isSame ? before.takenSince : null) ?? since;
  // A server compares days, of its own zone.
  const found = await open.search({ since: new Date(since.getTime() - dayMs) });
  // Without a UID that comes next, whatever is too old is passed over by its date.
  const first = found.reduce((least, uid) => Math.min(least, uid), uidNext ?? 1);
  const place = { ...before, mailbox: name, uidValidity, takenSince, lastUid: first - 1 };
  await begin(database, mailbox, place);
  return place;
}

/**
 * From when on mail is new that has no known UID. A mailbox that moves to another server may get mail there for days before its settings
 * follow: that is read from the last reading on.
 */
function sinceWhen(name: string, { mailbox, takenSince, readAt }: Place): Date {
  const newest = Date.now() - firstReadingMs;
  if (takenSince === null || accountOf(mailbox) !== accountOf(name)) return new Date(newest);
  return new Date(Math.min(newest, Math.max(takenSince.getTime(), (readAt?.getTime() ?? 0) - overlapMs)));
}

/** Login and folder of a mailbox's name, without its server. */
const accountOf = (name: string): string => name.replace(/@[^@/]*(?=\/)/, "").toLowerCase();
