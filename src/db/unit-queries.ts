import type { Database, Queries } from "./database.js";
import type { Guard } from "./guard.js";
import { type ReadingBound, ReadingLimit } from "./reading.js";
import { runPooled } from "./sending/run-statements.js";
import { Transaction } from "./sending/transaction.js";

/** What a unit relies on, and what it may take. */
export interface UnitTerms {
  /** how much it may read; unset: anything */
  bound?: ReadingBound | undefined;
  /** what its reads and writes rely on beside its records: its first statement that can checks it */
  guard?: Guard | null | undefined;
  /** the organization whose share of the connections it takes; unset: that has no limit */
  group?: string | null | undefined;
}

/**
 * How the statements of a unit reach Postgres: each by itself, in its organization's share of the connections, until the unit needs a
 * transaction; from then on all of them run on the transaction's connection.
 */
export class UnitQueries implements Queries {
  private transaction: Transaction | null = null;
  private readonly reading: ReadingLimit | null;
  private readonly guard: Guard | null;
  private readonly group: string | null;

  constructor(
    protected readonly database: Database,
    { bound, guard = null, group = null }: UnitTerms,
  ) {
    this.reading = bound === undefined ? null : new ReadingLimit(bound);
    this.guard = guard;
    this.group = group;
  }

  /** @throws the bound's refusal if the unit has then read more than it may */
  query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.guarded(text, values, false);
  }

  /**
   * Like `query`, for what finds one record by its id, which takes no longer than others can wait: outside of transactions it is sent with
   * what else the organization reads at the moment.
   */
  queryRecord<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    return this.guarded(text, values, true);
  }

  private async guarded<T extends object>(text: string, values: unknown[], isQuick: boolean): Promise<T[]> {
    const guarded = this.openGuard?.around(text, values);
    const rows = await this.run<T>(...(guarded ?? ([text, values] as const)), isQuick);
    if (guarded && rows.length > 0 && this.guard) this.guard.isProven = true;
    return rows;
  }

  protected async run<T extends object>(text: string, values: unknown[], isQuick = false): Promise<T[]> {
    const { transaction, reading } = this;
    const { quickReads, pool, shares } = this.database;
    const rows = transaction
      ? await transaction.run<T>(text, values, reading)
      : isQuick && this.group !== null && quickReads.suits(text)
        ? await quickReads.run<T>(this.group, text, values, reading)
        : await shares.during(this.group, () => runPooled<T>(pool, text, values, reading));
    reading?.check();
    return rows;
  }

  /** The guard, until it is proven. */
  protected get openGuard(): Guard | null {
    return this.guard?.isProven ? null : this.guard;
  }

  /** Counts a computation that takes as long as reading this many characters. @throws TooMuchHere if that is more than may be done here */
  spend(characters: number): void {
    this.reading?.spend(characters);
  }

  /**
   * Runs one statement immediately, in a transaction that the whole unit shares from now on. Report what it changes with
   * `note`.
   */
  async execute<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    await this.begin();
    return this.query<T>(text, values);
  }

  /** Opens a transaction, so rows can be locked. @param isolation see `Transaction.begin` */
  async begin(isolation?: "repeatable read"): Promise<void> {
    const { pool, shares } = this.database;
    this.transaction ??= await Transaction.begin(pool, shares, this.group, isolation);
  }

  /** Like `begin`, before anything is read: all that the unit reads then stands as it did at one moment. */
  beginSnapshot(): Promise<void> {
    return this.begin("repeatable read");
  }

  protected get isInTransaction(): boolean {
    return this.transaction !== null;
  }

  /** @throws GuardBroken if what the unit relies on doesn't hold */
  protected async prove(): Promise<void> {
    await this.guard?.prove(this);
  }

  /** Ends the transaction, if there is one. What the unit relies on was checked by its statements. */
  protected async commitTransaction(): Promise<void> {
    await this.transaction?.commit();
    if (this.guard) this.guard.isProven = true;
  }

  /** Returns the connection to the pool, and rolls back what was not committed. */
  async release(): Promise<void> {
    const transaction = this.transaction;
    this.transaction = null;
    await transaction?.release();
  }
}
