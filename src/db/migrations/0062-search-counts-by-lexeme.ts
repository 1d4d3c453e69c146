import type { MigrationInterface, QueryRunner } from "typeorm";

const keptBy = (index: string) => `
  alter table search_kind_word drop constraint search_kind_word_pkey,
    add constraint search_kind_word_pkey primary key using index ${index}`;

/** The index that is built already becomes the primary key, in place of the one that has each kind elsewhere. */
export class SearchCountsByLexeme0062 implements MigrationInterface {
  name = "SearchCountsByLexeme1795651200062" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(keptBy("search_kind_word_lexeme"));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("create unique index search_kind_word_kind on search_kind_word (organization_id, kind, lexeme)");
    await db.query(keptBy("search_kind_word_kind"));
    await db.query("create unique index search_kind_word_lexeme on search_kind_word (organization_id, lexeme, kind)");
  }
}
