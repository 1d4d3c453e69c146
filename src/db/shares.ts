interface Group {
  active: number;
  waiting: (() => void)[];
}

/** How many connections of the pool one organization may have at once, so that others find one whatever it waits for. */
export class Shares {
  private readonly groups = new Map<string, Group>();

  constructor(readonly most: number) {}

  /** Waits for the organization's turn. @returns what ends it */
  async take(organizationId: string): Promise<() => void> {
    const group = this.groups.get(organizationId) ?? { active: 0, waiting: [] };
    this.groups.set(organizationId, group);
    if (group.active >= this.most) await new Promise<void>((resolve) => group.waiting.push(resolve));
    else group.active++;
    return () => {
      const next = group.waiting.shift();
      if (next) return next();
      group.active--;
      if (group.active === 0) this.groups.delete(organizationId);
    };
  }

  /** Does work with a connection, or without a limit where no organization is named. */
  async during<T>(organizationId: string | null, work: () => Promise<T>): Promise<T> {
    if (organizationId === null) return work();
    const end = await this.take(organizationId);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
