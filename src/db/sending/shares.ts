import { NotConnected } from "../unreachable.js";

/** How many of an organization may wait for a turn: each holds its request's body, and a provider's calls have no other limit. */
const mostWaiting = 1_000;

/** An organization has as many waiting as may. Like a database that is out of reach, it says nothing against what was to be done. */
export class NoTurn extends NotConnected {
  constructor() {
    super(new Error("too much of this organization waits for a connection"));
  }
}

interface Group {
  active: number;
  waiting: (() => void)[];
}

/** How many connections of the pool one organization may have at once, so that others find one whatever it waits for. */
export class Shares {
  private readonly groups = new Map<string, Group>();

  constructor(readonly most: number) {}

  /** Waits for the organization's turn; without an organization there is no limit. @returns a function that ends the turn @throws NoTurn */
  async take(organizationId: string | null): Promise<() => void> {
    if (organizationId === null) return () => undefined;
    const group = this.groups.get(organizationId) ?? { active: 0, waiting: [] };
    this.groups.set(organizationId, group);
    if (group.waiting.length >= mostWaiting) throw new NoTurn();
    if (group.active >= this.most) await new Promise<void>((resolve) => group.waiting.push(resolve));
    else group.active++;
    return () => {
      const next = group.waiting.shift();
      if (next) return next();
      group.active--;
      if (group.active === 0) this.groups.delete(organizationId);
    };
  }

  /** Whether somebody of the organization waits for a turn. */
  isWaitedFor(organizationId: string): boolean {
    return (this.groups.get(organizationId)?.waiting.length ?? 0) > 0;
  }

  /** Does work with a connection in the organization's turn. @throws NoTurn */
  async during<T>(organizationId: string | null, work: () => Promise<T>): Promise<T> {
    const end = await this.take(organizationId);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
