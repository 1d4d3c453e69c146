import type pg from "pg";
import { NotConnected } from "../unreachable.js";
import type { Shares } from "./shares.js";

/**
 * A connection of the pool. One that breaks emits an error, beside failing its statements, which without a listener would end the process: it
 * has one from the moment that it is taken, since it may break in the very piece that says it is ready.
 */
export class Borrowed {
  /** whether it is closed, not given back */
  isLost = false;
  private readonly onError = this.lose.bind(this);

  private constructor(
    readonly client: pg.PoolClient,
    private readonly endShare?: () => void,
  ) {
    client.on("error", this.onError);
  }

  /** @param endShare is called when it is given back @throws NotConnected if none is free or made within the pool's limit */
  static from(pool: pg.Pool, endShare?: () => void): Promise<Borrowed> {
    return new Promise((resolve, reject) => {
      pool.connect((error, client) => {
        if (error || !client) reject(new NotConnected(error ?? new Error("no connection")));
        else resolve(new Borrowed(client, endShare));
      });
    });
  }

  /** In the organization's turn, which ends when it is given back; null: that has no limit. @throws Error as `from` */
  static async inShare(pool: pg.Pool, shares: Shares, organizationId: string | null): Promise<Borrowed> {
    const endShare = await shares.take(organizationId);
    try {
      return await Borrowed.from(pool, endShare);
    } catch (error) {
      endShare();
      throw error;
    }
  }

  giveBack(): void {
    this.client.off("error", this.onError);
    this.client.release(this.isLost);
    this.endShare?.();
  }

  private lose(): void {
    this.isLost = true;
  }
}
