import type { MigrationInterface, QueryRunner } from "typeorm";
import { keyIndexes } from "./search/keys.js";

/** Built while the tables are written: until the next migration the search asks by the former ones. */
export class SearchKeyIndexes0054 implements MigrationInterface {
  name = "SearchKeyIndexes1795305600054" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(keyIndexes))
      await db.query(`create index concurrently if not exists ${name} on ${columns}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(keyIndexes)) await db.query(`drop index if exists ${name}`);
  }
}
