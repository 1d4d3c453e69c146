import { setTimeout as wait } from "node:timers/promises";
import { isUnreachable } from "../../db/unreachable.js";
import type { FailureWords } from "../italian-failures.js";
import { Attempts } from "./attempts.js";
import { MailboxFailure } from "./mailbox-failure.js";
import { newsOf } from "./news.js";
import { openMailbox } from "./open-mailbox.js";
import { type HeldMailbox, MailboxLost, noteFailure, noteRead, type Place } from "./place.js";
import { placeIn } from "./place-in.js";
import type { ReaderDependencies } from "./reader-dependencies.js";
import type { ReaderTimes } from "./reader-times.js";
import { takeNew } from "./take-new.js";

/** What is read, and since when with these settings. */
type ReadMailbox = HeldMailbox & { imapUrl: string; changedAt: Date };

/** Reads a mailbox, waits for news, and tries again after failures, until `signal` is aborted or another worker holds it. */
export async function readMailbox(
  deps: ReaderDependencies,
  mailbox: ReadMailbox,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const { retryAt } = place;
  const state: State = { place, failures: 0, failingSince: null, attempts: new Attempts() };
  // Longer than ever, it was written before the clock was set back.
  let waitMs = retryAt ? Math.min(retryAt.getTime() - Date.now(), longestWaitMs(deps.times)) : 0;
  while (!signal.aborted) {
    await wait(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await readWhileOpen(deps, mailbox, state, signal);
    } catch (error) {
      if (signal.aborted || error instanceof MailboxLost) return;
      const failure = explained(error);
      waitMs = countFailure(state, failure, deps.times);
      const written = await tellOfFailure(deps, mailbox, state, failure, waitMs);
      if (written === "lost") return;
      logFailure(deps, mailbox, error, written);
    }
  }
}

const longestWaitMs = ({ loginRetryMs, retryMs }: ReaderTimes): number => Math.max(...loginRetryMs, ...retryMs);

/** Why a mailbox can't be read, in words for people. */
function explained(error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  return new MailboxFailure("other", "an error of Pratica's own; its log tells more" satisfies FailureWords);
}

function logFailure(
  { log }: ReaderDependencies,
  { organizationId, channel }: HeldMailbox,
  error: unknown,
  written: Written,
): void {
  const text = "a mailbox can't be read";
  if (error instanceof MailboxFailure) log.warn({ organizationId, channel, reason: error.words }, text);
  // Who looks after the mailboxes says so once for all of them.
  else if (written === "away" && isUnreachable(error)) log.debug({ organizationId, channel, err: error }, text);
  else log.error({ organizationId, channel, err: error }, text);
}

/** Counts one more failure in a row. @returns how long to wait before the next try */
function countFailure(state: State, { kind }: MailboxFailure, { loginRetryMs, retryMs }: ReaderTimes): number {
  state.failingSince ??= performance.now();
  const [waits, before] = kind === "login" ? [loginRetryMs, state.place.refusals++] : [retryMs, state.failures++];
  return waits[Math.min(before, waits.length - 1)] ?? 0;
}

/** `lost`: another worker holds the mailbox by now; `away`: Postgres can't be reached */
type Written = "written" | "lost" | "away";

/** Writes down why a mailbox can't be read, and tells its owners where they can help. */
async function tellOfFailure(
  { database, log, times, tellOwners }: ReaderDependencies,
  mailbox: ReadMailbox,
  state: State,
  failure: MailboxFailure,
  waitMs: number,
): Promise<Written> {
  try {
    await noteFailure(database, mailbox, { words: failure.words, refusals: state.place.refusals, waitMs });
    const isLogin = failure.kind === "login";
    const unreadSince = isLogin ? null : longUnread(mailbox, state, times);
    if (isLogin || unreadSince) await tellOwners(mailbox, failure.words, unreadSince);
  } catch (unwritten) {
    if (unwritten instanceof MailboxLost) return "lost";
    if (isUnreachable(unwritten)) return "away";
    const { organizationId, channel } = mailbox;
    log.warn({ organizationId, channel, err: unwritten }, "it could not be noted that a mailbox can't be read");
  }
  return "written";
}

interface State {
  place: Place;
  /** other than refused logins, since it was read */
  failures: number;
  /** the first failure since it was read, by `performance.now()`: while the machine sleeps nothing fails; null: it is read */
  failingSince: number | null;
  attempts: Attempts;
}

/** Since when it has not been read with its settings, if that is long ago and it isn't Pratica that stood still; else null. */
function longUnread(
  { changedAt }: ReadMailbox,
  { place: { readAt }, failingSince }: State,
  { unreadMs, failingMs }: ReaderTimes,
): Date | null {
  if (failingSince === null || performance.now() - failingSince < failingMs) return null;
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
  const open = await openMailbox(mailbox.imapUrl, signal, deps.times.answerMs);
  const close = () => open.client.close();
  signal.addEventListener("abort", close);
  try {
    const news = newsOf(open.client);
    state.place = await placeIn(deps.database, open, mailbox, state.place);
    while (!signal.aborted) {
      news.forget();
      await takeNew(deps, open, mailbox, state, signal);
      if (signal.aborted) return;
      state.place.readAt = await noteRead(deps.database, mailbox);
      state.failures = state.place.refusals = 0;
      state.failingSince = null;
      await news.wait(deps.times.pollMs, signal);
      if (signal.aborted) return;
      // Some servers tell of new mail only when they are asked something.
      await open.asked(open.client.noop());
    }
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
