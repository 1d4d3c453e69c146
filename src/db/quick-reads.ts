import type pg from "pg";
import { Borrowed } from "./borrowed.js";
import { isRefusal, mostCharactersOf, runOn, runPooled } from "./named-statement.js";
import type { ReadingLimit } from "./reading.js";

/** What has longer answers would keep the others waiting. */
const mostCharacters = 16_000;
/** So long without an answer, and the next reads take another connection. */
const patienceMs = 50;
/** A statement is not known, or known already: the reading before it, which was to make it known, failed at that. */
const unprepared = ["26000", "42P05"];

/** What `pg`'s types leave out. */
type Shared = pg.PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } };

/** A connection that reads have in common, from the first of them to the last. */
class Line {
  /** those that were given to it, until they have their answers */
  underWay = 0;
  /** when an answer came last; none is missed before the first read is sent */
  private answeredAt = Number.POSITIVE_INFINITY;
  private isGathering = false;
  /** whether its connection is given back, broken, or never came */
  isGone = false;
  readonly connection: Promise<Borrowed>;

  constructor(pool: pg.Pool) {
    this.connection = Borrowed.from(pool).then((borrowed) => {
      (borrowed.client as Shared).pipeline = true;
      this.answeredAt = performance.now();
      return borrowed;
    });
  }

  /** Whether it takes further reads. */
  get isOpen(): boolean {
    return !this.isGone && performance.now() - this.answeredAt < patienceMs;
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

  async read<Row extends object>(
    borrowed: Borrowed,
    text: string,
    values: unknown[],
    reading: ReadingLimit | null,
  ): Promise<Row[]> {
    const client = borrowed.client as Shared;
    try {
      this.gather(client);
      return await runOn<Row>(client, text, values, reading);
    } catch (error) {
      borrowed.isLost ||= !isRefusal(error);
      this.isGone ||= borrowed.isLost;
      throw error;
    } finally {
      this.answeredAt = performance.now();
      if (--this.underWay === 0) {
        client.pipeline = false;
        borrowed.giveBack();
        this.isGone = true;
      }
    }
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
    return (mostCharactersOf(text) ?? Number.POSITIVE_INFINITY) <= mostCharacters;
  }

  async run<Row extends object>(text: string, values: unknown[], reading: ReadingLimit | null): Promise<Row[]> {
    const isFirst = !this.line?.isOpen;
    if (isFirst || !this.line) this.line = new Line(this.pool);
    const { line } = this;
    line.underWay++;
    try {
      const borrowed = await line.connection.catch((error) => {
        line.isGone = true;
        // The others came later than the one whose time is over.
        if (isFirst) throw error;
        return null;
      });
      if (borrowed) return await line.read<Row>(borrowed, text, values, reading);
    } catch (error) {
      if (!unprepared.includes((error as { code?: string }).code ?? "")) throw error;
    }
    return runPooled<Row>(this.pool, text, values, reading);
  }
}
