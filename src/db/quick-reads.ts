import type pg from "pg";
import { isRefusal, mostCharactersOf, runOn } from "./named-statement.js";
import type { ReadingLimit } from "./reading.js";

/** What has longer answers would keep the others waiting. */
const mostCharacters = 16_000;

/** What `pg`'s types leave out. */
type Shared = pg.PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } };

/** A connection that reads have in common, from the first of them to the last. */
class Line {
  underWay = 0;
  private isGathering = false;
  isLost = false;
  readonly client: Promise<Shared>;

  constructor(pool: pg.Pool) {
    this.client = this.borrow(pool);
  }

  private async borrow(pool: pg.Pool): Promise<Shared> {
    const client = (await pool.connect()) as Shared;
    client.pipeline = true;
    client.on("error", this.lose);
    return client;
  }

  /** Statements of one round of the event loop leave together. */
  gather({ connection: { stream } }: Shared): void {
    if (this.isGathering) return;
    this.isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  private readonly lose = (): void => {
    this.isLost = true;
  };

  giveBack(client: Shared): void {
    client.pipeline = false;
    client.off("error", this.lose);
    client.release(this.isLost);
  }
}

/**
 * Reads of single records, sent on one connection without waiting for the answers before them. Those of one round of the event loop leave in
 * one piece, and their answers come in one, which saves both sides half of their system calls. The connection is the pool's, and goes back
 * as soon as nothing is read.
 */
export class QuickReads {
  private line: Line | null = null;

  constructor(private readonly pool: pg.Pool) {}

  /** Whether a statement belongs here: its answers have been small. */
  suits(text: string): boolean {
    return mostCharactersOf(text) <= mostCharacters;
  }

  async run<Row extends object>(text: string, values: unknown[], reading: ReadingLimit | null): Promise<Row[]> {
    if (!this.line || this.line.isLost) this.line = new Line(this.pool);
    const { line } = this;
    line.underWay++;
    try {
      const client = await line.client;
      try {
        line.gather(client);
        return await runOn<Row>(client, text, values, reading);
      } catch (error) {
        line.isLost ||= !isRefusal(error);
        throw error;
      } finally {
        if (line.underWay === 1) line.giveBack(client);
      }
    } finally {
      line.underWay--;
      if (line.underWay === 0 && this.line === line) this.line = null;
    }
  }
}
