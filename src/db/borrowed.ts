import type pg from "pg";

/**
 * A connection of the pool. One that breaks emits an error, beside failing its statements, which without a listener would end the process: it
 * has one from the moment that it is taken, since it may break in the very piece that says it is ready.
 */
export class Borrowed {
  /** whether it is closed, not given back */
  isLost = false;
  private readonly onError = this.lose.bind(this);

  private constructor(readonly client: pg.PoolClient) {
    client.on("error", this.onError);
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
    this.client.off("error", this.onError);
    this.client.release(this.isLost);
  }

  private lose(): void {
    this.isLost = true;
  }
}
