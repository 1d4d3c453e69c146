// node bench/row-security.mjs [seconds per round, default 2]: what row-level security would cost on the product's own statements. Each
// table with an organization gets a policy that compares with a setting of the connection, which is set only when the organization
// changes. Without: a role that policies don't hold for. Rounds alternate; only the ratios are meaningful. Postgres is started for this
// run on a free port, and doesn't wait for the disk.
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { build } from "../scripts/build.mjs";
import { median, say } from "./figures.mjs";
import { priceList } from "./price-list.mjs";

const roundMs = Number(process.argv[2] ?? 2) * 1000;
const [rounds, callers, organizationCount, entryCount] = [5, 10, 20, 20_000];

await build();
const dist = (module) => import(new URL(`../dist/${module}`, import.meta.url).href);
const { openCluster, ownerUrl, spawnPostgres } = await dist("launch/postgres/cluster.js");
const { answers } = await dist("launch/postgres/ready.js");
const { freePort } = await dist("launch/ports.js");
const { until } = await dist("launch/until.js");
const { prepareDatabase } = await dist("db/preparation/prepare.js");
const { Database } = await dist("db/database.js");
const { byAdmin } = await dist("db/audit.js");
const { transact } = await dist("db/transact.js");
const { UnitOfWork } = await dist("db/unit-of-work.js");
const { organizationQuery } = await dist("db/organization-query.js");
const { Commits } = await dist("db/sending/commits.js");
const { searchPrices } = await dist("db/prices/search-prices.js");
const { Contact } = await dist("db/entities/contact.js");

const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-row-security-"));
const port = await freePort();
const cluster = openCluster(path.join(folder, "postgres"), "bench", () => undefined, ["--no-sync"]);
const log = openSync(path.join(folder, "postgres.log"), "a");
const postgres = spawnPostgres(cluster, port, log, { shared_buffers: "512MB" });
const url = ownerUrl("bench", port, "postgres");
const owner = new pg.Client({ connectionString: url });
const opened = [];

/** The database as one organization's work sees it: each connection keeps the setting of the last one that it worked for. */
function seenBy(database, organizationId) {
  const connect = async () => {
    const client = await database.pool.connect();
    if (client.organizationId !== organizationId) {
      const text = "select set_config('pratica.organization', $1, false)";
      await client.query({ name: "organization", text, values: [organizationId] });
      client.organizationId = organizationId;
    }
    return client;
  };
  const pool = { connect: (done) => void connect().then((client) => done(undefined, client), done) };
  return Object.create(database, { pool: { value: pool }, commits: { value: new Commits(pool, database.shares) } });
}

try {
  await until(() => answers(url), { what: "Postgres", timeoutMs: 30_000 });
  const { appUrl } = await prepareDatabase(url);
  await owner.connect();
  const { username: free } = new URL(appUrl);
  await owner.query(`create role guarded login password 'bench' in role ${free}; alter role ${free} bypassrls;
    do $$ declare t regclass; begin
      for t in select attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
        where attname = 'organization_id' and relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s enable row level security', t);
        execute format('create policy organization on %s using (organization_id = current_setting(''pratica.organization'', true)::uuid)', t);
      end loop;
    end $$`);
  const guardedUrl = Object.assign(new URL(appUrl), { username: "guarded", password: "bench" }).href;
  for (const each of [appUrl, guardedUrl]) opened.push(await Database.open(each, callers));
  const [unguarded, guarded] = opened;

  const organizations = Array.from({ length: organizationCount }, () => uuidv7());
  // One each, as callers of one organization commit together.
  const seen = new Map(organizations.map((id) => [id, seenBy(guarded, id)]));
  await owner.query(
    "insert into organization (id, name, created_at, updated_at) select unnest($1::uuid[]), 'Studio', now(), now()",
    [organizations],
  );
  const add = (database, organizationId) =>
    transact(database, byAdmin(organizationId, "create_contact"), async (unit) =>
      unit.insert(Contact, { organizationId, name: "Bianchi", role: "client", emails: ["b@example.test"], phones: [] }),
    );
  const contacts = new Map();
  for (const id of organizations) contacts.set(id, (await add(unguarded, id)).id);
  const bookId = uuidv7();
  await owner.query(
    "insert into price_book (organization_id, id, created_at, updated_at, name) values ($1, $2, now(), now(), 'Prezzario')",
    [organizations[0], bookId],
  );
  const list = priceList(7);
  const entries = list.entries(entryCount);
  await owner.query(
    `insert into price_book_entry (organization_id, book_id, created_at, id, code, description, unit, price)
     select $1, $2, now(), * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::float8[])`,
    [
      organizations[0],
      bookId,
      entries.map(() => uuidv7()),
      ...["code", "description", "unit", "price"].map((field) => entries.map((entry) => entry[field])),
    ],
  );
  await owner.query("vacuum analyze");

  const queries = list.queries(entries, 40).words;
  const cases = {
    "read by id": (database, id) => new UnitOfWork(database).find(Contact, id, contacts.get(id)),
    create: add,
    "search of prices": (database, id, n) =>
      searchPrices(organizationQuery(database, id), queries[n % queries.length], { category: null }, 10),
  };
  const one = () => organizations[0];
  const inTurn = (n) => organizations[n % organizationCount];
  const ways = { "one organization": one, [`${organizationCount} in turn`]: inTurn };

  for (const [name, work] of Object.entries(cases)) {
    for (const [way, pick] of Object.entries(ways)) {
      if (name.startsWith("search") && pick !== one) continue;
      const ratios = [];
      const rates = [];
      for (let round = 0; round <= rounds; round++) {
        const without = await perSecond(work, () => unguarded, pick);
        const withPolicies = await perSecond(work, (id) => seen.get(id), pick);
        // The first round warms up.
        if (round > 0) ratios.push(withPolicies / without);
        if (round > 0) rates.push(without);
      }
      say(
        `${name}, ${way}: ${median(ratios).toFixed(2)} of ${Math.round(median(rates))}/s without (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})`,
      );
    }
  }
} finally {
  for (const database of opened) await database.close();
  await owner.end();
  postgres.kill("SIGINT");
  await new Promise((resolve) => postgres.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}

async function perSecond(work, databaseOf, pick) {
  const end = performance.now() + roundMs;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const n = done++;
        const organizationId = pick(n);
        await work(databaseOf(organizationId), organizationId, n);
      }
    }),
  );
  return done / (roundMs / 1000);
}
