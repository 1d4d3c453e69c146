import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { Borrowed } from "../../db/sending/borrowed.js";
import type { FormatWarning } from "../../formats/format-warning.js";
import type { PriceListEntry } from "../../formats/price-lists/price-list.js";

/** So much is sent at once; no transaction is open while the next entries are read. */
const sentAtOnce = 1024 * 1024;

/** More characters than the actions take are cut off, as are those that Postgres can't keep. */
const limits = { code: 300, unit: 300, chapter: 10_000, description: 100_000 };

interface PricesOfCode {
  code: string;
  entries: number;
  /** euro */
  least: number;
  /** euro */
  largest: number;
  /** how many such codes there are in all */
  codes: number;
}
const severalPrices = `select code, count(*)::int as entries, min(price)::float8 as least, max(price)::float8 as largest,
    (count(*) over ())::int as codes
  from incoming_price where code is not null group by code having min(price) <> max(price) order by min(n) limit 100`;

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function field(text: string | null, most: number): string {
  if (text === null || text === "") return "\\N";
  const kept = text.length > most ? text.slice(0, most) : text;
  return kept.replaceAll("\0", "").replace(/[\\\t\n\r]/g, (character) => escapes[character] as string);
}

const required = (text: string, most: number): string => (text === "" ? "" : field(text, most));

/**
 * The entries of a list before they are written: in a table that only its connection sees, and that goes with it. So whatever ends an
 * import leaves nothing behind.
 */
export class StagedEntries {
  private waiting: string[] = [];
  private waitingChars = 0;
  count = 0;

  private constructor(private readonly session: Database) {}

  /** @param session with one connection alone, which stays open */
  static async begin(session: Database): Promise<StagedEntries> {
    // A connection that is closed for being idle would take the table along.
    session.pool.options.idleTimeoutMillis = 0;
    await session.pool.query(`create temp table incoming_price (n integer primary key, id uuid not null, code text, chapter text,
        description text not null, unit text not null, price numeric not null, labour_pct numeric, safety_pct numeric);
      create temp table matched_price (n integer primary key, id uuid not null)`);
    return new StagedEntries(session);
  }

  async add(entries: readonly PriceListEntry[]): Promise<void> {
    for (const { code, chapter, description, unit, price, labourPct, safetyPct } of entries) {
      if (!Number.isFinite(price)) throw new Error(`The reader gave the price ${price} for an entry.`);
      const values = [
        ++this.count,
        newId(),
        field(code, limits.code),
        field(chapter, limits.chapter),
        required(description, limits.description),
        required(unit, limits.unit),
        price,
        labourPct ?? "\\N",
        safetyPct ?? "\\N",
      ];
      const line = `${values.join("\t")}\n`;
      this.waiting.push(line);
      this.waitingChars += line.length;
      if (this.waitingChars >= sentAtOnce) await this.send();
    }
  }

  /**
   * What to say of codes that have entries with different prices, once the table is whole. Only Postgres knows: the reader forgets the
   * entries that it gave.
   */
  async severalPrices(): Promise<{ warnings: FormatWarning[]; count: number }> {
    const { rows } = await this.session.pool.query<PricesOfCode>(severalPrices);
    const warnings = rows.map(({ code, entries, least, largest }): FormatWarning => {
      const detail = `${entries} entries have this code, with prices from ${least} to ${largest} euro; all are kept.`;
      return { code: "several_prices", place: code, detail };
    });
    return { warnings, count: rows[0]?.codes ?? 0 };
  }

  /** Sends what waits; after the last time, the table is whole. */
  async send(): Promise<void> {
    const bytes = Buffer.from(this.waiting.join(""));
    this.waiting = [];
    this.waitingChars = 0;
    if (bytes.length === 0) return;
    const borrowed = await Borrowed.from(this.session.pool);
    try {
      await new Promise<void>((resolve, reject) => {
        const copy = borrowed.client.query(copyFrom("copy incoming_price from stdin"));
        copy.on("error", reject);
        copy.once("finish", resolve);
        copy.end(bytes);
      });
    } finally {
      borrowed.giveBack();
    }
  }
}
