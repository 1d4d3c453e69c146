import { codeOf } from "../../db/error-code.js";
import { isUnreachable } from "../../db/unreachable.js";
import { ActionError } from "../../domain/errors.js";
import { MailboxLost } from "./place.js";
import type { ReaderTimes } from "./reader-times.js";
import { asNote, asRaw } from "./take-from-mailbox.js";

/** Whether an error seems to say nothing about the mail: the database or the store of files doesn't work now, or others were faster. */
export const isOutage = (error: unknown): boolean =>
  error instanceof MailboxLost || isStoreAway(error) || isRefusal(error);

const isStoreAway = (error: unknown): boolean =>
  isUnreachable(error) ||
  (error instanceof ActionError && error.code === "unavailable") ||
  /^(08|25|53|58)/.test(codeOf(error));
/** A database that answers so may be out of order, or this one mail may be the reason. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof ActionError && error.code === "conflict") || /^57/.test(codeOf(error));

/** How often, and since when, one mail has failed with what seems an outage, though the database had just noted the try. */
export class Outages {
  private uid = 0;
  private count = 0;
  private since = 0;

  note(uid: number): void {
    if (uid !== this.uid) [this.uid, this.count, this.since] = [uid, 0, Date.now()];
    this.count++;
  }

  /** 0: the mail is taken whole or not at all; 1: kept raw if need be; 2: only noted if need be */
  levelOf(uid: number, { stuckTries, stuckMs }: ReaderTimes): number {
    if (uid !== this.uid) return 0;
    return Math.floor(Math.min(this.count / stuckTries, (Date.now() - this.since) / stuckMs, 2));
  }
}

/**
 * Takes a mail, if need be more simply. Each time begins with the whole mail, so that nothing of it is lost when an outage ends: only
 * what fails at the moment at which something simpler succeeds is the mail's own fault.
 * @param take as the given try
 * @param onFault told why, before something simpler is tried
 */
export async function takeAsFarAsItGoes(
  take: (tries: number) => Promise<void>,
  { tries, level, onFault }: { tries: number; level: number; onFault: (error: unknown) => void },
): Promise<void> {
  const forms = [tries, ...[asRaw, asNote].slice(0, level).filter((form) => form > tries)];
  for (const [n, form] of forms.entries()) {
    try {
      return await take(form);
    } catch (error) {
      const next = forms[n + 1];
      if (next === undefined || error instanceof MailboxLost || !isOutage(error)) throw error;
      // A note needs no store: while that is away, it would succeed for every mail.
      if (next === asNote && isStoreAway(error)) throw error;
      onFault(error);
    }
  }
}
