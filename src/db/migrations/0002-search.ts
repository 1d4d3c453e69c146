import type { MigrationInterface, QueryRunner } from "typeorm";
import { priceEntries } from "./search/prices.js";
import { records } from "./search/records.js";
import { textAndVocabulary } from "./search/words.js";

/**
 * Search: Italian full text without accents, and a vocabulary per organization by which a query's words are understood
 * (exact stem, beginning, part, one typo) before anything is searched.
 */
export class Search0002 implements MigrationInterface {
  name = "Search1795219200002" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(textAndVocabulary);
    await db.query(priceEntries);
    await db.query(records);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop trigger searched_project on project;
      drop trigger searched_contact on contact;
      drop trigger searched_thread on thread;
      drop trigger searched_document on document;
      drop trigger searched_message on message;
      drop function note_searched, note_searched_message, refresh_search, find_records, describe_record;
      drop view search_source;
      drop table search_backlog, search_record;
      drop trigger price_words_added on price_book_entry;
      drop trigger price_words_removed on price_book_entry;
      drop function count_price_words, discount_price_words, find_prices, walk_prices;
      alter table price_book_entry drop column search, drop column code_key;
      drop function expand_words, one_typo, settle_search, price_vector, code_key, search_vector, search_text;
      drop table search_word;
      drop text search configuration pratica_it;
      drop extension fuzzystrmatch, btree_gin, pg_trgm, unaccent;
    `);
  }
}
