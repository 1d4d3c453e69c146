import type pg from "pg";
import type { ReadingLimit } from "../reading.js";
import { runBatch } from "./batch.js";
import { Borrowed } from "./borrowed.js";
import type { Sender } from "./departures.js";
import { NamedStatement } from "./named-statement.js";
import { isRefusal, judge, runPooled } from "./run-statements.js";
import type { Shares } from "./shares.js";

/** A statement that somebody waits for. */
export interface Asked {
  text: string;
  values: unknown[];
  reading: ReadingLimit | null;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

interface Sending {
  pool: pg.Pool;
  shares: Shares;
  /** whose share of the connections it takes */
  organizationId: string;
  /** a statement before several, whose rows nobody needs */
  first?: string;
  /** called if one of several was refused, before each is sent by itself */
  refused?: () => void;
}

/**
 * Sends statements of an organization in pieces, each of them one transaction. It keeps a connection of the pool from the first piece until it
 * is closed, unless others wait for one. If a statement of a piece is refused, each is sent again by itself.
 */
export class PieceSender implements Sender<Asked> {
  private held: Borrowed | undefined;

  constructor(private readonly sending: Sending) {}

  async send(asked: readonly Asked[]): Promise<() => void> {
    const { pool, shares, organizationId, first, refused } = this.sending;
    const before = first !== undefined && asked.length > 1 ? [new NamedStatement(first, [], null)] : [];
    const statements = asked.map(({ text, values, reading }) => new NamedStatement(text, values, reading));
    try {
      if (this.held?.isLost) this.close();
      this.held ??= await Borrowed.inShare(pool, shares, organizationId);
      await runBatch(this.held.client, [...before, ...statements]);
    } catch (error) {
      const isRefused = isRefusal(error);
      if (this.held) judge(this.held, error);
      if (isRefused && asked.length > 1)
        return () => {
          refused?.();
          for (const one of asked) this.sendAlone(one);
        };
      // If several were sent and not refused, their outcome is unknown, so none may be sent again.
      return () => {
        for (const { reject } of asked) reject(error);
      };
    }
    if (pool.waitingCount > 0 || shares.isWaitedFor(organizationId)) this.close();
    return () => {
      for (const [n, statement] of statements.entries()) {
        try {
          asked[n]?.resolve(statement.rows());
        } catch (error) {
          asked[n]?.reject(error);
        }
      }
    };
  }

  close(): void {
    const { held } = this;
    this.held = undefined;
    held?.giveBack();
  }

  private sendAlone({ text, values, reading, resolve, reject }: Asked): void {
    const { pool, shares, organizationId } = this.sending;
    const alone = () => runPooled(pool, text, values, reading);
    void shares.during(organizationId, alone).then(resolve, reject);
  }
}
