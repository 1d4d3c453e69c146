import type { HandOverOutcome } from "../activities/messages.js";
import { handOver, quick } from "./activities.js";
import { retryWithBackoff } from "./retry-with-backoff.js";

export type HandOverResult = Exclude<HandOverOutcome, { outcome: "deferred" }>;

/** Hands a message to its channel; temporary refusals and lost connections are tried again for a day, with growing waits. */
export async function handOverMessage(input: { organizationId: string; messageId: string }): Promise<HandOverResult> {
  const result = await retryWithBackoff(() => handOver.handOverMessage(input));
  if (result) return result;
  await quick.giveUpMessage(input);
  return { outcome: "failed" };
}

/** Messages that are handed over beside the waiting: a mail server that is out for a day must not hold the next notice back. */
export class Sending {
  private underWay = 0;
  private readonly all: Promise<unknown>[] = [];

  constructor(private readonly organizationId: string) {}

  begin(messageIds: string[]): void {
    const { organizationId } = this;
    for (const messageId of messageIds) {
      this.underWay++;
      this.all.push(handOverMessage({ organizationId, messageId }).finally(() => this.underWay--));
    }
  }

  /** Is nothing under way? */
  get isDone(): boolean {
    return this.underWay === 0;
  }

  /** Once nothing is under way any more. */
  async done(): Promise<void> {
    await Promise.all(this.all);
  }
}
