/** Runs a statement; `Queries` itself would close a circle of imports. */
interface Runner {
  query<T extends object>(text: string, values: unknown[]): Promise<T[]>;
}

/** What a unit relied on is not so any more; it has written nothing. */
export class GuardBroken extends Error {}

/** SQL with its parameters renumbered, so that it can stand behind so many others. */
export const renumbered = (sql: string, offset: number): string =>
  offset === 0 ? sql : sql.replace(/\$(\d+)/g, (_, i) => `$${Number(i) + offset}`);

const maxGuardedTexts = 1_000;
/** By condition and text. To put them together anew takes 3 % of a read, and its statement's name is found faster by the same string. */
const guardedTexts = new Map<string, Map<string, string>>();

/** @param valueCount of the text, which alone decides it */
function guardedText(text: string, valueCount: number, condition: string): string {
  const known = guardedTexts.get(condition) ?? new Map<string, string>();
  guardedTexts.set(condition, known);
  const found = known.get(text);
  if (found) return found;
  const own = renumbered(condition, valueCount);
  const guarded = `select * from (${text}) guarded where expect_true((select ${own}))`;
  if (known.size < maxGuardedTexts) known.set(text, guarded);
  return guarded;
}

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

  /**
   * Makes a query fail where the condition doesn't hold and it would find a row: a row that it gives is a proof, and no row is no
   * proof, but true. Null for a text that may write.
   */
  around(text: string, values: readonly unknown[]): [text: string, values: unknown[]] | null {
    if (!/^\s*select\b/i.test(text)) return null;
    return [guardedText(text, values.length, this.condition), [...values, ...this.values]];
  }

  /** @throws GuardBroken if the condition doesn't hold */
  async prove(runner: Runner): Promise<void> {
    if (this.isProven) return;
    const [row] = await runner.query<{ holds: boolean }>(`select ${this.condition} as holds`, [...this.values]);
    if (!row?.holds) throw new GuardBroken("What the work relied on has changed.");
    this.isProven = true;
  }
}
