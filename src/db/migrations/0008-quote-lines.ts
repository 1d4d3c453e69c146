import type { MigrationInterface, QueryRunner } from "typeorm";

export class QuoteLines0008 implements MigrationInterface {
  name = "QuoteLines1795219200008" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A quote's lines are replaced as a whole. A link follows its line to its new index, and records whether the line has changed
      -- since it was linked. Older links have no fingerprint of their quote line; they take it from the line they point at when the
      -- lines are next replaced. Links exchange indexes within one statement, so their uniqueness is checked at its end.
      alter table quote_link
        add column doc_line_fingerprint text,
        add column doc_line_stale boolean not null default false,
        drop constraint quote_link_organization_id_computo_id_doc_id_computo_line_i_key,
        add constraint quote_link_pair unique nulls not distinct (organization_id, computo_id, doc_id, computo_line_index, doc_line_index)
          deferrable initially immediate;
      -- The links that a draft removed from its document, for the requester.
      alter table ai_run add column removed_links jsonb;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table ai_run drop column removed_links;
      alter table quote_link
        drop constraint quote_link_pair,
        drop column doc_line_stale,
        drop column doc_line_fingerprint,
        add unique nulls not distinct (organization_id, computo_id, doc_id, computo_line_index, doc_line_index);
    `);
  }
}
