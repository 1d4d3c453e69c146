import type { MigrationInterface, QueryRunner } from "typeorm";
import { endsOfNumbers, partOfNumbers, recordTerms } from "./search/record-search/terms.js";

/** A number is first looked up at the beginnings and ends of longer ones, and only then within them. */
export class EndsOfNumbers0063 implements MigrationInterface {
  name = "EndsOfNumbers1795651200063" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(recordTerms(endsOfNumbers));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(recordTerms(partOfNumbers));
  }
}
