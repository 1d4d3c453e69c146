import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Each page of a list begins at its place in an index, however far back it is: the index of a common filter ends with what the list is
 * ordered by. Threads without a message come last.
 */
const latest = "(coalesce(last_message_at, '-infinity')), id";
const indexes: Record<string, string> = {
  contact_role: "contact (organization_id, role, id)",
  project_status: "project (organization_id, status, id)",
  project_type: "project (organization_id, type, id)",
  project_stage: "project (organization_id, stage, id)",
  project_of_client: "project (organization_id, client_contact_id, id)",
  task_of_project: "task (organization_id, project_id, id)",
  task_of_assignee: "task (organization_id, assignee_id, id)",
  task_status: "task (organization_id, status, id)",
  task_due: "task (organization_id, due_at)",
  reminder_of_project: "reminder (organization_id, project_id, id)",
  reminder_status: "reminder (organization_id, status, id)",
  reminder_kind: "reminder (organization_id, kind, id)",
  reminder_due: "reminder (organization_id, due_at)",
  bill_of_project: "bill_of_quantities (organization_id, project_id, id)",
  document_of_project: "document (organization_id, project_id, id)",
  document_of_contact: "document (organization_id, contact_id, id)",
  template_kind: "template (organization_id, kind, id)",
  price_book_of_project: "price_book (organization_id, project_id, id)",
  stored_file_of_project: "stored_file (organization_id, project_id, id)",
  stored_file_source: "stored_file (organization_id, source, id)",
  thread_latest: `thread (organization_id, ${latest})`,
  thread_unread: `thread (organization_id, ${latest}) where unread > 0`,
  thread_status: `thread (organization_id, status, ${latest})`,
  thread_channel: `thread (organization_id, channel, ${latest})`,
  thread_of_project: `thread (organization_id, project_id, ${latest})`,
  thread_of_contact: `thread (organization_id, contact_id, ${latest})`,
  deletion_kind: "deletion (organization_id, kind, id)",
};

/** What those above begin with, or order better. */
const replaced: Record<string, string> = {
  project_client: "project (organization_id, client_contact_id)",
  task_project: "task (organization_id, project_id)",
  task_assignee: "task (organization_id, assignee_id)",
  reminder_project: "reminder (organization_id, project_id)",
  bill_of_quantities_project: "bill_of_quantities (organization_id, project_id)",
  document_project: "document (organization_id, project_id)",
  document_contact: "document (organization_id, contact_id)",
  price_book_project: "price_book (organization_id, project_id)",
  stored_file_project: "stored_file (organization_id, project_id)",
  thread_last_message: "thread (organization_id, last_message_at desc nulls last, id desc)",
  thread_project: "thread (organization_id, project_id)",
  thread_contact: "thread (organization_id, contact_id)",
};

/** Built while the tables are written: without them everything works, more slowly. */
export class ListPlaces0053 implements MigrationInterface {
  name = "ListPlaces1795305600053" as const;
  transaction = false as const;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes))
      await db.query(`create index concurrently if not exists ${name} on ${columns}`);
    for (const name of Object.keys(replaced)) await db.query(`drop index concurrently if exists ${name}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(replaced))
      await db.query(`create index if not exists ${name} on ${columns}`);
    for (const name of Object.keys(indexes)) await db.query(`drop index if exists ${name}`);
  }
}
