import { ActionError } from "../domain/errors.js";

interface Bounds {
  /** turns at once, in all and of one group */
  atOnce: number;
  ofOne: number;
  /** of one group while others had turns within the last second */
  ofOneBesideOthers?: number;
  /** how many may wait: in all, of one group, and of one member of it */
  waiting: number;
  waitingOfOne: number;
  waitingOfMember?: number;
}

interface Waiting {
  group: string;
  member: string;
  start(): void;
}

const latelyMs = 1_000;

/**
 * Who is served at once: a few, of one group fewer still, and first the group that has the fewest. The others wait in order, the members
 * of a group by turns.
 */
export class Turns {
  private readonly active = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  /** when each member of a group was last served, while any of the group is: the later, the higher */
  private readonly served = new Map<string, Map<string, number>>();
  private latest = 0;
  /** the two groups that began a turn last, and when */
  private lately: { group: string; at: number }[] = [];
  private total = 0;

  constructor(private readonly bounds: Bounds) {}

  /**
   * Does `work` when its turn has come. The turn ends with it, or when it calls `endTurn` before.
   * @param signal aborts when the client leaves, who then waits no longer
   * @param member of the group: one doesn't take the turns of the others
   * @throws rate_limited, unavailable if too many wait already
   */
  async run<T>(
    group: string,
    signal: AbortSignal | undefined,
    work: (endTurn: () => void) => Promise<T>,
    member = "",
  ): Promise<T> {
    if (!this.isFree(group)) await this.wait({ group, member }, signal);
    else this.begin({ group, member });
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

  private wait(whose: Pick<Waiting, "group" | "member">, signal: AbortSignal | undefined): Promise<void> {
    const { waiting, waitingOfOne, waitingOfMember = waitingOfOne } = this.bounds;
    if (this.waiting.length >= waiting) throw tooMany("unavailable", "Too many requests wait");
    const ofGroup = this.waiting.filter(({ group }) => group === whose.group);
    const ofMember = ofGroup.filter(({ member }) => member === whose.member);
    if (ofGroup.length >= waitingOfOne || ofMember.length >= waitingOfMember)
      throw tooMany("rate_limited", "Too many of your requests wait already");
    return new Promise((resolve, reject) => {
      const place = { ...whose, start: resolve };
      const leave = () => {
        const at = this.waiting.indexOf(place);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        this.forgetIdle(whose.group);
        reject(tooMany("unavailable", "The client has left"));
      };
      this.waiting.push(place);
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  private begin({ group, member }: Pick<Waiting, "group" | "member">): void {
    const served = this.served.get(group) ?? new Map<string, number>();
    this.served.set(group, served.set(member, ++this.latest));
    this.active.set(group, this.activeOf(group) + 1);
    this.total++;
    const [other] = this.lately.filter((turn) => turn.group !== group);
    this.lately = [{ group, at: performance.now() }, ...(other ? [other] : [])];
  }

  private end(group: string): void {
    const left = this.activeOf(group) - 1;
    if (left > 0) this.active.set(group, left);
    else this.active.delete(group);
    this.total--;
    for (let next = this.next(); next; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.begin(next);
      next.start();
    }
    this.forgetIdle(group);
  }

  private next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const place of this.waiting)
      if (this.isFree(place.group) && (!next || this.isBefore(place, next))) next = place;
    return next;
  }

  private isFree(group: string): boolean {
    const { atOnce, ofOne, ofOneBesideOthers = ofOne } = this.bounds;
    const since = performance.now() - latelyMs;
    const hasOthers = this.lately.some((turn) => turn.group !== group && turn.at > since);
    return this.total < atOnce && this.activeOf(group) < (hasOthers ? ofOneBesideOthers : ofOne);
  }

  private forgetIdle(group: string): void {
    if (!this.active.has(group) && !this.waiting.some((place) => place.group === group)) this.served.delete(group);
  }

  private isBefore(place: Waiting, other: Waiting): boolean {
    if (place.group !== other.group) return this.activeOf(place.group) < this.activeOf(other.group);
    const servedAt = ({ group, member }: Waiting) => this.served.get(group)?.get(member) ?? 0;
    return servedAt(place) < servedAt(other);
  }

  private activeOf(group: string): number {
    return this.active.get(group) ?? 0;
  }
}

const tooMany = (code: "rate_limited" | "unavailable", what: string): ActionError =>
  new ActionError(code, `${what}; try again in a moment.`, { headers: { "Retry-After": "5" } });
