import type { Config } from "../../config.js";
import type { MailDependencies } from "../incoming/arrived-mail.js";
import type { ByteBudget } from "./byte-budget.js";
import type { HeldMailbox } from "./place.js";
import type { ReaderTimes } from "./reader-times.js";

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
