import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A stage's deadline that is ahead was left unwatched where a filing took an approved stage back, or joined the only filing, which was
 * suspended: it is watched again. One that is rightly settled is settled again by its watcher. Where works have begun, it couldn't tell that a
 * permit was issued: owners would be told that the term passed with no outcome.
 */
export class ReopenedDeadlines0075 implements MigrationInterface {
  name = "ReopenedDeadlines1796515200075" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `update project set deadline_settled_at = null, deadline_watched_at = null
       where deadline_settled_at is not null and decision_deadline > now()
         and stage not in ('approved', 'in_progress', 'closed')`,
    );
  }

  async down(): Promise<void> {}
}
