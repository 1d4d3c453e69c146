import type { HandOverOutcome } from "../../activities/messages/message-outcomes.js";
import type { SendMessageInput } from "../../contracts/send-message.js";
import { handOver, quick } from "./activities.js";
import { retryWithBackoff } from "./retry-with-backoff.js";
import type { WakeSignal } from "./watching.js";

export type HandOverResult = Exclude<HandOverOutcome, { outcome: "deferred" }>;

/**
 * Hands a message to its channel, a chat's when it is its turn. After temporary refusals and lost connections it tries again for a day, with
 * growing waits.
 * @param wakeSignal ends a wait early, such as after a new password of the mailbox
 */
export async function handOverMessage(input: SendMessageInput, wakeSignal?: WakeSignal): Promise<HandOverResult> {
  const begunAt = Date.now();
  const attempt = () => handOver.handOverMessage({ ...input, waitedMs: Date.now() - begunAt });
  const result = await retryWithBackoff(attempt, { wakeSignal });
  if (result) return result;
  const gaveUp = await quick.giveUpMessage(input);
  // Histories of earlier releases hold nothing here.
  return { outcome: "failed", ...(gaveUp && "follow" in gaveUp ? { follow: gaveUp.follow } : {}) };
}

/** Hands messages over while the workflow continues: a mail server that is down for a day must not delay the next notice. */
export class MessageSender {
  private pendingCount = 0;
  private readonly handOvers: Promise<unknown>[] = [];

  constructor(private readonly organizationId: string) {}

  /** Starts handing these messages over. */
  send(messageIds: string[]): void {
    const { organizationId } = this;
    for (const messageId of messageIds) {
      this.pendingCount++;
      this.handOvers.push(handOverMessage({ organizationId, messageId }).finally(() => this.pendingCount--));
    }
  }

  get isIdle(): boolean {
    return this.pendingCount === 0;
  }

  /** Waits until every message has its outcome. */
  async finish(): Promise<void> {
    await Promise.all(this.handOvers);
  }
}
