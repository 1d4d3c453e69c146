import type { MigrationInterface, QueryRunner } from "typeorm";

/** Finds a thread by the beginning of its token, which is all that subjects show of it. */
export class SubjectToken0039 implements MigrationInterface {
  name = "SubjectToken1795305600039" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      "create index concurrently if not exists thread_subject_token on thread (left(token, 12)) where token is not null",
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists thread_subject_token");
  }
}
