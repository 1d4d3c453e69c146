/** So many leave together at most. */
const mostAtOnce = 32;

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

  /**
   * @param mostUnderWay so many departures of a group are waited for at once
   * @param send must not fail: each item has its own outcome
   * @param patienceMs what is added after a departure that takes longer doesn't wait for it
   */
  constructor(
    private readonly mostUnderWay: number,
    private readonly send: (group: string, items: Item[]) => Promise<void>,
    private readonly patienceMs = 50,
  ) {}

  add(name: string, item: Item): void {
    const group = this.groups.get(name) ?? { waiting: [], underWay: 0, isLeaving: false };
    this.groups.set(name, group);
    group.waiting.push(item);
    if (group.isLeaving || group.underWay >= this.mostUnderWay) return;
    group.isLeaving = true;
    setImmediate(() => void this.depart(name, group));
  }

  private async depart(name: string, group: Group<Item>): Promise<void> {
    group.isLeaving = false;
    group.underWay++;
    for (let next = group.waiting.splice(0, mostAtOnce); next.length > 0; next = group.waiting.splice(0, mostAtOnce))
      await atMost(this.patienceMs, this.send(name, next));
    group.underWay--;
    if (group.underWay === 0 && !group.isLeaving) this.groups.delete(name);
  }
}

/** Ends with the work, which doesn't fail, or after so long. */
const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
