import { beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { createOrganization } from "../../../src/admin/provision.js";
import type { Trail } from "../../../src/db/audit.js";
import { Database } from "../../../src/db/database.js";
import { Contact } from "../../../src/db/entities/contact.js";
import { Guard, GuardBroken } from "../../../src/db/guard.js";
import { Commits } from "../../../src/db/sending/commits.js";
import { transact } from "../../../src/db/transact.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { watchStatements } from "../../support/sent-statements.js";

const server = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(server.appUrl, 8));
let first: string;
let second: string;

beforeAll(async () => {
  ({ organizationId: first } = await createOrganization(database, { name: "Studio Primo" }));
  ({ organizationId: second } = await createOrganization(database, { name: "Studio Secondo" }));
});

const trail = (organizationId: string): Trail => ({
  action: "create_contact",
  actor: { organizationId, userId: null, keyId: null, via: "rest", client: null },
  requestId: null,
});
const isOf = (organizationId: string, name: string) =>
  new Guard("exists (select from organization where id = $1 and name = $2)", [organizationId, name]);
const add = (organizationId: string, name: string, guard?: Guard) =>
  transact(
    database,
    trail(organizationId),
    async (unit) => unit.insert(Contact, { organizationId, name, role: "client", emails: [], phones: [] }),
    { guard },
  );
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`);
/** The transactions that wrote contacts with such a name, and how many contacts each. */
const transactions = async (name: string) =>
  database.query<{ organizations: number; contacts: number }>(
    `select count(distinct organization_id)::int as organizations, count(*)::int as contacts
     from contact where name like $1 group by xmin::text`,
    [`${name} %`],
  );
const untilStuck = (count: number) =>
  eventually(async () => {
    const stuck = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    return (await database.query(stuck)).length >= count;
  });
const total = (rows: { contacts: number }[]) => rows.reduce((sum, { contacts }) => sum + contacts, 0);

it("commits what one organization sends meanwhile as one transaction, with its audit events", async () => {
  await Promise.all(numbered(12, "Insieme").map((name) => add(first, name)));
  const together = await transactions("Insieme");
  expect(total(together)).toBe(12);
  expect(together).toHaveLength(1);
  const events = await database.query("select from audit_event where changes::text like '%Insieme %'");
  expect(events).toHaveLength(12);
});

it("commits what takes long to send by itself", async () => {
  await Promise.all([...numbered(4, "Corto"), `Corto ${"x".repeat(16_000)}`].map((name) => add(first, name)));
  expect((await transactions("Corto")).map(({ contacts }) => contacts).sort()).toEqual([1, 4]);
});

it("never has two organizations in one transaction", async () => {
  const names = numbered(20, "Getrennt");
  await Promise.all(names.map((name, n) => add(n % 2 === 0 ? first : second, name)));
  const found = await transactions("Getrennt");
  expect(total(found)).toBe(20);
  expect(found.map(({ organizations }) => organizations)).toEqual(found.map(() => 1));
});

it("commits the others if one fails, which alone gets the error", async () => {
  const outcomes = await Promise.allSettled(
    numbered(8, "Guasto").map((name, n) =>
      add(second, name, isOf(second, n === 5 ? "Altro studio" : "Studio Secondo")),
    ),
  );
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toBeInstanceOf(GuardBroken);
  expect(total(await transactions("Guasto"))).toBe(7);
});

it.each([
  ["alone while it rests", 3_600_000, 4],
  ["together once it has rested", 0, 1],
])("after a failure each goes %s", async (_, restMs, expected) => {
  const commits = new Commits(database.pool, database.shares, restMs);
  const run = (text: string) => commits.run<{ id: string }>(first, text, []);
  expect(await Promise.allSettled(["select 1 / 0", "select"].map(run))).toMatchObject([
    { reason: { code: "22012" } },
    {},
  ]);
  const rows = (await Promise.all(Array(4).fill("select pg_current_xact_id()::text as id").map(run))).flat();
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([4, expected]);
});

it("others are committed while one waits for a locked row, sent before them or with them", async () => {
  const { organizationId } = await createOrganization(database, { name: "Studio Terzo" });
  const [one, two, three] = [
    await add(organizationId, "A"),
    await add(organizationId, "B"),
    await add(organizationId, "C"),
  ];
  const other = closedAfterTest(await openConnection(server.appUrl));
  await other.query("begin");
  await other.query("select from contact where organization_id = $1 for update", [organizationId]);
  let changed = 0;
  const change = (contact: Contact) =>
    transact(database, trail(organizationId), async (unit) => {
      unit.update(contact, { notes: "cambiato" });
    }).then(() => changed++);
  // As many departures as are waited for at once.
  const changes = [change(one)];
  await untilStuck(1);
  changes.push(change(two));
  await untilStuck(2);
  const before = numbered(4, "Libero prima").map((name) => add(organizationId, name));
  changes.push(change(three));
  await Promise.all([...before, ...numbered(4, "Libero dopo").map((name) => add(organizationId, name))]);
  expect([total(await transactions("Libero")), changed]).toEqual([8, 0]);
  await other.query("commit");
  await Promise.all(changes);
  const limits = await Promise.all(
    numbered(8, "").map(() => database.query<{ limit: string }>("select current_setting('lock_timeout') as limit")),
  );
  expect(new Set(limits.flat().map(({ limit }) => limit))).toEqual(new Set(["30s"]));
});

it("answers none of them, and sends none again, if the connection breaks", async () => {
  const { organizationId } = await createOrganization(database, { name: "Studio Quarto" });
  let commits = 0;
  const unwatch = watchStatements(database.pool, (statement) => {
    if (statement.text.startsWith("with w0") && ++commits === 8)
      Object.assign(statement, { name: undefined, text: "select pg_terminate_backend(pg_backend_pid())", values: [] });
  });
  const outcomes = await Promise.allSettled(numbered(8, "Caduto").map((name) => add(organizationId, name)));
  unwatch();
  expect(outcomes.map(({ status }) => status)).toEqual(Array(8).fill("rejected"));
  expect(await transactions("Caduto")).toEqual([]);
  await add(organizationId, "Caduto dopo");
  expect(total(await transactions("Caduto"))).toBe(1);
});

it("commits the others if a value of one can't be written down", async () => {
  const { organizationId } = await createOrganization(database, { name: "Studio Quinto" });
  const endless: Record<string, unknown> = {};
  endless.self = endless;
  const outcomes = await Promise.allSettled(
    numbered(6, "Cerchio").map((name, n) =>
      transact(database, trail(organizationId), async (unit) => {
        unit.insert(Contact, { organizationId, name, role: "client", emails: [], phones: [] });
        if (n === 3) unit.append("select $1::text", [{ toPostgres: () => endless }]);
      }),
    ),
  );
  expect(outcomes.flatMap(({ status }, n) => (status === "rejected" ? [n] : []))).toEqual([3]);
  expect(total(await transactions("Cerchio"))).toBe(5);
});

it("leaves connections for others, however many of one organization's wait for a row", async () => {
  const [waiting, other] = [await Database.open(server.appUrl), new pg.Client({ connectionString: server.appUrl })];
  await other.connect();
  const { id } = await add(first, "Conteso");
  const lock = "select from contact where organization_id = $1 and id = $2 for update";
  try {
    await other.query("begin");
    await other.query(lock, [first, id]);
    const count = 2 * waiting.pool.options.max;
    const limits = { group: first };
    const units = numbered(count, "").map(() =>
      transact(waiting, null, async (unit) => unit.lock(Contact, first, id), limits),
    );
    await untilStuck(waiting.shares.most);
    await transact(waiting, trail(second), async (unit) =>
      unit.insert(Contact, { organizationId: second, name: "Libero 0", role: "client", emails: [], phones: [] }),
    );
    expect(await waiting.quickReads.run(second, "select $1::int as n", [1], null)).toEqual([{ n: 1 }]);
    await other.query("commit");
    expect((await Promise.all(units)).map((contact) => contact?.id)).toEqual(Array(count).fill(id));
  } finally {
    await other.end();
    await waiting.close();
  }
});
