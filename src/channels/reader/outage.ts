import { codeOf } from "../../db/error-code.js";
import { isUnreachable } from "../../db/unreachable.js";
import { ActionError } from "../../domain/errors.js";
import { MailboxLost } from "./place.js";
import { type Form, forms } from "./take-from-mailbox.js";

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

/**
 * Takes a mail, if need be more simply. Each time begins with the whole mail, so that nothing of it is lost when an outage ends: only
 * what fails at the moment at which something simpler succeeds is the mail's own fault.
 * @param level as `Attempts.levelOf` says
 * @param onFault told why, before something simpler is tried
 */
export async function takeAsFarAsItGoes(
  take: (form: Form) => Promise<void>,
  { form, level, onFault }: { form: Form; level: number; onFault: (error: unknown) => void },
): Promise<void> {
  const simpler = forms.slice(forms.indexOf(form) + 1, level + 1);
  for (const [n, each] of [form, ...simpler].entries()) {
    try {
      return await take(each);
    } catch (error) {
      const next = simpler[n];
      if (next === undefined || error instanceof MailboxLost || !isOutage(error)) throw error;
      // A note needs no store: while that is away, it would succeed for every mail.
      if (next === "note" && isStoreAway(error)) throw error;
      onFault(error);
    }
  }
}
