import type { MigrationInterface, QueryRunner } from "typeorm";

/** Files of all kinds: where their bytes are kept, what they belong to, and who may fetch or bring one by a link. */
export class Files0029 implements MigrationInterface {
  name = "Files1795219200029" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Written before the bytes are: what has no file after a day is removed with them. It has no foreign key to the file, whose row
      -- comes later, and goes into a deletion's snapshot while the bytes stay here.
      create table file_place (
        organization_id uuid not null references organization (id) on delete cascade,
        file_id uuid not null,
        store text not null check (store in ('database', 's3')),
        created_at timestamptz(3) not null default now(),
        primary key (organization_id, file_id)
      );
      create table file_content (
        organization_id uuid not null,
        file_id uuid not null,
        n integer not null,
        bytes bytea not null,
        primary key (organization_id, file_id, n),
        foreign key (organization_id, file_id) references file_place (organization_id, file_id) on delete cascade
      );
      alter table file_content alter column bytes set storage external;

      -- Addresses outside the API that need no other credential: a file to fetch, or one to be brought, which has its id already. They
      -- end with the key or the connection, so these have no foreign keys: whether they still hold is asked at each use.
      create table file_link (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        kind text not null check (kind in ('download', 'upload')),
        secret_sha256 bytea not null,
        file_id uuid not null,
        name text, project_id uuid, key_id uuid, connection_id text,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        primary key (organization_id, id)
      );
      create unique index file_link_secret on file_link (secret_sha256);
      create index file_link_end on file_link (expires_at);

      -- PDFs that somebody waits for: of a revision, or of a draft as it stood when it was asked for. No foreign keys: it lives for a
      -- day, and whoever makes the PDF asks whether the revision is still there.
      create table rendering (
        organization_id uuid not null references organization (id) on delete cascade,
        id uuid not null,
        document_id uuid not null,
        project_id uuid, revision_id uuid, draft json,
        file_id uuid, error text,
        created_at timestamptz(3) not null,
        done_at timestamptz(3),
        primary key (organization_id, id)
      );
      create index rendering_open on rendering (organization_id, created_at) where done_at is null;
      create index rendering_age on rendering (created_at);

      -- Files from before keep their bytes in the row, and all were issued.
      alter table stored_file alter column content drop not null;
      alter table stored_file
        add column source text not null default 'issued' check (source in ('upload', 'incoming', 'issued', 'export')),
        add column project_id uuid, add column created_by uuid, add column expires_at timestamptz(3);
      alter table stored_file
        add foreign key (organization_id, project_id) references project (organization_id, id) on delete set null (project_id),
        add foreign key (organization_id, created_by) references membership (organization_id, user_id) on delete set null (created_by);
      -- What a file is never changes; its name and its project may.
      create or replace trigger stored_file_frozen before update of organization_id, id, created_at, content_type, size_bytes, sha256,
        content, source on stored_file for each row execute function refuse_change();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      create or replace trigger stored_file_frozen before update on stored_file for each row when (false) execute function refuse_change();
      update stored_file f set content = coalesce((select string_agg(c.bytes, '' order by c.n) from file_content c
        where c.organization_id = f.organization_id and c.file_id = f.id), '') where content is null;
      create or replace trigger stored_file_frozen before update on stored_file for each row execute function refuse_change();
      alter table stored_file drop column source, drop column project_id, drop column created_by, drop column expires_at,
        alter column content set not null;
      drop table rendering, file_link, file_content, file_place;
    `);
  }
}
