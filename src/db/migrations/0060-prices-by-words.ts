import type { MigrationInterface, QueryRunner } from "typeorm";
import { searchPrices } from "./search/price-search/search.js";
import { candidatePrices, priceWay } from "./search/price-search/way.js";
import { priceWords } from "./search/price-search/words.js";
import { quickSearchPrices, relaxedPrices } from "./search/prices-by-words/relaxed.js";
import { pricesByWords } from "./search/prices-by-words/search.js";
import { askedCandidatePrices, shortPriceWay } from "./search/prices-by-words/way.js";
import { quickPriceWords } from "./search/prices-by-words/words.js";

/** Most searches of prices are by words alone, and have a function of their own. What it has in common with `search_prices` is quicker for both. */
export class PricesByWords0060 implements MigrationInterface {
  name = "PricesByWords1795305600060" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      [quickPriceWords, shortPriceWay, askedCandidatePrices, quickSearchPrices, relaxedPrices, pricesByWords].join(
        "\n",
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop function prices_by_words, relaxed_prices");
    await db.query([priceWords, priceWay, candidatePrices, searchPrices].join("\n"));
  }
}
