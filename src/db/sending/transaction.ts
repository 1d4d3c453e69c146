import type pg from "pg";
import type { ReadingLimit } from "../reading.js";
import { Borrowed } from "./borrowed.js";
import { judge, runOn } from "./run-statements.js";
import type { Shares } from "./shares.js";

/** A transaction on its own connection, which `release` returns to the pool. */
export class Transaction {
  private isCommitted = false;

  private constructor(private readonly borrowed: Borrowed) {}

  private get client(): pg.PoolClient {
    return this.borrowed.client;
  }

  /**
   * @param organizationId whose share of the connections it takes; null: that has no limit
   * @param isolation of its statements, in SQL; unset: each sees what others have committed meanwhile
   */
  static async begin(
    pool: pg.Pool,
    shares: Shares,
    organizationId: string | null,
    isolation?: "repeatable read",
  ): Promise<Transaction> {
    const transaction = new Transaction(await Borrowed.inShare(pool, shares, organizationId));
    try {
      await transaction.client.query(isolation ? `begin isolation level ${isolation}` : "begin");
      return transaction;
    } catch (error) {
      await transaction.release();
      throw error;
    }
  }

  /** @throws as `runOn` does */
  async run<Row extends object>(text: string, values: unknown[], reading: ReadingLimit | null): Promise<Row[]> {
    try {
      return await runOn<Row>(this.client, text, values, reading);
    } catch (error) {
      judge(this.borrowed, error);
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.client.query("commit");
    this.isCommitted = true;
  }

  /** Returns the connection to the pool, and rolls back what was not committed. */
  async release(): Promise<void> {
    try {
      if (!this.isCommitted) await this.client.query("rollback");
    } catch {
      // A connection that can't even roll back is discarded.
      this.borrowed.isLost = true;
    }
    this.borrowed.giveBack();
  }
}
