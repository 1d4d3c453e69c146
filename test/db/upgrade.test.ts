import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { ownSettings } from "../../src/db/channels/channel-settings.js";
import { createDataSource } from "../../src/db/data-source.js";
import { migrations } from "../../src/db/migrations/index.js";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { startApi, type TestApi } from "../support/caller.js";
import { createTestDatabase } from "../support/database.js";
import { closedAfterTest } from "../support/for-tests.js";
import { testServers } from "../support/servers.js";
import { visitor } from "../support/visitor.js";

type Row = Record<string, unknown>;

/** All rows of an installation whose newest migration was the eighth, as the release of that time wrote them; first, how to use it. */
const [facts, ...stored] = readFileSync(new URL("releases/0008.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const tables = new Map<string, Row[]>();
for (const { table, row } of stored) tables.set(table, [...(tables.get(table) ?? []), row]);

const name = `test_${randomBytes(8).toString("hex")}`;
const url = Object.assign(new URL(testServers().adminUrl), { pathname: `/${name}` }).href;
const columnsOf = (rows: Row[]) =>
  Object.keys(rows[0] as Row)
    .map((column) => `"${column}"`)
    .join();

/** Writes rows as a program does that knows no other columns. */
const insert = (client: pg.Client, table: string, rows: Row[]) =>
  client.query(
    `insert into ${table} (${columnsOf(rows)}) select ${columnsOf(rows)} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, options: "-c timezone=UTC" });
  await client.connect();
  return client;
}

/** What triggers write, along with other rows. */
const countedByDatabase = new Set(["search_word"]);

/** The tables in an order in which each row finds those that it refers to. */
async function byReference(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; target: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  );
  const sorted: string[] = [];
  const add = (table: string): void => {
    if (sorted.includes(table)) return;
    for (const { target } of rows.filter((one) => one.table === table)) add(target);
    sorted.push(table);
  };
  for (const table of tables.keys()) add(table);
  return sorted.filter((table) => tables.has(table));
}

describe("a database of the release with eight migrations", () => {
  let client: pg.Client;
  let appUrl: string;
  let api: TestApi;

  beforeAll(async () => {
    const admin = await connect(testServers().adminUrl);
    await admin.query(`create database ${name}`);
    await admin.end();
    const then = createDataSource(url, 2, 0, migrations.slice(0, 8));
    await then.initialize();
    await then.runMigrations();
    await then.destroy();
    client = await connect(url);
    await client.query("set session_replication_role = replica");
    for (const [table, rows] of tables) await insert(client, table, rows);
    ({ appUrl } = await prepareDatabase(url));
    api = await startApi({ through: { database: async () => appUrl }, settings: { SECRET_KEY: facts.secretKey } });
  });
  afterAll(async () => {
    await api?.close();
    await client?.end();
    const admin = await connect(testServers().adminUrl);
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role if exists ${name}_app`);
    await admin.end();
  });

  it("has every row after the upgrade, each as it was", async () => {
    expect(tables.size).toBeGreaterThan(25);
    /** what is new, by table: titles are records of their own in the index of the search, and further kinds are in it */
    const further = "kind in ('task', 'reminder', 'submission', 'bill')";
    const added: Record<string, string> = {
      search_record: `kind like '% title' or ${further}`,
      search_word: `area = 'records' and lexeme not in (select lexeme from search_kind_word where not ${further})`,
    };
    for (const [table, rows] of tables) {
      const { rows: found } = await client.query(
        `select to_jsonb(t) as row from (select ${columnsOf(rows)} from ${table}
          where (${added[table] ?? "false"}) is not true) t`,
      );
      const migrated = found.map(({ row }) => row);
      expect(migrated).toHaveLength(rows.length);
      expect({ [table]: migrated }).toEqual({ [table]: expect.arrayContaining(rows) });
    }
  });

  it("is worked with: keys, passwords, encrypted settings, records, search", async () => {
    const call = async (operation: string, body: object) => {
      const answer = await api.call<Row & { items: Row[] }>(operation, body, facts.organizationKey);
      expect([operation, answer.status]).toEqual([operation, 200]);
      return answer.result;
    };
    const [project] = (await call("list_projects", {})).items as [Row];
    expect(JSON.stringify(await call("search_records", { query: "villa" }))).toContain(project.id);
    const documents = (await call("list_documents", {})).items;
    expect(documents).toHaveLength(2);
    for (const { id: docId } of documents) await call("get_document", { docId });
    expect(documents.some(({ total }) => Number(total) > 0)).toBe(true);
    for (const { id, total } of documents) {
      const { items } = await call("list_documents", { totalFrom: total, totalTo: total });
      expect(items.map((item) => item.id)).toContain(id);
    }
    await call("create_task", { projectId: project.id, title: "Sopralluogo" });
    for (const { id: reminderId } of (await call("list_reminders", {})).items)
      await call("get_reminder", { reminderId });
    const draft = documents.find(({ status }) => status === "draft") as Row;
    await call("review_document", { docId: draft.id });
    await call("issue_document", { docId: draft.id });
    expect((await visitor(api).signIn(facts, facts.password)).status).toBe(200);
    const [channel] = tables.get("mail_channel") as [Row];
    const own = await ownSettings(api.app.database, api.app.config, String(channel.organization_id), "email");
    expect(own?.settings.smtpUrl).toBe("smtp://anna:segreto@127.0.0.1:2525");
  });
});

it("today's tables take what the release with eight migrations writes, under the rights of its role", async () => {
  const database = closedAfterTest(await createTestDatabase());
  const client = closedAfterTest(await connect(database.appUrl));
  for (const table of await byReference(client))
    if (!countedByDatabase.has(table)) await insert(client, table, tables.get(table) as Row[]);
  const { rows } = await client.query("select count(*)::int as n from document");
  expect(rows).toEqual([{ n: 2 }]);
});
