import type { MigrationInterface, QueryRunner } from "typeorm";
import { priceMatches, sampleIndex } from "./search/price-search/matches.js";
import { searchPrices } from "./search/price-search/search.js";
import { candidatePrices, priceWay } from "./search/price-search/way.js";
import { priceWords } from "./search/price-search/words.js";

/**
 * A search of prices is one call, which asks the index for as many words as pays, and for common ones a sixteenth of the entries first. The
 * index of these is built while the table is written; the release before goes on with the functions that it has.
 */
export class PriceSearch0057 implements MigrationInterface {
  name = "PriceSearch1795305600057" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`create index concurrently if not exists ${sampleIndex}`);
    await db.query([priceWords, priceMatches, priceWay, candidatePrices, searchPrices].join("\n"));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      "drop function search_prices, candidate_prices, price_way, latest_prices, prices_in_sample, prices_by_key, price_words, any_lexeme",
    );
    await db.query("drop index if exists price_book_entry_sample");
  }
}
