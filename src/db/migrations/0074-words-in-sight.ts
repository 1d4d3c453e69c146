import type { MigrationInterface, QueryRunner } from "typeorm";
import { termsInSight } from "./search/record-search/terms.js";

/**
 * Of the words that a query's may stand for only some are taken, those in sight: twenty that begin alike and are out of a guest's sight left
 * none of the guest's own. The function by which the release before asks stays as it is.
 */
export class WordsInSight0074 implements MigrationInterface {
  name = "WordsInSight1796428800074" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(termsInSight);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop function record_terms_in_sight");
  }
}
