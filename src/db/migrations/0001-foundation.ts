import type { MigrationInterface, QueryRunner } from "typeorm";

// Every record's key begins with its organization, and so does every reference to it: the database itself
// can't hold a reference into another organization. `version` guards each update against a lost one.
const record = `
  organization_id uuid not null references organization (id) on delete cascade,
  id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (organization_id, id)`;

const reference = (column: string, table: string, onDelete: "cascade" | "set null") =>
  `foreign key (organization_id, ${column}) references ${table} (organization_id, id) on delete ${
    onDelete === "cascade" ? "cascade" : `set null (${column})`
  }`;

const member = (column: string, onDelete: "cascade" | "set null") =>
  `foreign key (organization_id, ${column}) references membership (organization_id, user_id) on delete ${
    onDelete === "cascade" ? "cascade" : `set null (${column})`
  }`;

export class Foundation0001 implements MigrationInterface {
  // TypeORM orders migrations by the milliseconds at the end of their names.
  name = "Foundation1795219200001" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table organization (
        id uuid primary key,
        name text not null,
        legal_name text, vat_number text, tax_code text, address text, email text, pec text, phone text,
        professional_order text, iban text, signature text, logo text,
        timezone text not null default 'Europe/Rome',
        holidays text[] not null default '{}',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        version integer not null default 1
      );
      create table user_account (
        id uuid primary key,
        email text not null,
        name text not null,
        password_hash text not null,
        created_at timestamptz(3) not null
      );
      create unique index user_account_email on user_account (lower(email));
      create table membership (
        organization_id uuid not null references organization (id) on delete cascade,
        user_id uuid not null references user_account (id) on delete cascade,
        role text not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, user_id)
      );
      create index membership_user on membership (user_id);
      create table api_key (
        id uuid primary key,
        organization_id uuid not null references organization (id) on delete cascade,
        user_id uuid references user_account (id) on delete cascade,
        name text not null,
        secret_sha256 bytea not null,
        permissions text[],
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3)
      );
      create index api_key_organization on api_key (organization_id);
      create index api_key_user on api_key (user_id);

      create table contact (
        ${record},
        name text not null, role text not null, company text, email text, phone text,
        emails text[] not null, phones text[] not null, pec text, notes text
      );
      create table project (
        ${record},
        name text not null, status text not null, type text not null, description text, address text, municipality text,
        client_contact_id uuid, stage text not null, protocol_number text, submitted_at timestamptz(3),
        decision_deadline timestamptz(3), authority_notes text,
        ${reference("client_contact_id", "contact", "set null")}
      );
      create index project_client on project (organization_id, client_contact_id);
      create table project_contact (
        ${record},
        project_id uuid not null, contact_id uuid not null,
        unique (organization_id, project_id, contact_id),
        ${reference("project_id", "project", "cascade")},
        ${reference("contact_id", "contact", "cascade")}
      );
      create index project_contact_contact on project_contact (organization_id, contact_id);
      create table project_share (
        ${record},
        project_id uuid not null, user_id uuid not null, role text not null,
        unique (organization_id, project_id, user_id),
        ${reference("project_id", "project", "cascade")},
        ${member("user_id", "cascade")}
      );
      create index project_share_user on project_share (organization_id, user_id);
      create table task (
        ${record},
        project_id uuid not null, title text not null, due_at timestamptz(3), assignee_id uuid, status text not null,
        checklist jsonb not null,
        ${reference("project_id", "project", "cascade")},
        ${member("assignee_id", "set null")}
      );
      create index task_project on task (organization_id, project_id);
      create index task_assignee on task (organization_id, assignee_id);

      create table bill_of_quantities (
        ${record},
        project_id uuid not null, name text not null, nodes json not null, total numeric not null, line_count integer not null,
        ${reference("project_id", "project", "cascade")}
      );
      create index bill_of_quantities_project on bill_of_quantities (organization_id, project_id);
      create table document (
        ${record},
        title text not null, kind text not null, project_id uuid, contact_id uuid, body text, line_items jsonb not null,
        discount_pct double precision, vat_pct double precision, notes text, valid_until timestamptz(3),
        status text not null, number text, latest_revision integer not null default 0,
        ${reference("project_id", "project", "set null")},
        ${reference("contact_id", "contact", "set null")}
      );
      create index document_project on document (organization_id, project_id);
      create index document_contact on document (organization_id, contact_id);
      create table quote_link (
        ${record},
        project_id uuid not null, computo_id uuid not null, doc_id uuid not null,
        computo_line_index bigint, doc_line_index bigint, line_fingerprint text, stale boolean not null default false,
        unique nulls not distinct (organization_id, computo_id, doc_id, computo_line_index, doc_line_index),
        ${reference("project_id", "project", "cascade")},
        ${reference("computo_id", "bill_of_quantities", "cascade")},
        ${reference("doc_id", "document", "cascade")}
      );
      create index quote_link_project on quote_link (organization_id, project_id);
      create index quote_link_document on quote_link (organization_id, doc_id);
      create table document_counter (
        organization_id uuid not null references organization (id) on delete cascade,
        kind text not null, year integer not null, last integer not null,
        primary key (organization_id, kind, year)
      );
      create table document_revision (
        ${record},
        document_id uuid not null, revision integer not null, number text not null, issued_at timestamptz(3) not null,
        sha256 text not null, content json not null,
        unique (organization_id, document_id, revision),
        ${reference("document_id", "document", "cascade")}
      );
      create table stored_file (
        ${record},
        name text not null, content_type text not null, size_bytes integer not null, sha256 text not null, content bytea not null
      );
      alter table stored_file alter column content set storage external;
      create table revision_pdf (
        organization_id uuid not null references organization (id) on delete cascade,
        revision_id uuid not null,
        file_id uuid not null,
        sha256 text not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, revision_id),
        ${reference("revision_id", "document_revision", "cascade")},
        foreign key (organization_id, file_id) references stored_file (organization_id, id)
      );
      create index revision_pdf_file on revision_pdf (organization_id, file_id);
      create table template (
        ${record},
        title text not null, kind text not null, body text, line_items jsonb not null,
        discount_pct double precision, vat_pct double precision, notes text
      );

      create table submission (
        ${record},
        project_id uuid not null, kind text not null, protocol_number text, submitted_at timestamptz(3) not null,
        decision_deadline timestamptz(3), notes text, outcome text, outcome_at timestamptz(3),
        ${reference("project_id", "project", "cascade")}
      );
      create index submission_project on submission (organization_id, project_id);
      create table reminder (
        ${record},
        title text not null, due_at timestamptz(3) not null, kind text not null, status text not null, project_id uuid, notes text,
        document_id uuid, submission_id uuid, created_by uuid, fired_at timestamptz(3), watched_at timestamptz(3),
        ${reference("project_id", "project", "set null")},
        ${reference("document_id", "document", "set null")},
        ${reference("submission_id", "submission", "set null")},
        ${member("created_by", "set null")}
      );
      create index reminder_project on reminder (organization_id, project_id);
      create index reminder_document on reminder (organization_id, document_id);
      create index reminder_submission on reminder (organization_id, submission_id);
      create index reminder_creator on reminder (organization_id, created_by);
      -- What no workflow watches yet: a date beyond the horizon is only this row.
      create index reminder_unwatched on reminder (due_at) where status = 'pending' and watched_at is null;

      create table thread (
        ${record},
        project_id uuid, contact_id uuid, channel text not null, subject text, summary text, status text not null,
        address text, last_message_at timestamptz(3),
        ${reference("project_id", "project", "set null")},
        ${reference("contact_id", "contact", "set null")}
      );
      create index thread_project on thread (organization_id, project_id);
      create index thread_contact on thread (organization_id, contact_id);
      -- A message outside any thread is a notice of the firm to its own people.
      create table message (
        ${record},
        thread_id uuid, reminder_id uuid, notice text, direction text not null, channel text not null, from_address text, to_address text not null,
        subject text, body text not null, attachments jsonb not null, status text not null, error text,
        message_id_header text, in_reply_to text, handed_over_at timestamptz(3), created_by uuid,
        unique (organization_id, reminder_id, notice, to_address),
        ${reference("thread_id", "thread", "cascade")},
        ${reference("reminder_id", "reminder", "set null")},
        ${member("created_by", "set null")}
      );
      create index message_thread on message (organization_id, thread_id);
      create index message_creator on message (organization_id, created_by);
      create unique index message_header on message (message_id_header);
      create table delivery (
        ${record},
        document_id uuid not null, n integer not null, revision_id uuid not null, message_id uuid not null, reminder_id uuid not null,
        follow_up_days double precision not null, created_by uuid,
        unique (organization_id, document_id, n),
        ${reference("document_id", "document", "cascade")},
        ${reference("revision_id", "document_revision", "cascade")},
        ${reference("message_id", "message", "cascade")},
        ${reference("reminder_id", "reminder", "cascade")},
        ${member("created_by", "set null")}
      );
      create index delivery_revision on delivery (organization_id, revision_id);
      create index delivery_message on delivery (organization_id, message_id);
      create index delivery_reminder on delivery (organization_id, reminder_id);
      create index delivery_creator on delivery (organization_id, created_by);
      create table mail_channel (
        organization_id uuid not null references organization (id) on delete cascade,
        channel text not null,
        from_address text,
        settings bytea not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, channel)
      );

      create table price_book (
        ${record},
        name text not null, description text, source text, year bigint, project_id uuid,
        ${reference("project_id", "project", "set null")}
      );
      create index price_book_project on price_book (organization_id, project_id);
      create table price_book_entry (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        book_id uuid not null, code text, category text, description text not null, unit text not null, price numeric not null, notes text,
        created_at timestamptz(3) not null,
        primary key (organization_id, id),
        ${reference("book_id", "price_book", "cascade")}
      );
      create index price_book_entry_book on price_book_entry (organization_id, book_id, id);

      create table audit_event (
        organization_id uuid not null references organization (id),
        id uuid not null,
        at timestamptz(3) not null,
        user_id uuid, key_id uuid, via text not null, client text,
        action text not null, record_type text, record_id text, changes jsonb not null, request_id text,
        primary key (organization_id, id)
      );
      create index audit_event_record on audit_event (organization_id, record_id);
      create table idempotency_key (
        api_key_id uuid not null references api_key (id) on delete cascade,
        key text not null,
        request_sha256 bytea not null,
        response text not null,
        created_at timestamptz(3) not null,
        primary key (api_key_id, key)
      );
      create index idempotency_key_age on idempotency_key (created_at);

      -- Orders for Temporal, written in the transaction of what they belong to and removed once handed over.
      create table outbox (
        id bigint generated always as identity primary key,
        organization_id uuid not null references organization (id) on delete cascade,
        workflow_id text not null,
        workflow_type text,
        signal text,
        input jsonb,
        summary text,
        project_id uuid,
        record_id uuid,
        created_at timestamptz(3) not null,
        attempts integer not null default 0,
        leased_until timestamptz(3)
      );
      create index outbox_organization on outbox (organization_id);
      create index outbox_workflow on outbox (workflow_id, id);
      create function notify_outbox() returns trigger language plpgsql as $$ begin perform pg_notify('outbox', ''); return null; end $$;
      create trigger outbox_arrived after insert on outbox for each statement execute function notify_outbox();

      create table mailbox_message (
        id uuid primary key,
        received_at timestamptz(3) not null default now(),
        envelope_from text, envelope_to text[] not null, message_id text, subject text, raw bytea not null
      );
      create index mailbox_message_age on mailbox_message (received_at);

      -- One statement writes all that an action said; a guarded row that is not as it was read undoes the whole of it.
      create function expect_rows(actual bigint, expected bigint) returns void language plpgsql as $$
      begin
        if actual <> expected then
          raise exception 'a record changed after it was read' using errcode = 'PR409';
        end if;
      end $$;

      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is never changed', tg_table_name using errcode = 'PR403';
      end $$;
      create trigger audit_event_frozen before update or delete on audit_event for each row execute function refuse_change();
      create trigger audit_event_kept before truncate on audit_event for each statement execute function refuse_change();
      create trigger document_revision_frozen before update on document_revision for each row execute function refuse_change();
      create trigger document_revision_kept before truncate on document_revision for each statement execute function refuse_change();
      create trigger revision_pdf_frozen before update on revision_pdf for each row execute function refuse_change();
      create trigger stored_file_frozen before update on stored_file for each row execute function refuse_change();
      create function refuse_lone_delete() returns trigger language plpgsql as $$
      begin
        if exists (select from document d where d.organization_id = old.organization_id and d.id = old.document_id) then
          raise exception 'a revision is deleted only with its document' using errcode = 'PR403';
        end if;
        return old;
      end $$;
      create trigger document_revision_with_document before delete on document_revision for each row execute function refuse_lone_delete();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table mailbox_message, outbox, idempotency_key, audit_event, price_book_entry, price_book, mail_channel, delivery, message,
        thread, reminder, submission, template, revision_pdf, stored_file, document_revision, document_counter, quote_link, document,
        bill_of_quantities, task, project_share, project_contact, project, contact, api_key, membership, user_account, organization cascade;
      drop function notify_outbox, expect_rows, refuse_change, refuse_lone_delete;
    `);
  }
}
