import { dayMs, hourMs, minuteMs } from "../../domain/calendar/durations.js";

const second = 1_000;

/** How often the readers of mailboxes do what they do. */
export interface ReaderTimes {
  /** looks for mailboxes that nobody reads, and for changed settings */
  lookMs: number;
  /** a mailbox belongs to a worker for so long after its last sign of life */
  leaseMs: number;
  /** asks for new mail, also where the server tells of it by itself */
  pollMs: number;
  /** waits after the first, the second… failure in a row; the last one for all others */
  retryMs: readonly number[];
  /** the same after a refused login: many of them would lock the mailbox */
  loginRetryMs: readonly number[];
  /** the owners are told of a mailbox that was not read for so long */
  unreadMs: number;
  /** and whose reading has failed for so long: Pratica itself may have stood still before */
  failingMs: number;
  /**
   * a mail that fails so often and so long as if the database or the store of files were out of order is kept raw as soon as that goes;
   * after twice as often and twice as long, only noted
   */
  stuckTries: number;
  stuckMs: number;
  /** the server has to answer within so long, whatever else it says: Dovecot's `Hang in there` comes for as long as its storage is stuck */
  answerMs: number;
  /** a mail has to come within so long, and a second more for each 64 kB: others wait for the memory that it takes */
  mailMs: number;
  /** so many new mails at once are read without a pause; between those of a longer backlog there is one, so that others' mail isn't held up */
  unpaced: number;
  paceMs: number;
}

export const readerTimes: ReaderTimes = {
  lookMs: 3 * second,
  leaseMs: 20 * second,
  pollMs: 45 * second,
  retryMs: [5 * second, 15 * second, 30 * second, minuteMs, 2 * minuteMs],
  loginRetryMs: [5 * minuteMs, 15 * minuteMs, hourMs],
  unreadMs: dayMs,
  failingMs: hourMs,
  stuckTries: 5,
  stuckMs: 10 * minuteMs,
  answerMs: 5 * minuteMs,
  mailMs: 30 * second,
  unpaced: 100,
  paceMs: 50,
};
