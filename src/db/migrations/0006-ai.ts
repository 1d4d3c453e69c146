import type { MigrationInterface, QueryRunner } from "typeorm";

export class Ai0006 implements MigrationInterface {
  name = "Ai1795219200006" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A firm's own choice of a language model; without a row it has the installation's.
      create table organization_ai (
        organization_id uuid primary key references organization (id) on delete cascade,
        provider text not null, base_url text, model text not null, api_key bytea,
        input_price_eur double precision, output_price_eur double precision,
        updated_at timestamptz(3) not null
      );

      -- What was asked of a model: the trace of each run. It goes with its document; the audit log, which names it, stays.
      -- Who asked is kept as in the audit log, whatever becomes of the member or the key.
      create table ai_run (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        version integer not null default 1,
        document_id uuid not null,
        kind text not null, n integer not null, status text not null,
        workflow_id text not null,
        user_id uuid, key_id uuid, connection_id text, via text not null, client text,
        instructions text, sight jsonb not null,
        provider text, model text, prompt_sha256 text,
        input_tokens integer, output_tokens integer, cost_eur double precision,
        started_at timestamptz(3), finished_at timestamptz(3), error_code text, error text,
        document_version integer, answer jsonb, changed text[] not null default '{}', diff jsonb, findings jsonb, notes text,
        primary key (organization_id, id),
        foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
      );
      create unique index ai_run_request on ai_run (organization_id, document_id, kind, n);
      create index ai_run_workflow on ai_run (workflow_id);
      create index ai_run_open on ai_run (created_at) where status in ('queued', 'running');

      -- Whoever waits for a run hears of its end.
      create function notify_ai_run() returns trigger language plpgsql as $$
      begin
        perform pg_notify('ai_run', case tg_op when 'DELETE' then old.workflow_id else new.workflow_id end);
        return null;
      end $$;
      create trigger ai_run_settled after update of status on ai_run for each row
        when (new.status in ('done', 'failed', 'cancelled')) execute function notify_ai_run();
      create trigger ai_run_gone after delete on ai_run for each row execute function notify_ai_run();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table ai_run, organization_ai;
      drop function notify_ai_run;
    `);
  }
}
