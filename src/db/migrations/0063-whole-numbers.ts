import type { MigrationInterface, QueryRunner } from "typeorm";
import { partOfNumbers, recordTerms, wholeNumber } from "./search/record-search/terms.js";

/** A number that is known whole is looked up as it is, and not also within longer ones. */
export class WholeNumbers0063 implements MigrationInterface {
  name = "WholeNumbers1795651200063" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(recordTerms(wholeNumber));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(recordTerms(partOfNumbers));
  }
}
