import type pg from "pg";

/** A transaction on its own connection, which `release` returns to the pool. */
export class Transaction {
  private isCommitted = false;
  private isLost = false;

  private constructor(readonly client: pg.PoolClient) {
    // A connection that breaks also emits an error, beside failing its query. Without a listener that would end the process.
    client.on("error", this.lose);
  }

  static async begin(pool: pg.Pool): Promise<Transaction> {
    const transaction = new Transaction(await pool.connect());
    try {
      await transaction.client.query("begin");
      return transaction;
    } catch (error) {
      await transaction.release();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.client.query("commit");
    this.isCommitted = true;
  }

  /** Returns the connection to the pool, and rolls back what was not committed. */
  async release(): Promise<void> {
    if (!this.isCommitted) await this.client.query("rollback").catch(this.lose);
    this.client.off("error", this.lose);
    // A connection that can't even roll back is discarded.
    this.client.release(this.isLost);
  }

  private readonly lose = (): void => {
    this.isLost = true;
  };
}
