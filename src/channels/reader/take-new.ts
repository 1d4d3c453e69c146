import { setTimeout as wait } from "node:timers/promises";
import type { Attempts } from "./attempts.js";
import { MailboxFailure } from "./mailbox-failure.js";
import type { OpenMailbox } from "./open-mailbox.js";
import { isOutage, takeAsFarAsItGoes } from "./outage.js";
import { beginTry, type HeldMailbox, move, type Place } from "./place.js";
import type { ReaderDependencies } from "./reader-dependencies.js";
import { formOf, type MailInMailbox, maxMailBytes, takeFromMailbox } from "./take-from-mailbox.js";

const atATime = 200;

/**
 * Takes what stands behind a place, one mail after the other, and moves it on. A mailbox that failed since it was last read waits behind all
 * others: of many whose one provider hangs, each would have a place for half a minute.
 * @throws MailboxFailure; MailboxLost; an error of the database
 */
export async function takeNew(
  deps: ReaderDependencies,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  { place, attempts, failures }: { place: Place; attempts: Attempts; failures: number },
  signal: AbortSignal,
): Promise<void> {
  const found = await open.search({ uid: `${place.lastUid + 1}:*` });
  // `n:*` always has the last mail, also where its UID is less.
  const uids = found.filter((uid) => uid > place.lastUid).sort((a, b) => a - b);
  for (let start = 0; start < uids.length; start += atATime) {
    const range = uids.slice(start, start + atATime);
    const facts = { uid: true, size: true, internalDate: true };
    const told = await open.asked(open.client.fetchAll(range.join(","), facts, { uid: true }));
    // A server may tell of other mails besides, which somebody marks meanwhile, and may say nothing of one that is there.
    const mails = new Map(told.filter(({ size }) => size !== undefined).map((mail) => [mail.uid, mail]));
    for (const [n, uid] of range.entries()) {
      if (signal.aborted) return;
      const { size = 0, internalDate } = mails.get(uid) ?? {};
      const arrivedAt = internalDate && new Date(internalDate);
      const mail = { uid, sizeBytes: size, ...(arrivedAt && { arrivedAt }) };
      if (place.takenSince && arrivedAt && arrivedAt < place.takenSince)
        await move(deps.database, mailbox, uid, open.uidValidity);
      else await takeOne(deps, open, mailbox, attempts, mail, { signal, isLast: failures > 0 });
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
  attempts: Attempts,
  mail: MailInMailbox,
  turn: { signal: AbortSignal; isLast: boolean },
): Promise<void> {
  const { uid, sizeBytes } = mail;
  const take = async () => {
    // A connection that says nothing for two minutes ends: that it waited so long for its turn is no fault of the mail.
    if (!open.client.usable) throw open.explain({ code: "NoConnection" });
    for (let goesOn = attempts.goesOn(uid); ; goesOn = false) {
      const tries = await beginTry(deps.database, mailbox, uid, goesOn);
      const onFault = (error: unknown) => noteFault(deps, mailbox, uid, tries, error);
      const simplify = { form: formOf(tries), level: attempts.levelOf(uid, deps.times), onFault };
      try {
        await takeAsFarAsItGoes((form) => takeFromMailbox(deps, open, mailbox, mail, form), simplify);
        return;
      } catch (error) {
        if (error instanceof MailboxFailure) attempts.noteBreak(uid);
        else if (isOutage(error)) attempts.noteOutage(uid);
        else {
          onFault(error);
          continue;
        }
        throw error;
      }
    }
  };
  await deps.budget.run(mailbox.organizationId, Math.min(sizeBytes, maxMailBytes), take, turn);
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
