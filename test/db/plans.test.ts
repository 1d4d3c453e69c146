import { beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { turnWaitMs, wakeNextInChat } from "../../src/activities/messages/chat-order.js";
import { removeOldFiles } from "../../src/activities/old-files.js";
import { takeReceipt } from "../../src/channels/incoming/take-receipt.js";
import type { Message } from "../../src/db/entities/message.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { watchedPages } from "../../src/db/watchers/order-watchers.js";
import { watchedKinds } from "../../src/db/watchers/watched-kinds.js";
import { Files } from "../../src/files/files.js";
import type { AuditFilter } from "../../src/web/settings/audit-log/filter.js";
import { findEvents } from "../../src/web/settings/audit-log/find-events.js";
import type { PageRequest } from "../../src/web/settings/page-request.js";
import { startApi } from "../support/caller.js";
import { openAsOwner } from "../support/database.js";
import { today } from "../support/days.js";
import { organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { watchStatements } from "../support/sent-statements.js";

// All records are one organization's: a plan by the organization alone would read as many of them as one without an index.
const records = 5_000;
/** What a statement may read of a table, at most: more than a page, far less than is there. */
const mostRows = 200;

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

// What is kept from the database is an error to the product.
const api = forAllTests(() => startApi({ logged: { write: () => undefined } }));
const org = forAllTests(() => organization(api));
/** The owner of the tables, on one connection. */
const owner = forAllTests(() => openAsOwner(api.app.database.url));
let sent: Statement[] | null = null;

/** Notes each statement that the product's own connections send. One that writes is kept from them, so that it can still be run. */
const watch = (pool: pg.Pool) =>
  watchStatements(pool, (statement) => {
    const { text, values = [] } = statement;
    if (!sent) return;
    sent.push({ text, values });
    if (text.startsWith("with w0")) Object.assign(statement, { name: "kept", text: "select 'kept' / 0", values: [] });
  });

/** Records of each kind, one for each of a contact, and other organizations with their keys. */
async function fill(): Promise<void> {
  const columns = "organization_id, id, created_at, updated_at";
  const common = `'${org.organizationId}', uuidv7(), now(), now()`;
  const add = (table: string, further: string, values: string, from: string) =>
    owner.query(`insert into ${table} (${columns}, ${further}) select ${common}, ${values} from ${from}`);
  await owner.query("set session_replication_role = replica");
  await add(
    "contact",
    "name, role, email, emails, phones",
    "'Anna Conti ' || n, 'client', n || '@x.test', array[n || '@x.test'], '{}'",
    `generate_series(1, ${records}) n`,
  );
  await add(
    "project",
    "name, status, type, stage, client_contact_id",
    "'Pratica di ' || name, 'active', 'generic', 'preparation', id",
    "contact",
  );
  await add("task", "title, status, checklist, project_id", "'Rilievo', 'todo', '[]', id", "project");
  await add("submission", "kind, submitted_at, project_id", "'submission', now(), id", "project");
  await add(
    "reminder",
    "title, due_at, kind, status, project_id",
    "'Scadenza', now() + random() * interval '1 year', 'generic', 'pending', id",
    "project",
  );
  await add(
    "thread",
    "channel, subject, status, address, contact_id, last_message_at",
    "'email', name, 'open', email, id, now() - random() * interval '1 year'",
    "contact",
  );
  await add(
    "message",
    "thread_id, direction, channel, to_address, subject, body, attachments, status",
    "id, 'incoming', 'email', address, subject, 'Buongiorno', '[]', 'received'",
    "thread",
  );
  await add(
    "delivery",
    "document_id, n, revision_id, message_id, reminder_id, follow_up_days",
    "m.id, 1, m.id, m.id, r.id, 7",
    `(select id, row_number() over () as n from message) m join (select id, row_number() over () as n from reminder) r using (n)`,
  );
  await add("project_contact", "project_id, contact_id", "id, client_contact_id", "project");
  await add("project_share", "project_id, user_id, role", "id, client_contact_id, 'viewer'", "project");
  await owner.query(`
    insert into user_account (id, email, name, password_hash, created_at) select id, email, name, '', now() from contact;
    insert into membership (organization_id, user_id, role, created_at) select organization_id, id, 'member', now() from contact;
    insert into organization (id, name, created_at, updated_at) select id, name, now(), now() from contact;
    insert into api_key (id, organization_id, name, secret_sha256, created_at)
      select id, id, name, sha256(name::bytea), now() from contact;
    set session_replication_role = origin;
    analyze`);
}

beforeAll(async () => {
  watch(api.pool);
  await fill();
});

/** What the product sends while it does some work. */
async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const noted: Statement[] = [];
  sent = noted;
  await work();
  sent = null;
  return noted.filter(({ text }) => !/^(begin|commit|rollback)/i.test(text));
}

/** What the product sends to answer an action, but for what only a connection's first one needs. @param body is called for each call */
async function statementsOf(action: string, body: () => Promise<object>): Promise<Statement[]> {
  await org.ok(action, await body());
  const next = await body();
  return sentDuring(() => org.call(action, next));
}

/** A value as `pg` sends it, in SQL. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "null";
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(",")}}`);
  return pg.escapeLiteral(String(value));
};

/** Runs a statement as a connection does that has sent it some times. @returns its plan, and whether it was planned anew each time */
async function planOf({ text, values }: Statement): Promise<{ plan: Plan; isPlannedAnew: boolean }> {
  const execute = `execute hot${values.length > 0 ? `(${values.map(literal).join(", ")})` : ""}`;
  const undone = async (sql: string) => {
    await owner.query("begin");
    try {
      return (await owner.query(sql)).rows[0];
    } finally {
      await owner.query("rollback");
    }
  };
  await owner.query(`prepare hot as ${text}`);
  try {
    for (let n = 0; n < 6; n++) await undone(execute);
    const explained = await undone(`explain (analyze, format json) ${execute}`);
    const { anew } = await undone("select generic_plans = 0 as anew from pg_prepared_statements where name = 'hot'");
    return { plan: explained["QUERY PLAN"][0].Plan, isPlannedAnew: anew };
  } finally {
    await owner.query("deallocate hot");
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What a plan reads too much of. */
const longReadings = (plan: Plan): string[] =>
  nodesOf(plan).flatMap((node) => {
    const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    return rows > mostRows ? [`${rows} rows: ${JSON.stringify(node)}`] : [];
  });

/** The id of a record in the middle of its table. */
const someId = async (table: string): Promise<string> =>
  (await owner.query(`select id from ${table} order by id offset ${records / 2} limit 1`)).rows[0].id;

/** How the caller is found to be still as it was. */
const callersIndexes = ["api_key_pkey", "membership_user", "organization_pkey", "project_share_user"];
let changes = 0;
const inTenDays = new Date(Date.now() + 864_000_000).toISOString();

/** With the indexes by which their statements find what they read, beside the caller's. */
const hottest: Record<string, { body: () => Promise<object>; indexes: string[] }> = {
  create_contact: { body: async () => ({ name: "Nuovo", email: "nuovo@x.test" }), indexes: ["contact_key"] },
  get_contact: {
    body: async () => ({ contactId: await someId("contact") }),
    indexes: ["contact_pkey", "project_of_client", "project_contact_contact", "project_pkey"],
  },
  update_contact: {
    body: async () => ({ contactId: await someId("contact"), notes: `${++changes}` }),
    indexes: ["contact_pkey"],
  },
  list_contacts: { body: async () => ({}), indexes: ["contact_pkey"] },
  get_project: {
    body: async () => ({ projectId: await someId("project") }),
    indexes: [
      "contact_pkey",
      "project_contact_organization_id_project_id_contact_id_key",
      "project_pkey",
      "project_share_organization_id_project_id_user_id_key",
      "submission_project",
      "task_of_project",
      "user_account_pkey",
    ],
  },
  update_project_status: {
    body: async () => ({ projectId: await someId("project"), status: ["on_hold", "active"][++changes % 2] }),
    indexes: ["project_pkey", "submission_project"],
  },
  create_task: {
    body: async () => ({ projectId: await someId("project"), title: "Rilievo" }),
    indexes: ["project_pkey", "submission_project", "task_pkey"],
  },
  list_tasks: {
    body: async () => ({ projectId: await someId("project") }),
    indexes: ["project_pkey", "submission_project", "task_of_project", "user_account_pkey"],
  },
  create_reminder: { body: async () => ({ title: "Rata", dueAt: inTenDays }), indexes: [] },
  get_thread: {
    body: async () => ({ threadId: await someId("thread") }),
    indexes: ["message_thread", "thread_pkey"],
  },
};
/** Cheaper to plan for a page than to run as for any number of rows. */
const plannedAnew = ["list_contacts", "list_tasks"];

describe("the hottest statements", () => {
  it.each(Object.keys(hottest))("of %s read little, by index, and keep their plan", async (action) => {
    const { body, indexes } = hottest[action] as (typeof hottest)[string];
    const plans = [];
    for (const statement of await statementsOf(action, body)) plans.push(await planOf(statement));
    const used = new Set(plans.flatMap(({ plan }) => nodesOf(plan).flatMap((node) => node["Index Name"] ?? [])));
    expect([...used].sort()).toEqual([...callersIndexes, ...indexes].sort());
    expect(plans.flatMap(({ plan }) => longReadings(plan))).toEqual([]);
    expect(plans.some(({ isPlannedAnew }) => isPlannedAnew)).toBe(plannedAnew.includes(action));
  });
});

it("the metrics count messages by index", async () => {
  const statements = await sentDuring(() => fetch(`${api.url}/metrics`));
  const counting = statements.filter(({ text }) => text.includes("from message"));
  expect(counting).toHaveLength(1);
  const { plan } = await planOf(counting[0] as Statement);
  const read = nodesOf(plan).filter((node) => node["Relation Name"] === "message");
  expect(read.map((node) => node["Index Name"])).toEqual(["message_unsent", "message_unsent"]);
});

it("the metrics count late reminders by index", async () => {
  const statements = await sentDuring(() => fetch(`${api.url}/metrics`));
  const counting = statements.find(({ text }) => text.includes("from reminder")) as Statement;
  const { plan } = await planOf(counting);
  const used = nodesOf(plan).flatMap((node) => node["Index Name"] ?? []);
  expect(used).toEqual(expect.arrayContaining(["reminder_late", "reminder_unwatched"]));
});

it.each(watchedKinds.map((kind) => [kind.contract.type, kind] as const))(
  "the sweep reads few rows to find what %s lost",
  async (_, kind) => {
    const statements = await sentDuring(async () => {
      for await (const rows of watchedPages(api.app.database, kind, true)) expect(rows).toEqual([]);
    });
    expect(statements).toHaveLength(1);
    const { plan } = await planOf(statements[0] as Statement);
    expect(longReadings(plan)).toEqual([]);
  },
);

/** What a page of the organization's audit log asks the database for. */
const auditStatement = async (filter: Partial<AuditFilter>, limit: number): Promise<Statement> => {
  const request = {
    organizationId: org.organizationId,
    organization: { timezone: "Europe/Rome" },
    query: (text: string, values: unknown[]) => api.app.database.query(text, values),
  } as unknown as PageRequest;
  const whole = { person: "", client: "", record: "", via: "", from: "", to: "", ...filter };
  const [found] = await sentDuring(() => findEvents(request, whole, null, limit, 50));
  return found as Statement;
};

it("the audit log looks names up by their ids, however many match", async () => {
  const events = 500;
  await owner.query(
    `insert into audit_event (organization_id, id, at, via, action, record_id, changes)
     select '${org.organizationId}', uuidv7(), now(), 'rest', 'update_contact', id, '[]' from contact limit ${events}`,
  );
  // What is hashed has to fit into it: as if there were a hundred times as many names.
  await owner.query("set work_mem = '64kB'");
  const { plan } = await planOf(await auditStatement({ record: "Conti" }, 50));
  await owner.query("reset work_mem");
  const repeated = nodesOf(plan).map((node) => node["Actual Rows"] * node["Actual Loops"]);
  // Else each event would be compared with each name.
  expect(Math.max(...repeated)).toBeLessThan((events * records) / 5);
});

it("the audit log of some days reads no older events", async () => {
  await owner.query(
    `insert into audit_event (organization_id, id, at, via, action, changes)
     select '${org.organizationId}', uuidv7(-days * interval '1 day'), now() - days * interval '1 day', 'rest', 'update_contact', '[]'
     from generate_series(10, 2000) days`,
  );
  const { plan } = await planOf(await auditStatement({ from: today, to: today }, 1_000));
  const read = nodesOf(plan).filter((node) => node["Relation Name"] === "audit_event");
  expect(read.map((node) => node["Rows Removed by Filter"] ?? 0)).toEqual([0]);
});

it("the audit log reads no event for a name that nobody has", async () => {
  await owner.query(
    `insert into audit_event (organization_id, id, at, via, action, changes)
     select '${org.organizationId}', uuidv7(-n * interval '1 hour'), now() - n * interval '1 hour', 'rest', 'update_contact', '[]'
     from generate_series(1, 1000) n`,
  );
  const readFor = async (filter: Partial<AuditFilter>) => {
    const { plan } = await planOf(await auditStatement(filter, 10));
    const read = nodesOf(plan).filter((node) => node["Relation Name"] === "audit_event");
    return Math.max(
      ...read.map((node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]),
    );
  };
  expect(await readFor({ record: "Nessuno di noi" })).toBe(0);
  expect(await readFor({ person: "Nessuno di noi" })).toBe(0);
});

it("a message of a chat finds who is before it, and whose turn comes next, without reading the thread", async () => {
  const { organizationId } = org;
  const threadId = await someId("thread");
  await owner.query(
    `insert into message (organization_id, id, created_at, updated_at, thread_id, direction, channel, to_address, body, attachments, status)
     select '${organizationId}', uuidv7(), now(), now(), '${threadId}', 'outgoing', 'sms', '+39333', 'Ok', '[]', 'sent' from generate_series(1, 1000)`,
  );
  await owner.query("analyze message");
  const chat = {
    organizationId,
    id: organizationId,
    threadId,
    channel: "sms",
    attemptedAt: null,
    error: null,
  } as Message;
  const { database, config, log } = api.app;
  const statements = await sentDuring(async () => {
    expect(await turnWaitMs(new UnitOfWork(database), chat, 0)).toBe(0);
    await wakeNextInChat({ database, config, log }, chat);
  });
  expect(statements).toHaveLength(2);
  for (const statement of statements) {
    const { plan } = await planOf(statement);
    expect(nodesOf(plan).flatMap((node) => node["Index Name"] ?? [])).toEqual(["message_in_chat"]);
  }
});

it("a receipt about no message of ours is looked for among few files and deleted messages", async () => {
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into deleted_row (organization_id, deletion_id, table_name, row_id, content)
     select organization_id, uuidv7(), case n % 2 when 0 then 'message' else 'price_book_entry' end, uuidv7(),
       json_build_object('direction', 'outgoing', 'channel', 'pec', 'message_id_header', '<' || id || '@studio.test>')
     from contact, generate_series(1, 2) n`,
  );
  await owner.query("set session_replication_role = origin");
  await owner.query("analyze deleted_row");
  await owner.query(
    `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, source)
     select '${org.organizationId}', uuidv7(), now(), now(), 'x', 'message/rfc822', 1, 'bytes ' || n, 'incoming' from generate_series(1, 1000) n`,
  );
  const mail = { organizationId: org.organizationId } as Parameters<typeof takeReceipt>[1];
  const receipt = { refersTo: ["<none@example.test>"], type: "accettazione", at: null } as unknown as Parameters<
    typeof takeReceipt
  >[2];
  const statements = await sentDuring(async () => {
    const taken = await takeReceipt(
      { database: api.app.database } as Parameters<typeof takeReceipt>[0],
      mail,
      receipt,
      "bytes 500",
    );
    expect(taken).toEqual({ outcome: "repeated" });
  });
  expect(statements.map(({ text }) => text).join()).toMatch(/deleted_row.*stored_file/s);
  for (const statement of statements) expect(longReadings((await planOf(statement)).plan)).toEqual([]);
});

it("a file whose day is over is looked for among deleted messages by index", async () => {
  await owner.query(
    `insert into stored_file (organization_id, id, created_at, updated_at, name, content_type, size_bytes, sha256, source, expires_at)
     values ($1, uuidv7(), now(), now(), 'x', 'application/pdf', 1, '', 'export', now() - interval '1 day')`,
    [org.organizationId],
  );
  await owner.query("vacuum analyze deleted_row, stored_file");
  const { database, config, log } = api.app;
  const statements = await sentDuring(() => removeOldFiles(database, new Files(database, config), log));
  const looking = statements.filter(({ text }) => text.includes("f.expires_at <= now()"));
  expect(looking).toHaveLength(2);
  for (const statement of looking) {
    const read = nodesOf((await planOf(statement)).plan).flatMap((node) => node["Index Name"] ?? []);
    expect(read).toContain("deleted_attachment");
  }
});
