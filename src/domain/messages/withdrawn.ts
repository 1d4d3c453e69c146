import type { DocumentStatus, MessageStatus } from "../vocabulary.js";

/** A mail that waited and is not sent any more, since what it was to carry has been overtaken: nobody needs to be told that it failed. */
export interface Withdrawal {
  status: Extract<MessageStatus, "failed" | "uncertain">;
  error: string;
}

/** Why the mail of a document is withdrawn. */
export const overtaken = {
  deleted: "its document was deleted",
  setBack: (status: DocumentStatus) => `the document was set back to ${status}`,
  replaced: (revision: number) => `revision ${revision} was sent instead`,
};

/** How the error of a message begins that was withdrawn and never handed over. */
export const surely = "not sent: ";
const perhaps = "not sent again: ";
const unknown = "; whether it arrived before isn't known";

/**
 * How a message is marked that is withdrawn.
 * @param reason an English clause
 * @param message which may have gone if an attempt to hand it over began whose outcome isn't known
 */
export const withdrawal = (reason: string, { attemptedAt }: { attemptedAt: Date | null }): Withdrawal =>
  attemptedAt
    ? { status: "uncertain", error: `${perhaps}${reason}${unknown}` }
    : { status: "failed", error: `${surely}${reason}` };

/** Whether a message was withdrawn. A mail server's own words begin with a code. */
export const isWithdrawn = ({ status, error }: { status: MessageStatus | null; error: string | null }): boolean =>
  (status === "failed" || status === "uncertain") &&
  [surely, perhaps].some((beginning) => error?.startsWith(beginning) === true);

/** The mark of a withdrawn message once it is known that the last attempt was in vain. */
export const surelyWithdrawn = (error: string): Withdrawal =>
  error.startsWith(perhaps)
    ? withdrawal(error.slice(perhaps.length).replace(unknown, ""), { attemptedAt: null })
    : { status: "failed", error };
