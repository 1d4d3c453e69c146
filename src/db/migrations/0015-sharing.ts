import type { MigrationInterface, QueryRunner } from "typeorm";

export class Sharing0015 implements MigrationInterface {
  name = "Sharing1795219200015" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- How often what is limited has happened in its window of time, so that several APIs hold the limits together. Keys are hashes of
      -- addresses. Unlogged: after a crash of Postgres the counts begin anew. No index on ends_at, so that counting changes no index.
      create unlogged table rate_count (
        key text primary key,
        count integer not null,
        ends_at timestamptz(3) not null
      ) with (fillfactor = 50);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table rate_count;
    `);
  }
}
