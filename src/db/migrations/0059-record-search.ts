import type { MigrationInterface, QueryRunner } from "typeorm";
import { refreshSearch } from "./search/keys.js";
import { meantStems } from "./search/meant-stems.js";
import { bestRecords } from "./search/record-search/best.js";
import { edits, partOfNumbers, recordTerms } from "./search/record-search/terms.js";
import { noteSearched, threadTexts } from "./search/record-search/thread-texts.js";

/**
 * The search of records sets up less for each search, and the texts of threads are kept for it. The functions by which the release before
 * asks stay as they are.
 */
export class RecordSearch0059 implements MigrationInterface {
  name = "RecordSearch1795305600059" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(threadTexts);
    await db.query(meantStems);
    await db.query(edits + recordTerms(partOfNumbers));
    await db.query(bestRecords);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop function best_records, record_terms, edits, meant_stems");
    await db.query(noteSearched(""));
    await db.query(refreshSearch("case when c.kind = 'bill' then left(s.content, 200000) end"));
    await db.query("drop table thread_text");
  }
}
