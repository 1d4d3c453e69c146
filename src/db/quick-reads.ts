import type pg from "pg";
import { type Asked, sendAlone, sendTogether } from "./batch.js";
import { Departures } from "./departures.js";
import { mostCharactersOf } from "./named-statement.js";
import type { ReadingLimit } from "./reading.js";

/** What has longer answers would keep the others waiting. */
const mostCharacters = 16_000;

/**
 * Reads of single records. Those that are asked for together, or while others are under way, are sent in one piece, and their answers come in one,
 * which saves both sides most of their system calls. If one is refused, each is read by itself.
 */
export class QuickReads {
  private readonly departures = new Departures<Asked>(1, (_, asked) => this.send(asked));

  constructor(private readonly pool: pg.Pool) {}

  /** Whether a statement belongs here: its answers have been small. */
  suits(text: string): boolean {
    return (mostCharactersOf(text) ?? Number.POSITIVE_INFINITY) <= mostCharacters;
  }

  run<Row extends object>(text: string, values: unknown[], reading: ReadingLimit | null): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.departures.add("", { text, values, reading, resolve: resolve as Asked["resolve"], reject });
    });
  }

  private async send(asked: Asked[]): Promise<void> {
    if (asked.length > 1 && (await sendTogether(this.pool, asked))) return;
    await Promise.all(asked.map((one) => sendAlone(this.pool, one)));
  }
}
