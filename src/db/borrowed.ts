import type pg from "pg";

/**
 * A connection of the pool. One that breaks emits an error, beside failing its statements, which without a listener would end the process: it
 * has one from the moment that it is taken, since it may break in the very piece that says it is ready.
 */
export class Borrowed {
  /** whether it is closed, not given back */
  isLost = false;
  private readonly lose: () => void;

  private constructor(readonly client: pg.PoolClient) {
    // Not assigned at once: see `ActionContext.query`.
    const lose = () => {
      this.isLost = true;
    };
    this.lose = lose;
    client.on("error", lose);
  }

  /** @throws Error if none is free or made within the pool's limit */
  static from(pool: pg.Pool): Promise<Borrowed> {
    return new Promise((resolve, reject) => {
      pool.connect((error, client) => {
        if (error || !client) reject(error);
        else resolve(new Borrowed(client));
      });
    });
  }

  giveBack(): void {
    this.client.off("error", this.lose);
    this.client.release(this.isLost);
  }
}
