import { ActionError } from "../domain/errors.js";

interface Bounds {
  /** turns at once, in all and of one group */
  atOnce: number;
  ofOne: number;
  /** how many may wait, in all and of one group */
  waiting: number;
  waitingOfOne: number;
}

interface Waiting {
  group: string;
  start(): void;
}

/** Who is served at once: a few, of one group fewer still, and first the group that has the fewest. The others wait in order. */
export class Turns {
  private readonly active = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private total = 0;

  constructor(private readonly bounds: Bounds) {}

  /**
   * Does `work` when its turn has come. The turn ends with it, or when it calls `endTurn` before.
   * @param signal aborts when the client leaves, who then waits no longer
   * @throws rate_limited, unavailable if too many wait already
   */
  async run<T>(group: string, signal: AbortSignal | undefined, work: (endTurn: () => void) => Promise<T>): Promise<T> {
    if (this.activeOf(group) >= this.bounds.ofOne || this.total >= this.bounds.atOnce) await this.wait(group, signal);
    else this.begin(group);
    let isOver = false;
    const endTurn = () => {
      if (!isOver) this.end(group);
      isOver = true;
    };
    try {
      return await work(endTurn);
    } finally {
      endTurn();
    }
  }

  private wait(group: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting.length >= this.bounds.waiting) throw tooMany("unavailable", "Too many requests wait");
    if (this.waiting.filter((other) => other.group === group).length >= this.bounds.waitingOfOne)
      throw tooMany("rate_limited", "Too many of your requests wait already");
    return new Promise((resolve, reject) => {
      const place = { group, start: resolve };
      const leave = () => {
        const at = this.waiting.indexOf(place);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        reject(tooMany("unavailable", "The client has left"));
      };
      this.waiting.push(place);
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  private begin(group: string): void {
    this.active.set(group, this.activeOf(group) + 1);
    this.total++;
  }

  private end(group: string): void {
    const left = this.activeOf(group) - 1;
    if (left > 0) this.active.set(group, left);
    else this.active.delete(group);
    this.total--;
    let next: Waiting | undefined;
    for (const place of this.waiting) {
      const isFree = this.activeOf(place.group) < this.bounds.ofOne;
      if (isFree && (!next || this.activeOf(place.group) < this.activeOf(next.group))) next = place;
    }
    if (!next) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.begin(next.group);
    next.start();
  }

  private activeOf(group: string): number {
    return this.active.get(group) ?? 0;
  }
}

const tooMany = (code: "rate_limited" | "unavailable", what: string): ActionError =>
  new ActionError(code, `${what}; try again in a moment.`, { headers: { "Retry-After": "5" } });
