import type { MigrationInterface, QueryRunner } from "typeorm";

export class Time0003 implements MigrationInterface {
  name = "Time1795219200003" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The clock of a decision deadline: running, suspended (with the days that remained), overdue or closed; null: no deadline.
      alter table submission add clock_state text, add remaining_days integer, add overdue_at timestamptz(3);
      update submission set clock_state = case when outcome in ('approved', 'rejected') then 'closed' when outcome = 'suspended' then 'suspended' else 'running' end
        where decision_deadline is not null;
      -- Whoever asks which clocks run asks for few of many.
      create index submission_clock on submission (organization_id, id) where clock_state in ('running', 'suspended');

      alter table project add deadline_set_at timestamptz(3), add deadline_set_by uuid, add deadline_watched_at timestamptz(3),
        add deadline_settled_at timestamptz(3),
        add foreign key (organization_id, deadline_set_by) references membership (organization_id, user_id) on delete set null (deadline_set_by);
      update project set deadline_set_at = updated_at where decision_deadline is not null;
      create index project_deadline_setter on project (organization_id, deadline_set_by);
      create index project_deadline on project (decision_deadline) where decision_deadline is not null and deadline_settled_at is null;

      alter table document add expiry_watched_at timestamptz(3);
      create index document_expiry on document (valid_until) where status = 'issued' and valid_until is not null;

      -- Whoever writes a thread's status, a mail that comes in included, starts and ends the wait for a reply.
      alter table thread add needs_reply_since timestamptz(3), add reply_told_at timestamptz(3);
      update thread set needs_reply_since = updated_at where status = 'needs_reply';
      create index thread_needs_reply on thread (needs_reply_since) where needs_reply_since is not null and reply_told_at is null;
      create function keep_needs_reply_since() returns trigger language plpgsql as $$
      begin
        if new.status <> 'needs_reply' then
          new.needs_reply_since := null;
          new.reply_told_at := null;
        elsif tg_op = 'INSERT' or old.status <> 'needs_reply' then
          new.needs_reply_since := now();
          new.reply_told_at := null;
        end if;
        return new;
      end $$;
      create trigger thread_needs_reply_since before insert or update of status on thread for each row execute function keep_needs_reply_since();

      -- What a notice is about that is no reminder: a submission, a project's deadline, a thread. It outlives them.
      alter table message add about_id uuid;
      create unique index message_about on message (organization_id, about_id, notice, to_address) where about_id is not null;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table message drop about_id;
      drop trigger thread_needs_reply_since on thread;
      drop function keep_needs_reply_since;
      alter table thread drop needs_reply_since, drop reply_told_at;
      drop index document_expiry;
      alter table document drop expiry_watched_at;
      drop index project_deadline;
      alter table project drop deadline_set_at, drop deadline_set_by, drop deadline_watched_at, drop deadline_settled_at;
      alter table submission drop clock_state, drop remaining_days, drop overdue_at;
    `);
  }
}
