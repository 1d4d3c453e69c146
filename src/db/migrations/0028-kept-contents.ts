import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeptContents0028 implements MigrationInterface {
  name = "KeptContents1795219200028" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What a bill held before lines of it were lost, kept as a deletion. The bill may be deleted and restored meanwhile, so nothing
      -- refers to it.
      create table deleted_content (
        organization_id uuid not null,
        bill_id uuid not null,
        deletion_id uuid not null,
        nodes json not null, total numeric not null, line_count integer not null,
        -- the links to quotes that were removed or moved, as they were
        links json not null,
        -- what the nodes take on disk
        size_bytes integer not null,
        primary key (organization_id, bill_id, deletion_id),
        foreign key (organization_id, deletion_id) references deletion (organization_id, id) on delete cascade
      );
      create index deleted_content_deletion on deleted_content (organization_id, deletion_id);
      create trigger deleted_content_frozen before update on deleted_content for each row execute function refuse_change();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      delete from deletion d using deleted_content c where c.organization_id = d.organization_id and c.deletion_id = d.id;
      drop table deleted_content;
    `);
  }
}
