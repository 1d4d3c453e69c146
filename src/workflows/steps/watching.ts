import { condition, defineSignal, patched, setHandler, workflowInfo } from "@temporalio/workflow";
import type { Signal } from "../../contracts/workflow-contract.js";
import { dayMs } from "../../domain/calendar/durations.js";

/** The longest timer. A watcher that waits for longer reads its row again in between. */
const longestWaitMs = 365 * dayMs;

/** The signal that wakes a watcher: the watcher sleeps until the signal arrives or its time has come. */
export class WakeSignal {
  private hasArrived = false;

  constructor(signal: Signal) {
    setHandler(defineSignal(signal.name), () => {
      this.hasArrived = true;
    });
  }

  /** Whether the signal has arrived since the last call. */
  take(): boolean {
    const hadArrived = this.hasArrived;
    this.hasArrived = false;
    return hadArrived;
  }

  /**
   * Whether the signal has arrived while a watcher was about to end, so that it must read its row again. In histories without the marker
   * the watcher ends all the same.
   */
  cameLate(): boolean {
    return this.take() && patched("heed-late-signal");
  }

  /** Sleeps until the signal arrives, but no longer than `ms` or a year. @returns whether the signal has arrived */
  async sleep(ms: number = longestWaitMs): Promise<boolean> {
    await condition(() => this.hasArrived, Math.min(ms, longestWaitMs));
    return this.take();
  }

  /**
   * Sleeps until the signal arrives, or the moment has come, for a millisecond at least. Counted from the beginning of the turn, it would sleep
   * for too long by what the turn has taken: hours, where the row was read after an outage.
   */
  sleepUntil(at: number): Promise<boolean> {
    return this.sleep(Math.max(1, at - Date.now()));
  }
}

/** Has an open workflow go on when the signal comes that starts a lost one again. */
export function ignoreWhileOpen(signal: Signal): void {
  setHandler(defineSignal(signal.name), () => undefined);
}

/**
 * The loop of all watchers, until a turn returns an outcome.
 * @param turn reads the row, then does what is due or sleeps, and returns the outcome or `again()`; gets the workflow's time, epoch ms.
 *   It calls `again` itself because a replay must see the next turn's commands at the same moment as the first run did: were the turn
 *   awaited here, messages that are handed over meanwhile would come between.
 * @param renew continues as a new execution, when the history of this one has grown long
 * @param isIdle whether nothing is in progress that a new execution would lose
 */
export async function watch<T>(
  turn: (now: number, again: () => Promise<T>) => Promise<T>,
  renew: () => Promise<never>,
  isIdle: () => boolean = () => true,
): Promise<T> {
  const again = async (): Promise<T> => {
    if (workflowInfo().continueAsNewSuggested && isIdle()) await renew();
    return turn(Date.now(), again);
  };
  return again();
}
