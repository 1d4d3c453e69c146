import type { MigrationInterface, QueryRunner } from "typeorm";
import { bestRecordsOfTwo, bestRecordsOfTwoDown } from "./search/record-search/best.js";

/** The index is asked for two queries that must both match. The function by which the release before asks stays as it is. */
export class TwoQueriesOfKeys0064 implements MigrationInterface {
  name = "TwoQueriesOfKeys1795737600064" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(bestRecordsOfTwo);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(bestRecordsOfTwoDown);
  }
}
