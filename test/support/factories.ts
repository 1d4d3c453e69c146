import { createKey, createOrganization, createUser } from "../../src/admin/provision.js";
import { newId } from "../../src/db/new-id.js";
import type { FileSource } from "../../src/domain/files.js";
import { sha256 } from "../../src/domain/sha256.js";
import type { Role } from "../../src/domain/vocabulary.js";
import type { Answer, TestApi } from "./caller.js";

export interface TestMember {
  userId: string;
  email: string;
  name: string;
  /** a key of the user's */
  key: string;
}

/** An organization of a test, and calls in its name. */
export interface TestOrganization {
  api: TestApi;
  organizationId: string;
  /** a key of the organization itself, with every permission */
  key: string;
  /** A new user with this role, with a key of the user's; its permissions are all that the role has, unless given. */
  member(role: Role, permissions?: string[]): Promise<TestMember>;
  /** A key of the organization with just these permissions. */
  keyWith(...permissions: string[]): Promise<string>;
  /** Calls an action, by the organization's own key unless another is given. */
  call<T = Record<string, unknown>>(operation: string, body?: unknown, key?: string): Promise<Answer<T>>;
  /** As `call`, and gives the result alone. @throws unless it succeeded */
  ok<T = TestRecord>(operation: string, body?: unknown, key?: string): Promise<T>;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of a result are what the tests are about
export type TestRecord = Record<string, any> & { id: string };

let lastNumber = 0;

/** Of `factoryPassword`, with the least cost: the product's takes 33 ms of a CPU to make and as many for each sign-in. */
const quickHash = "$argon2id$v=19$m=8,t=1,p=1$1Xkcjmz7FiXBltovshjl0Q$qIIjgX6M08jqPP3RfHFXoAENM4i9zNyEP6iT8e2CrCI";

/** A new organization: `const organization = await organization(api)`. */
export async function organization(api: TestApi, name = "Studio Tecnico Prova"): Promise<TestOrganization> {
  const { database } = api.app;
  const { organizationId } = await createOrganization(database, { name });
  const { key } = await createKey(database, { organizationId, name: "test" });
  const org: TestOrganization = {
    api,
    organizationId,
    key,
    async member(role, permissions) {
      const name = `Persona ${++lastNumber}`;
      const email = `persona.${lastNumber}@studio.test`;
      await database.pool.query(
        "insert into user_account (id, email, name, password_hash, created_at) values ($1, $2, $3, $4, now())",
        [newId(), email, name, quickHash],
      );
      const { userId } = await createUser(database, { organizationId, email, role });
      const made = await createKey(database, { organizationId, userId, name, ...(permissions ? { permissions } : {}) });
      return { userId, email, name, key: made.key };
    },
    async keyWith(...permissions) {
      return (await createKey(database, { organizationId, name: permissions.join(" "), permissions })).key;
    },
    call: (operation, body = {}, as = key) => api.call(operation, body, as),
    async ok<T>(operation: string, body: unknown = {}, as = key) {
      const answer = await api.call<T>(operation, body, as);
      if (answer.status !== 200) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
      return answer.result;
    },
  };
  return org;
}

type Fields = Record<string, unknown>;

/** A new organization with somebody whom its notices go to. */
export async function organizationWithOwner(api: TestApi): Promise<TestOrganization> {
  const org = await organization(api);
  await org.member("owner");
  return org;
}

export const createContact = (org: TestOrganization, fields: Fields = {}): Promise<TestRecord> =>
  org.ok("create_contact", { name: "Maria Bianchi", email: "maria.bianchi@cliente.test", ...fields });

export const createProject = (org: TestOrganization, fields: Fields = {}): Promise<TestRecord> =>
  org.ok("create_project", { name: "Ristrutturazione Villa Rossi", municipality: "Bergamo", ...fields });

/** A bill of quantities with these lines. */
export async function createBill(org: TestOrganization, fields: Fields, lines: unknown): Promise<TestRecord> {
  const bill = await org.ok("create_bill_of_quantities", fields);
  await org.ok("save_bill_of_quantities_lines", { computoId: bill.id, lines });
  return bill;
}

/** A price book with these entries. */
export async function createPriceBook(org: TestOrganization, fields: Fields, entries: unknown): Promise<TestRecord> {
  const book = await org.ok("create_price_book", fields);
  await org.ok("add_price_book_entries", { bookId: book.id, entries });
  return book;
}

/** A document that is issued. */
export async function createIssued(org: TestOrganization, fields: Fields): Promise<TestRecord> {
  const { id: docId } = await org.ok("create_document", fields);
  return org.ok("issue_document", { docId });
}

/** A guest of the organization with a share of the project. */
export async function createGuest(
  org: TestOrganization,
  projectId: string,
  role: "viewer" | "editor",
): Promise<TestMember> {
  const guest = await org.member("guest");
  await org.ok("share_project", { projectId, userId: guest.userId, role });
  return guest;
}

interface FileFields {
  contentType?: string | undefined;
  content?: string | Buffer;
  /** what its row says, where the content doesn't matter */
  sizeBytes?: number;
  source?: FileSource | undefined;
  projectId?: string;
}

/** Keeps a file without an upload or a mail. @returns its id */
export async function storeFile(org: TestOrganization, name: string, fields: FileFields = {}): Promise<string> {
  const { contentType = "application/pdf", source = "issued", projectId = null } = fields;
  const content = Buffer.from(fields.content ?? "abc");
  const { sizeBytes = content.length } = fields;
  const id = newId();
  await org.api.pool.query(
    `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, content, source, project_id)
     values ($1, $2, now(), now(), $3, $4, $5, $6, $7, $8, $9)`,
    [org.organizationId, id, name, contentType, sizeBytes, sha256(content), content, source, projectId],
  );
  return id;
}

/** An id of the right form that no record has. */
export const unknownId = "01890000-0000-7000-8000-000000000000";

/** What waits in the outbox for a workflow, oldest first. */
export async function ordersFor(
  api: TestApi,
  workflowId: string,
): Promise<{ type: string | null; signal: string | null }[]> {
  const { rows } = await api.pool.query<{ type: string | null; signal: string | null }>(
    "select workflow_type as type, signal from outbox where workflow_id = $1 order by id",
    [workflowId],
  );
  return rows;
}

/** A quote with a line for each of a bill's, of which none is linked to it any more. */
export async function createUnlinkedQuote(org: TestOrganization, computoId: string): Promise<TestRecord> {
  const quote = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
  const { links } = await org.ok<{ links: TestRecord[] }>("get_bill_of_quantities", { computoId });
  for (const { linkId, docId } of links) if (docId === quote.id) await org.ok("unlink_quote_line", { linkId });
  return quote;
}
