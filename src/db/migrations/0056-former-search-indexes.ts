import type { MigrationInterface, QueryRunner } from "typeorm";
import { formerIndexes } from "./search/keys.js";

/** Nothing asks by them any more, not even the release before: its functions ask by keys. */
export class FormerSearchIndexes0056 implements MigrationInterface {
  name = "FormerSearchIndexes1795305600056" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(formerIndexes)) await db.query(`drop index concurrently if exists ${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(formerIndexes))
      await db.query(`create index if not exists ${name} on ${columns}`);
  }
}
