import type { MigrationInterface, QueryRunner } from "typeorm";
import { rankedRecords, rankedRecordsDown } from "./search/ranked.js";
import { recordReadings, recordReadingsDown } from "./search/readings.js";

/**
 * What the search of records finds is ranked and described by one function, and long texts are cut where they are. The functions by which the
 * release before asks stay as they are.
 */
export class RankedRecords0058 implements MigrationInterface {
  name = "RankedRecords1795305600058" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(rankedRecords);
    await db.query(recordReadings);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(recordReadingsDown);
    await db.query(rankedRecordsDown);
  }
}
