import { condition, defineSignal, setHandler, workflowInfo } from "@temporalio/workflow";
import type { Signal } from "../contracts/workflow-contract.js";
import { longestWaitMs } from "./waiting.js";

/** The news of one signal: a watcher sleeps until there is some, or until its time has come. */
export class News {
  private hasCome = false;

  constructor(signal: Signal) {
    setHandler(defineSignal(signal.name), () => {
      this.hasCome = true;
    });
  }

  /** Whether news has come since this was last asked. */
  take(): boolean {
    const hadCome = this.hasCome;
    this.hasCome = false;
    return hadCome;
  }

  /** Sleeps for so long, at most a year, or until there is news. @returns whether there was */
  async sleep(ms: number = longestWaitMs): Promise<boolean> {
    await condition(() => this.hasCome, Math.min(ms, longestWaitMs));
    return this.take();
  }
}

/**
 * The loop of all watchers: `turn` reads the row, does what is due or sleeps, until it gives an outcome.
 * @param turn gets the workflow's time, epoch ms
 * @param renew begins a new execution where the history of this one has grown long
 * @param isIdle whether nothing is under way that a new execution would lose
 */
export async function watch<T>(
  turn: (now: number) => Promise<T | undefined>,
  renew: () => Promise<never>,
  isIdle: () => boolean = () => true,
): Promise<T> {
  for (;;) {
    if (workflowInfo().continueAsNewSuggested && isIdle()) await renew();
    const outcome = await turn(Date.now());
    if (outcome !== undefined) return outcome;
  }
}
