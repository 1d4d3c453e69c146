// npm run bench [seconds per round, default 5] and npm run bench:quick: creates, updates and reads through the product, and compares that
// with the least that any Node service must do: node:http and pg, which check the key and write or read the row in one named statement.
// Both take turns on the same Postgres within one run; only the ratios are meaningful. Everything is on loopback, and the load comes from
// wrk where it is installed. It ends by itself: after about a minute and a half, the quick one after less than one.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startProduct, until } from "../scripts/product.mjs";
import { load, median, processorSeconds, residentBytes } from "./timers/figures.mjs";
import { hasWrk, wrkRound } from "./wrk.mjs";

const connections = 32;
const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
const target = 0.7;
const port = Number(process.env.BENCH_PORT ?? 3900);
const limitPort = port + 3;

const { apiKey, databaseUrl, dataDir, send, stop } = await startProduct(port, connections);
const { processes } = JSON.parse(readFileSync(path.join(dataDir, "instance.json"), "utf8"));
const pidOf = (name) => processes.find((process) => process.name.toLowerCase() === name)?.pid;
let limit;

try {
  limit = fork(fileURLToPath(new URL("limit-server.mjs", import.meta.url)), [String(limitPort), databaseUrl], {
    stdio: "inherit",
  });
  await until(() => fetch(`http://127.0.0.1:${limitPort}/`).then(() => true));
  const act = async (operation, body) =>
    JSON.parse(await send(port, `/api/rest/actions/${operation}`, apiKey, body)).result;
  const contacts = [];
  const projects = [];
  for (let i = 0; i < 200; i++) {
    const { id: clientContactId } = await act("create_contact", { name: `Cliente ${i}` });
    contacts.push(clientContactId);
    projects.push((await act("create_project", { name: `Pratica ${i}`, clientContactId })).id);
  }
  // As Postgres itself does within a minute: until then its plans are those for empty tables.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("analyze");
  await client.end();
  const statuses = ["active", "on_hold", "completed"];
  const cases = {
    create_contact: ["create", [{ name: "Contatto #", email: "c#@example.test" }]],
    // As many as have no common divisor with the projects: each time another status.
    update_project_status: [
      "update",
      statuses.flatMap((status) => projects.slice(0, 199).map((projectId) => ({ projectId, status }))),
    ],
    get_contact: ["read", contacts.map((contactId) => ({ contactId }))],
  };
  const round = hasWrk() ? wrkRound : nodeRound;
  process.stdout.write(`load by ${hasWrk() ? "wrk" : "Node"}, ${load()}\n`);
  const postgres = pidOf("postgres");

  for (const [action, [operation, bodies]] of Object.entries(cases)) {
    const sides = [
      { port, pathname: `/api/rest/actions/${action}`, pid: pidOf("api"), figures: [] },
      { port: limitPort, pathname: `/${operation}`, pid: limit.pid, figures: [] },
    ];
    const texts = bodies.map((body) => JSON.stringify(body));
    const once = async ({ pid, figures, ...side }, forSeconds) => {
      const used = () => [processorSeconds(pid), processorSeconds(postgres)];
      const before = used();
      const from = Math.floor(Math.random() * 1e6);
      const round_ = await round({ ...side, key: apiKey, bodies: texts, connections, seconds: forSeconds, from });
      const count = round_.perSecond * forSeconds;
      const [node, database] = used().map((s, i) => (1000 * (s - before[i])) / count);
      return { ...round_, node, database };
    };
    for (const side of sides) await once(side, 1);
    for (let i = 0; i < rounds; i++) for (const side of sides) side.figures.push(await once(side, seconds));
    const [ours, theirs] = sides.map(({ figures }) => figures);
    const ratio = median(ours.map((f, i) => f.perSecond / theirs[i].perSecond));
    const line = (figures) => {
      const mid = (name) => median(figures.map((f) => f[name]));
      return `${Math.round(mid("perSecond"))}/s, p50 ${mid("p50").toFixed(1)}, p99 ${mid("p99").toFixed(1)} ms, processor per request: Node ${mid("node").toFixed(2)}, Postgres ${mid("database").toFixed(2)} ms`;
    };
    process.stdout.write(
      `${action}: ${ratio.toFixed(2)} of the limit (aim ${target.toFixed(2)}: ${ratio >= target ? "reached" : "missed"})\n  Pratica ${line(ours)}\n  limit   ${line(theirs)}\n`,
    );
  }
  process.stdout.write(`the API's memory: ${Math.round(residentBytes(pidOf("api")) / 1e6)} MB; ${load()}\n`);
} finally {
  limit?.kill();
  await stop();
}

/** As `wrkRound`, where there is no wrk. */
async function nodeRound({ port, pathname, key, bodies, connections, seconds, from }) {
  const end = performance.now() + seconds * 1000;
  const times = [];
  let n = from;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        n++;
        await send(port, pathname, key, JSON.parse(bodies[n % bodies.length].replaceAll("#", n)));
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: times[times.length >> 1],
    p99: times[Math.floor(times.length * 0.99)],
  };
}
