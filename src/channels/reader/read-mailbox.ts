import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "../../config.js";
import { dayMs } from "../../domain/durations.js";
import type { MailDependencies } from "../incoming/arrived-mail.js";
import type { FailureWords } from "../italian-failures.js";
import type { ByteBudget } from "./byte-budget.js";
import { MailboxFailure } from "./mailbox-failure.js";
import { newsOf } from "./news.js";
import { type OpenMailbox, openMailbox } from "./open-mailbox.js";
import { isOutage, Outages, takeAsFarAsItGoes } from "./outage.js";
import { begin, beginTry, type HeldMailbox, MailboxLost, move, noteFailure, noteRead, type Place } from "./place.js";
import type { ReaderTimes } from "./reader-times.js";
import { maxMailBytes, takeFromMailbox } from "./take-from-mailbox.js";

/**
 * Tells an organization's owners why one of its mailboxes isn't read.
 * @param unreadSince unset: its login is refused
 */
export type TellOwners = (
  mailbox: Pick<HeldMailbox, "organizationId" | "channel">,
  words: string,
  unreadSince?: Date | null,
) => Promise<void>;

export interface ReaderDependencies extends MailDependencies {
  config: Config;
  tellOwners: TellOwners;
  /** shared by all readers of a worker: so many bytes of mail are in memory at once */
  budget: ByteBudget;
  times: ReaderTimes;
}

/** Mail that was in the mailbox so long before the first reading is taken; what is older belongs to the time before Pratica. */
const firstReadingMs = dayMs;
/** After UIDs or the server have changed, so much before the last reading is read again; what was taken before is recognized. */
const overlapMs = 2 * dayMs;
const atATime = 200;
/** So many times the connection may break while a mail is fetched before that counts against the mail. */
const maxBreaks = 3;

/** What is read, and since when with these settings. */
type ReadMailbox = HeldMailbox & { imapUrl: string; changedAt: Date };

/** Reads a mailbox, waits for news, and tries again after failures, until `signal` is aborted or another worker holds it. */
export async function readMailbox(
  deps: ReaderDependencies,
  mailbox: ReadMailbox,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const { refusals, retryAt } = place;
  const outages = new Outages();
  const state: State = { place, failures: 0, refusals, failingSince: null, trying: 0, breaks: 0, outages };
  let waitMs = retryAt ? retryAt.getTime() - Date.now() : 0;
  while (!signal.aborted) {
    await wait(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await readWhileOpen(deps, mailbox, state, signal);
    } catch (error) {
      if (signal.aborted || error instanceof MailboxLost) return;
      const failure = logged(deps, mailbox, error);
      waitMs = countFailure(state, failure, deps.times);
      if (!(await tellOfFailure(deps, mailbox, state, failure, waitMs))) return;
    }
  }
}

/** Logs why a mailbox can't be read. @returns it in words for people */
function logged({ log }: ReaderDependencies, { organizationId, channel }: HeldMailbox, error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) {
    log.warn({ organizationId, channel, reason: error.words }, "a mailbox can't be read");
    return error;
  }
  log.error({ organizationId, channel, err: error }, "a mailbox can't be read");
  return new MailboxFailure("other", "an error of Pratica's own; its log tells more" satisfies FailureWords);
}

/** Counts one more failure in a row. @returns how long to wait before the next try */
function countFailure(state: State, { kind }: MailboxFailure, { loginRetryMs, retryMs }: ReaderTimes): number {
  state.failingSince ??= new Date();
  const [waits, before] = kind === "login" ? [loginRetryMs, state.refusals++] : [retryMs, state.failures++];
  return waits[Math.min(before, waits.length - 1)] ?? 0;
}

/** Writes down why a mailbox can't be read, and tells its owners where they can help. @returns false if another worker holds it by now */
async function tellOfFailure(
  { database, log, times, tellOwners }: ReaderDependencies,
  mailbox: ReadMailbox,
  state: State,
  failure: MailboxFailure,
  waitMs: number,
): Promise<boolean> {
  try {
    await noteFailure(database, mailbox, failure, waitMs);
    const isLogin = failure.kind === "login";
    const unreadSince = isLogin ? null : longUnread(mailbox, state, times);
    if (isLogin || unreadSince) await tellOwners(mailbox, failure.words, unreadSince);
  } catch (unwritten) {
    if (unwritten instanceof MailboxLost) return false;
    const { organizationId, channel } = mailbox;
    log.warn({ organizationId, channel, err: unwritten }, "it could not be noted that a mailbox can't be read");
  }
  return true;
}

interface State {
  place: Place;
  failures: number;
  refusals: number;
  /** the first failure since it was read; null: it is read */
  failingSince: Date | null;
  /** the UID of the mail that was being taken when something else failed */
  trying: number;
  breaks: number;
  outages: Outages;
}

/** Since when it has not been read with its settings, if that is long ago and it isn't Pratica that stood still; else null. */
function longUnread(
  { changedAt }: ReadMailbox,
  { place: { readAt }, failingSince }: State,
  { unreadMs, failingMs }: ReaderTimes,
): Date | null {
  if (!failingSince || Date.now() - failingSince.getTime() < failingMs) return null;
  const since = readAt && readAt > changedAt ? readAt : changedAt;
  return Date.now() - since.getTime() < unreadMs ? null : since;
}

/** Reads over one connection, until it breaks. @throws MailboxFailure; MailboxLost; an error of the database */
async function readWhileOpen(
  deps: ReaderDependencies,
  mailbox: ReadMailbox,
  state: State,
  signal: AbortSignal,
): Promise<void> {
  const open = await openMailbox(mailbox.imapUrl, signal);
  const close = () => open.client.close();
  signal.addEventListener("abort", close);
  try {
    const news = newsOf(open.client);
    state.place = await placeIn(deps, open, mailbox, state.place);
    while (!signal.aborted) {
      news.forget();
      await takeNew(deps, open, mailbox, state, signal);
      if (signal.aborted) return;
      state.place.readAt = await noteRead(deps.database, mailbox);
      state.failures = state.refusals = 0;
      state.failingSince = null;
      await news.wait(deps.times.pollMs, signal);
      if (signal.aborted) return;
      // Some servers tell of new mail only when they are asked something.
      await asked(open, open.client.noop());
    }
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Where to go on: at the place of the last reading, or anew where the mailbox or its UIDs are others. */
async function placeIn(
  { database }: ReaderDependencies,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  before: Place,
): Promise<Place> {
  const { name, uidValidity, uidNext } = open;
  const isSame = before.mailbox === name && before.takenSince !== null;
  if (isSame && before.uidValidity === uidValidity) return before;
  const since = sinceWhen(name, before);
  const takenSince = (isSame ? before.takenSince : null) ?? since;
  // A server compares days, of its own zone.
  const found = await open.search({ since: new Date(since.getTime() - dayMs) });
  const first = found.reduce((least, uid) => Math.min(least, uid), uidNext);
  const place = { ...before, mailbox: name, uidValidity, takenSince, lastUid: first - 1 };
  await begin(database, mailbox, place);
  return place;
}

/**
 * From when on mail is new that has no known UID. A mailbox that moves to another server may get mail there for days before its settings
 * follow: that is read from the last reading on.
 */
function sinceWhen(name: string, { mailbox, takenSince, readAt }: Place): Date {
  if (takenSince === null || accountOf(mailbox) !== accountOf(name)) return new Date(Date.now() - firstReadingMs);
  return new Date(Math.max(takenSince.getTime(), (readAt?.getTime() ?? 0) - overlapMs));
}

/** Login and folder of a mailbox's name, without its server. */
const accountOf = (name: string): string => name.replace(/@[^@/]*(?=\/)/, "").toLowerCase();

async function takeNew(
  deps: ReaderDependencies,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  state: State,
  signal: AbortSignal,
): Promise<void> {
  const { client } = open;
  const { place } = state;
  const found = await open.search({ uid: `${place.lastUid + 1}:*` });
  // `n:*` always has the last mail, also where its UID is less.
  const uids = found.filter((uid) => uid > place.lastUid).sort((a, b) => a - b);
  for (let start = 0; start < uids.length; start += atATime) {
    const range = uids.slice(start, start + atATime);
    const facts = { uid: true, size: true, internalDate: true };
    const told = await asked(open, client.fetchAll(range.join(","), facts, { uid: true }));
    // A server may tell of other mails besides, which somebody marks meanwhile, and may say nothing of one that is there.
    const mails = new Map(told.map((mail) => [mail.uid, mail]));
    for (const [n, uid] of range.entries()) {
      if (signal.aborted) return;
      const { size = 0, internalDate } = mails.get(uid) ?? {};
      if (place.takenSince && internalDate && new Date(internalDate) < place.takenSince)
        await move(deps.database, mailbox, uid, open.uidValidity);
      else await takeOne(deps, open, mailbox, state, { uid, sizeBytes: size });
      place.lastUid = uid;
      if (start + n >= deps.times.unpaced) await wait(deps.times.paceMs);
    }
  }
}

/** Takes a mail, however often that takes: only what is wrong with the mailbox or the database is thrown. */
async function takeOne(
  deps: ReaderDependencies,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  state: State,
  mail: { uid: number; sizeBytes: number },
): Promise<void> {
  await deps.budget.run(Math.min(mail.sizeBytes, maxMailBytes), async () => {
    for (let again = state.trying === mail.uid && state.breaks <= maxBreaks; ; again = false) {
      const tries = await beginTry(deps.database, mailbox, mail.uid, again);
      try {
        const level = state.outages.levelOf(mail.uid, deps.times);
        await takeAsFarAsItGoes((as) => takeFromMailbox(deps, open, mailbox, mail, as), {
          tries,
          level,
          onFault: (error) => noteFault(deps, mailbox, mail.uid, tries, error),
        });
        return;
      } catch (error) {
        const isBroken = error instanceof MailboxFailure;
        if (isBroken || isOutage(error)) {
          if (!isBroken) state.outages.note(mail.uid);
          state.breaks = isBroken ? (state.trying === mail.uid ? state.breaks : 0) + 1 : 0;
          state.trying = mail.uid;
          throw error;
        }
        noteFault(deps, mailbox, mail.uid, tries, error);
      }
    }
  });
}

function noteFault(
  { log }: ReaderDependencies,
  { organizationId, channel }: HeldMailbox,
  uid: number,
  tries: number,
  error: unknown,
) {
  // Its words may hold what somebody wrote.
  const { name, code, stack } = error as Error & { code?: string };
  const at = stack
    ?.split("\n")
    .find((line) => line.trimStart().startsWith("at "))
    ?.trim();
  log.warn({ organizationId, channel, uid, tries, name, code, at }, "a mail could not be taken as it is");
}

async function asked<T>({ explain }: OpenMailbox, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw explain(error);
  }
}
