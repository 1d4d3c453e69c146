import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a statement relies on, beside the rows that it reads or writes: for the caller, who is kept in memory. */
export class Guard0051 implements MigrationInterface {
  name = "Guard1795219200051" as const;

  async up(db: QueryRunner): Promise<void> {
    // Stable, so that it is asked once for a statement and not once for a row.
    await db.query(`
      create function expect_true(holds boolean) returns boolean language plpgsql stable parallel safe as $$
      begin
        if holds is not true then
          raise exception 'what the statement relied on has changed' using errcode = 'PR401';
        end if;
        return true;
      end $$;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("drop function expect_true(boolean)");
  }
}
