import type pg from "pg";
import type { ReadingLimit } from "../reading.js";
import { Departures } from "./departures.js";
import { mostCharactersOf } from "./named-statement.js";
import { type Asked, PieceSender } from "./piece-sender.js";
import type { Shares } from "./shares.js";

/** Statements with longer answers would keep the others waiting. */
const mostAnswerCharacters = 16_000;

/**
 * Reads of single records. Those of one organization that are asked for together, or while others are under way, are sent in one piece, and
 * their answers come in one, which saves both sides most of their system calls. If one is refused, each is read by itself.
 */
export class QuickReads {
  private readonly departures: Departures<Asked>;

  constructor(pool: pg.Pool, shares: Shares) {
    this.departures = new Departures((organizationId) => new PieceSender({ pool, shares, organizationId }), {
      mostUnderWay: 1,
      enoughToLeave: 8,
    });
  }

  /** Whether a statement belongs here: none of its answers has been long. */
  suits(text: string): boolean {
    return mostCharactersOf(text) <= mostAnswerCharacters;
  }

  run<Row extends object>(
    organizationId: string,
    text: string,
    values: unknown[],
    reading: ReadingLimit | null,
  ): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.departures.add(organizationId, { text, values, reading, resolve: resolve as Asked["resolve"], reject });
    });
  }

  /** The same for what runs queries of one organization. */
  of(organizationId: string) {
    return {
      query: <Row extends object>(text: string, values: unknown[]) => this.run<Row>(organizationId, text, values, null),
    };
  }
}
