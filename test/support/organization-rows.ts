import { v7 as uuidv7 } from "uuid";
import { Database } from "../../src/db/database.js";
import { documentTotals } from "../../src/domain/documents/document-figures.js";
import { type RevisionContent, revisionSha256 } from "../../src/domain/documents/revision.js";

/** Rows written straight into a database, for tests below the API. */
export interface OrganizationRows {
  organizationId: string;
  userId: string;
  database: Database;
  one<T extends object>(sql: string, ...values: unknown[]): Promise<T>;
  close(): Promise<void>;
}

/** An organization with one owner, `owner@studio.test`. */
export async function insertOrganization(url: string): Promise<OrganizationRows> {
  const database = await Database.open(url, 4);
  const [organizationId, userId] = [uuidv7(), uuidv7()];
  const { pool } = database;
  await pool.query(
    "insert into organization (id, name, created_at, updated_at) values ($1, 'Studio Prova', now(), now())",
    [organizationId],
  );
  await pool.query(
    "insert into user_account (id, email, name, password_hash, created_at) values ($1, 'owner@studio.test', 'Olga', 'x', now())",
    [userId],
  );
  await pool.query("insert into membership values ($1, $2, 'owner', now())", [organizationId, userId]);
  return {
    organizationId,
    userId,
    database,
    async one<T extends object>(sql: string, ...values: unknown[]) {
      const { rows } = await pool.query(sql, values);
      if (rows.length !== 1) throw new Error(`${rows.length} rows for ${sql}`);
      return rows[0] as T;
    },
    close: () => database.close(),
  };
}

/** An issued document on its way to `to`, followed up after so many days: as `send_issued_document` leaves it. */
export async function createDelivery(
  org: OrganizationRows,
  to: string,
  followUpDays: number,
  fields: Partial<RevisionContent> = {},
): Promise<Record<"documentId" | "messageId" | "reminderId" | "deliveryId", string>> {
  const { organizationId } = org;
  const { pool } = org.database;
  const [documentId, revisionId, threadId, messageId, reminderId, deliveryId] = Array.from({ length: 6 }, () =>
    uuidv7(),
  ) as [string, string, string, string, string, string];
  const record = "organization_id, id, created_at, updated_at";
  const given = "$1, $2, now(), now()";
  await pool.query(
    `insert into document (${record}, title, kind, line_items, status, number, latest_revision) values (${given}, 'Villa Rossi', 'preventivo', '[]', 'issued', '2026/0001', 1)`,
    [organizationId, documentId],
  );
  const content = { ...revisionContent(), ...fields };
  await pool.query(
    `insert into document_revision (${record}, document_id, revision, number, issued_at, sha256, content) values (${given}, $3, 1, '2026/0001', now(), $4, $5)`,
    [organizationId, revisionId, documentId, revisionSha256(content), JSON.stringify(content)],
  );
  await pool.query(`insert into thread (${record}, channel, status) values (${given}, 'email', 'waiting')`, [
    organizationId,
    threadId,
  ]);
  await pool.query(
    `insert into message (${record}, thread_id, direction, channel, to_address, subject, body, attachments, status, message_id_header)
     values (${given}, $3, 'outgoing', 'email', $4, 'Preventivo', 'Buongiorno', '[]', 'queued', $5)`,
    [organizationId, messageId, threadId, to, `<m.${messageId}@studio.test>`],
  );
  await pool.query(
    `insert into reminder (${record}, title, due_at, kind, status, document_id, created_by, watched_at)
     values (${given}, 'Attesa di risposta: Villa Rossi', now() + make_interval(secs => $3), 'follow_up', 'pending', $4, $5, now())`,
    [organizationId, reminderId, followUpDays * 86_400, documentId, org.userId],
  );
  await pool.query(
    `insert into delivery (${record}, document_id, n, revision_id, message_id, reminder_id, follow_up_days) values (${given}, $3, 1, $4, $5, $6, $7)`,
    [organizationId, deliveryId, documentId, revisionId, messageId, reminderId, followUpDays],
  );
  return { documentId, messageId, reminderId, deliveryId };
}

/** A plain reminder of the owner. */
export async function createReminder(org: OrganizationRows, dueAt: Date): Promise<string> {
  const reminderId = uuidv7();
  await org.database.pool.query(
    `insert into reminder (organization_id, id, created_at, updated_at, title, due_at, kind, status, created_by)
     values ($1, $2, now(), now(), 'Deposito variante', $3, 'generic', 'pending', $4)`,
    [org.organizationId, reminderId, dueAt, org.userId],
  );
  return reminderId;
}

function revisionContent(): RevisionContent {
  const lineItems = [{ desc: "Rilievo", unit: "cad", qty: 2, price: 150, amount: 300 }];
  const nothing = {
    legalName: null,
    vatNumber: null,
    taxCode: null,
    address: null,
    email: null,
    pec: null,
    phone: null,
    professionalOrder: null,
    iban: null,
    signature: null,
    logo: null,
  };
  return {
    revision: 1,
    number: "2026/0001",
    issuedAt: "2026-11-21T09:00:00.000Z",
    timezone: "Europe/Rome",
    kind: "preventivo",
    title: "Villa Rossi",
    body: null,
    lineItems,
    discountPct: null,
    vatPct: 22,
    totals: documentTotals(lineItems, null, 22),
    notes: null,
    validUntil: null,
    issuer: { name: "Studio Prova", ...nothing },
    counterparty: null,
    project: null,
  };
}
