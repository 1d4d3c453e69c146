import { ActionError } from "../../domain/errors.js";

const maxAtOnce = 2;
/** Else one organization would keep both the thread and Postgres busy. */
const maxOfOne = 1;
const maxWaitingOfOne = 50;
const maxWaiting = 500;
const retryAfter = { headers: { "Retry-After": "5" } };

interface Waiting {
  organizationId: string;
  start(): void;
}

/** Who has a turn in the lane: few at once, of one organization fewer still, and first the organization that has the fewest. */
export class Turns {
  private readonly active = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private total = 0;

  /**
   * Waits for a turn, which ends when the function is called that this returns, or when the client has left before it began.
   * @throws rate_limited, unavailable if too many wait already
   */
  async take(organizationId: string, signal: AbortSignal | undefined): Promise<() => void> {
    if (this.countOf(organizationId) >= maxOfOne || this.total >= maxAtOnce) await this.wait(organizationId, signal);
    else this.begin(organizationId);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.end(organizationId);
    };
  }

  private wait(organizationId: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting.filter((other) => other.organizationId === organizationId).length >= maxWaitingOfOne)
      throw new ActionError(
        "rate_limited",
        "Too many large requests of this organization wait; send them one after another.",
        retryAfter,
      );
    if (this.waiting.length >= maxWaiting)
      throw new ActionError("unavailable", "Too many large requests wait; try again in a moment.", retryAfter);
    return new Promise((resolve, reject) => {
      const place = { organizationId, start: resolve };
      const leave = () => {
        const at = this.waiting.indexOf(place);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        reject(new ActionError("unavailable", "The client has left.", retryAfter));
      };
      this.waiting.push(place);
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  private begin(organizationId: string): void {
    this.active.set(organizationId, this.countOf(organizationId) + 1);
    this.total++;
  }

  private end(organizationId: string): void {
    const left = this.countOf(organizationId) - 1;
    if (left > 0) this.active.set(organizationId, left);
    else this.active.delete(organizationId);
    this.total--;
    const [next] = this.waiting
      .filter((place) => this.countOf(place.organizationId) < maxOfOne)
      .sort((a, b) => this.countOf(a.organizationId) - this.countOf(b.organizationId));
    if (!next) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.begin(next.organizationId);
    next.start();
  }

  private countOf(organizationId: string): number {
    return this.active.get(organizationId) ?? 0;
  }
}
