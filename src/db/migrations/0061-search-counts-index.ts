import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many records of each kind have a word stands in one place for all kinds: a search asks for all of them. */
export class SearchCountsIndex0061 implements MigrationInterface {
  name = "SearchCountsIndex1795651200061" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      "create unique index concurrently if not exists search_kind_word_lexeme on search_kind_word (organization_id, lexeme, kind)",
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop index if exists search_kind_word_lexeme");
  }
}
