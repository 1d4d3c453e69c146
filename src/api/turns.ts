import type { Client } from "../actions/dispatch/end-waiter.js";
import { type ActionError, rateLimited, unavailable } from "../domain/errors.js";

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

interface Member {
  /** the waiting calls, first come, first served: each begins its work when called */
  places: Set<() => void>;
  /** when it was last served, while any of the group is: the later, the higher; 0: not yet */
  servedAt: number;
}

interface Group {
  name: string;
  active: number;
  waiting: number;
  members: Map<string, Member>;
  /** which of the queues it stands in; undefined: nobody of it waits, or it has all the turns that it may have */
  queue: Set<Group> | undefined;
}

const latelyMs = 1_000;

/**
 * Who is served at once: so many in all and so many of one group, and first the group that has the fewest. Groups that have the same wait in
 * order, and so do the members of a group: each is served once before another is served again. What a turn costs depends on the members
 * of one group, and on nobody else who waits.
 */
export class Turns {
  private readonly groups = new Map<string, Group>();
  /** the groups that could begin, by how many turns they have */
  private readonly queues: Set<Group>[];
  private latest = 0;
  /** the two groups that began a turn last, and when */
  private lately: { name: string; at: number }[] = [];
  private active = 0;
  private waiting = 0;
  /** looks whether somebody may begin, since others have been gone for a while */
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly bounds: Bounds) {
    this.queues = Array.from({ length: bounds.ofOne }, () => new Set<Group>());
  }

  /**
   * Does `work` when its turn has come. The turn ends with it, or when it calls `endTurn` before.
   * @param client waits no longer once gone away
   * @param memberName of the group: one doesn't take the turns of the others
   * @throws rate_limited, unavailable if too many wait already
   */
  async run<T>(
    groupName: string,
    client: Client | undefined,
    work: (endTurn: () => void) => Promise<T>,
    memberName = "",
  ): Promise<T> {
    const group = this.groups.get(groupName) ?? newGroup(groupName);
    const member = group.members.get(memberName) ?? { places: new Set(), servedAt: 0 };
    const isFull = group.waiting > 0 || !this.mayBegin(group);
    if (isFull) this.requirePlace(group, member);
    this.groups.set(groupName, group);
    group.members.set(memberName, member);
    if (isFull) await this.wait(group, member, client);
    else this.begin(group, member);
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

  /** @throws rate_limited, unavailable */
  private requirePlace(group: Group, { places }: Member): void {
    const { waiting, waitingOfOne, waitingOfMember = waitingOfOne } = this.bounds;
    if (this.waiting >= waiting) throw tooMany(unavailable, "Too many requests wait");
    if (group.waiting >= waitingOfOne || places.size >= waitingOfMember)
      throw tooMany(rateLimited, "Too many of your requests wait already");
  }

  private wait(group: Group, member: Member, client: Client | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (!member.places.has(resolve)) return;
        this.count(group, member, resolve, -1);
        reject(tooMany(unavailable, "The client has left"));
      };
      this.count(group, member, resolve, 1);
      client?.signal.addEventListener("abort", leave, { once: true });
      if (client?.signal.aborted) leave();
      this.serveAll();
    });
  }

  /** Adds a place to the waiting ones, or removes it. */
  private count(group: Group, { places }: Member, place: () => void, change: 1 | -1): void {
    if (change === 1) places.add(place);
    else places.delete(place);
    group.waiting += change;
    this.waiting += change;
    this.sort(group);
  }

  private begin(group: Group, member: Member): void {
    member.servedAt = ++this.latest;
    group.active++;
    this.active++;
    const [other] = this.lately.filter((turn) => turn.name !== group.name);
    this.lately = [{ name: group.name, at: performance.now() }, ...(other ? [other] : [])];
    this.sort(group);
  }

  private end(group: Group): void {
    group.active--;
    this.active--;
    this.sort(group);
    this.serveAll();
  }

  /** Begins every call that may begin. If a group gets fewer turns because of others, looks again later. */
  private serveAll(): void {
    for (let next = this.next(); next; next = this.next()) this.serve(next);
    if (this.waiting === 0 || this.bounds.ofOneBesideOthers === undefined) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.serveAll();
    }, latelyMs).unref();
  }

  private next(): Group | undefined {
    for (const [first] of this.queues) if (first && this.mayBegin(first)) return first;
    return undefined;
  }

  private mayBegin({ name, active }: Group): boolean {
    const { atOnce, ofOne, ofOneBesideOthers = ofOne } = this.bounds;
    const since = performance.now() - latelyMs;
    const hasOthers = this.lately.some((turn) => turn.name !== name && turn.at > since);
    return this.active < atOnce && active < (hasOthers ? ofOneBesideOthers : ofOne);
  }

  /** Begins the first place of the member who hasn't been served for the longest time. */
  private serve(group: Group): void {
    let member: Member | undefined;
    for (const one of group.members.values())
      if (one.places.size > 0 && (!member || one.servedAt < member.servedAt)) member = one;
    const [place] = member?.places ?? [];
    if (!member || !place) return;
    this.begin(group, member);
    this.count(group, member, place, -1);
    place();
  }

  /** Puts a group where it belongs now: at the end of its queue, unless it stood in it already. */
  private sort(group: Group): void {
    const queue = group.waiting > 0 ? this.queues[group.active] : undefined;
    if (queue !== group.queue) {
      group.queue?.delete(group);
      group.queue = queue?.add(group);
    }
    if (group.active === 0 && group.waiting === 0) this.groups.delete(group.name);
  }
}

const newGroup = (name: string): Group => ({ name, active: 0, waiting: 0, members: new Map(), queue: undefined });

const tooMany = (refuse: (message: string, afterSeconds: number) => ActionError, what: string): ActionError =>
  refuse(`${what}; try again in a moment.`, 5);
