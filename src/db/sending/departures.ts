/** Of the items that leave together. */
const mostAtOnce = 12;

/** Sends a group's items, one departure after another. */
export interface Sender<Item> {
  /** Never fails. @returns what tells those who wait for these items, which is called once the next have left */
  send(items: Item[]): Promise<() => void>;
  /** Gives up what it holds while it sends. */
  close(): void;
}

interface Pace {
  /** departures of a group at a time */
  mostUnderWay: number;
  /** this many items leave at once, before the round of the event loop ends, so Postgres works meanwhile */
  enoughToLeave?: number;
  /** a departure that takes longer doesn't count any more: the next one leaves beside it */
  patienceMs?: number;
}

interface Group<Item> {
  waiting: Item[];
  underWay: number;
  isLeaving: boolean;
}

/**
 * What has to be sent: all that is added to a group in one round of the event loop leaves together, and so does all that is added while
 * earlier departures are under way.
 */
export class Departures<Item> {
  private readonly groups = new Map<string, Group<Item>>();
  private readonly pace: Required<Pace>;

  constructor(
    private readonly senderOf: (group: string) => Sender<Item>,
    pace: Pace,
  ) {
    this.pace = { enoughToLeave: Number.POSITIVE_INFINITY, patienceMs: 50, ...pace };
  }

  add(name: string, item: Item): void {
    const group = this.groups.get(name) ?? { waiting: [], underWay: 0, isLeaving: false };
    this.groups.set(name, group);
    group.waiting.push(item);
    if (group.waiting.length >= this.pace.enoughToLeave) this.leave(name, group);
    else if (!group.isLeaving && group.underWay < this.pace.mostUnderWay) {
      group.isLeaving = true;
      setImmediate(() => {
        group.isLeaving = false;
        this.leave(name, group);
      });
    }
  }

  private leave(name: string, group: Group<Item>): void {
    if (group.waiting.length > 0) {
      if (group.underWay < this.pace.mostUnderWay) void this.depart(name, group);
    } else if (group.underWay === 0 && !group.isLeaving) this.groups.delete(name);
  }

  /** Sends as long as something waits. The next items leave before anybody is told of the last ones, so nobody is idle. */
  private async depart(name: string, group: Group<Item>): Promise<void> {
    let isWaitedFor = true;
    const end = () => {
      isWaitedFor = false;
      group.underWay--;
      this.leave(name, group);
    };
    group.underWay++;
    const sender = this.senderOf(name);
    let tell = () => {};
    do {
      const timer = setTimeout(end, this.pace.patienceMs);
      const sent = sender.send(group.waiting.splice(0, mostAtOnce));
      tell();
      tell = await sent;
      clearTimeout(timer);
    } while (isWaitedFor && group.waiting.length > 0);
    sender.close();
    tell();
    if (isWaitedFor) end();
  }
}
