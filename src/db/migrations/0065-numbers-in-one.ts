import type { MigrationInterface, QueryRunner } from "typeorm";
import { endsOfNumbers, recordTerms, termsOfNumbers } from "./search/record-search/terms.js";

/** A number that is written in one is also found with a prefix before it, as one that is divided is. */
export class NumbersInOne0065 implements MigrationInterface {
  name = "NumbersInOne1795737600065" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(termsOfNumbers);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(recordTerms(endsOfNumbers));
  }
}
