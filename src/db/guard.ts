import { TextTree } from "./text-tree.js";

/** Runs a statement; `Queries` itself would close a circle of imports. */
interface Runner {
  query<T extends object>(text: string, values: unknown[]): Promise<T[]>;
}

/** What a unit relied on has changed; it has written nothing. */
export class GuardBroken extends Error {}

/** SQL with its parameters renumbered, so that it can follow this many others. */
export const renumbered = (sql: string, offset: number): string =>
  offset === 0 ? sql : sql.replace(/\$(\d+)/g, (_, i) => `$${Number(i) + offset}`);

const guardedTexts = new TextTree();

/**
 * A condition in the database on which work relies, such as that its caller is still as it was read. The work's own statements check it,
 * so that it costs no round trip. Once it is proven, after the request came in, it isn't checked again.
 */
export class Guard {
  isProven = false;

  /** @param condition in SQL, with `$1`, `$2`… for the values */
  constructor(
    readonly condition: string,
    readonly values: readonly unknown[],
  ) {}

  /** The same condition, not proven yet. */
  anew(): Guard {
    return new Guard(this.condition, this.values);
  }

  /**
   * Makes a query fail if it finds a row while the condition doesn't hold. So a row that it gives proves the condition; an empty answer
   * is right, but proves nothing. Null for a text that may write.
   */
  around(text: string, values: readonly unknown[]): [text: string, values: unknown[]] | null {
    if (!/^\s*select\b/i.test(text)) return null;
    const guarded = guardedTexts.find([this.condition, text], () => {
      const condition = renumbered(this.condition, values.length);
      return `select * from (${text}) guarded where expect_true((select ${condition}))`;
    });
    return [guarded, [...values, ...this.values]];
  }

  /** @throws GuardBroken if the condition doesn't hold */
  async prove(runner: Runner): Promise<void> {
    if (this.isProven) return;
    const [row] = await runner.query<{ holds: boolean }>(`select ${this.condition} as holds`, [...this.values]);
    if (!row?.holds) throw new GuardBroken("What the work relied on has changed.");
    this.isProven = true;
  }
}
