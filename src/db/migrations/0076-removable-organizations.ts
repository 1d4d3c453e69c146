import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Audit events stay as long as their organization. Where all of it is removed, its contract ended, they go with it: only in a transaction
 * that names it, and only by the owner of the tables, since the application's role may delete none.
 */
export class RemovableOrganizations0076 implements MigrationInterface {
  name = "RemovableOrganizations1796601600076" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create or replace trigger audit_event_frozen before update or delete on audit_event for each row
        when (old.organization_id::text is distinct from current_setting('pratica.removed_organization', true))
        execute function refuse_change();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      create or replace trigger audit_event_frozen before update or delete on audit_event for each row execute function refuse_change();
    `);
  }
}
