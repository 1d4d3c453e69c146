// node bench/search.mjs [entries, default 100000] [queries of each kind, default 40]: search_price_book on a generated price list,
// compared with plain Italian full text search (`@@ plainto_tsquery … order by ts_rank`) over the same entries in the same Postgres.
// Postgres is started for this run on a free port. "found" is how often the entry from which a query was made is among the first ten.
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { build } from "../scripts/build.mjs";
import { priceList } from "./price-list.mjs";

const [entryCount, queryCount] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 40)];
const entriesPerCall = 20_000;

await build();
const dist = (module) => import(new URL(`../dist/${module}`, import.meta.url).href);
const { openCluster, ownerUrl, spawnPostgres } = await dist("launch/postgres/cluster.js");
const { answers } = await dist("launch/postgres/ready.js");
const { freePort } = await dist("launch/ports.js");
const { until } = await dist("launch/until.js");
const { prepareDatabase } = await dist("db/prepare.js");
const { Database } = await dist("db/database.js");
const { createDispatch } = await dist("actions/dispatch.js");
const { actionsByName } = await dist("actions/index.js");

const say = (line) => process.stdout.write(`${line}\n`);
const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-search-"));
const port = await freePort();
const cluster = openCluster(path.join(folder, "postgres"), "bench", () => undefined, ["--no-sync"]);
const postgres = spawnPostgres(cluster, port, openSync(path.join(folder, "postgres.log"), "a"), {
  shared_buffers: "512MB",
});
const url = ownerUrl("bench", port, "postgres");
const owner = new pg.Client({ connectionString: url });
let database;
try {
  await until(() => answers(url), { what: "Postgres", timeoutMs: 30_000 });
  const { appUrl } = await prepareDatabase(url);
  await owner.connect();
  database = await Database.open(appUrl, 4);
  const organizationId = uuidv7();
  await owner.query("insert into organization (id, name, created_at, updated_at) values ($1, 'Studio', now(), now())", [
    organizationId,
  ]);
  const caller = {
    organizationId,
    userId: null,
    keyId: null,
    role: null,
    keyPermissions: null,
    strongestShare: null,
    timezone: "Europe/Rome",
    connectionId: null,
    mode: "change",
    via: "rest",
    client: null,
  };
  const execute = createDispatch({ config: {}, database, ordered: () => undefined });
  const call = async (name, body) =>
    (await execute({ action: actionsByName.get(name), caller, body, requestId: "bench" })).result;

  const list = priceList(7);
  const { id: bookId } = await call("create_price_book", { name: "Prezzario" });
  const entries = [];
  const started = performance.now();
  while (entries.length < entryCount) {
    const added = list.entries(Math.min(entriesPerCall, entryCount - entries.length));
    entries.push(...added);
    await call("add_price_book_entries", { bookId, entries: added });
  }
  const seconds = (performance.now() - started) / 1000;
  say(`${entryCount} entries added in ${seconds.toFixed(1)} s (${Math.round(entryCount / seconds)}/s)`);
  await owner.query(`create table plain as select code, description, to_tsvector('italian', description) as search from price_book_entry;
    create index on plain using gin (search); create index on plain (code text_pattern_ops)`);
  await owner.query("vacuum analyze");

  const pratica = async (query) => (await call("search_price_book", { query })).entries.map(({ code }) => code);
  const plain = async (query) => {
    const { rows } = await owner.query({
      name: "plain",
      text: `select code from plain, plainto_tsquery('italian', $1) q where search @@ q order by ts_rank(search, q) desc limit 10`,
      values: [query],
    });
    return rows.map(({ code }) => code);
  };
  const kinds = list.queries(entries, queryCount);
  for (const query of kinds.words.slice(0, 20)) for (const search of [pratica, plain]) await search(query.text);
  say("".padEnd(10) + ["", "p50 ms", "p99 ms", "answered", "found"].map((word) => word.padStart(10)).join(""));
  for (const [kind, queries] of Object.entries(kinds)) {
    for (const [name, search] of Object.entries({ Pratica: pratica, plain })) {
      const times = [];
      let [answered, found] = [0, 0];
      for (const { text, code } of queries) {
        const began = performance.now();
        const codes = await search(text);
        times.push(performance.now() - began);
        if (codes.length > 0) answered++;
        if (codes.includes(code)) found++;
      }
      times.sort((a, b) => a - b);
      const at = (share) => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1);
      const percent = (count) => `${Math.round((100 * count) / queries.length)} %`;
      const cells = [name, at(0.5), at(0.99), percent(answered), kind === "common" ? "-" : percent(found)];
      say(kind.padEnd(10) + cells.map((cell) => cell.padStart(10)).join(""));
    }
  }
} finally {
  await database?.close();
  await owner.end();
  postgres.kill("SIGINT");
  await new Promise((resolve) => postgres.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
