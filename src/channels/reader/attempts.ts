import type { ReaderTimes } from "./reader-times.js";

/** So many times the connection may break while a mail is fetched before that counts against the mail. */
const maxBreaks = 3;

/**
 * How often a mail could not be taken for what seems no fault of its own, since this worker reads its mailbox. How often that was begun,
 * also by workers that the mail has ended, stands in the mailbox's row.
 */
export class Attempts {
  private uid = 0;
  /** in a row */
  private breaks = 0;
  private outages = 0;
  private outageSince = 0;

  /** Notes that the connection broke. */
  noteBreak(uid: number): void {
    this.turnTo(uid);
    this.breaks++;
  }

  /** Notes what seemed an outage, though the database had just noted the try. */
  noteOutage(uid: number): void {
    this.turnTo(uid);
    this.breaks = 0;
    if (this.outages++ === 0) this.outageSince = performance.now();
  }

  /** Whether the next try goes on with the last one, and doesn't count. */
  goesOn(uid: number): boolean {
    return uid === this.uid && this.breaks <= maxBreaks;
  }

  /** 0: the mail is taken whole or not at all; 1: kept raw if need be; 2: only noted if need be */
  levelOf(uid: number, { stuckTries, stuckMs }: ReaderTimes): number {
    if (uid !== this.uid) return 0;
    return Math.floor(Math.min(this.outages / stuckTries, (performance.now() - this.outageSince) / stuckMs, 2));
  }

  private turnTo(uid: number): void {
    if (uid !== this.uid) [this.uid, this.breaks, this.outages] = [uid, 0, 0];
  }
}
