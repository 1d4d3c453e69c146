// npm run bench [seconds per round, default 3]: creates, updates and reads contacts through the product, and compares that with the least
// that any Node service must do: node:http and pg, which check the key and write or read the row in one named statement. Both take turns
// on the same Postgres within one run; only the ratios are meaningful. Everything is on loopback. It ends by itself after about a minute.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startProduct, until } from "../scripts/product.mjs";
import { median } from "./timers/figures.mjs";

const connections = 32;
const roundMs = Number(process.argv[2] ?? 3) * 1000;
const rounds = 3;
const [port, limitPort] = [3900, 3903];

const { apiKey, databaseUrl, send, stop } = await startProduct(port, connections);
let limit;

try {
  limit = fork(fileURLToPath(new URL("limit-server.mjs", import.meta.url)), [String(limitPort), databaseUrl], {
    stdio: "inherit",
  });
  await until(() => fetch(`http://127.0.0.1:${limitPort}/`).then(() => true));

  const call = (target, operation) => (body) => send(target, `/api/rest/actions/${operation}`, apiKey, body);
  const seeds = [];
  for (let i = 0; i <= 200; i++)
    seeds.push(JSON.parse(await call(port, "create_contact")({ name: `Seme ${i}` })).result.id);
  const seedOf = (n) => seeds[n % seeds.length];
  const cases = {
    create: [
      call(port, "create_contact"),
      call(limitPort, "create"),
      (n) => ({ name: `Contatto ${n}`, email: `c${n}@example.test` }),
    ],
    update: [
      call(port, "update_contact"),
      call(limitPort, "update"),
      (n) => ({ contactId: seedOf(n), notes: `nota ${n}` }),
    ],
    read: [call(port, "get_contact"), call(limitPort, "read"), (n) => ({ contactId: seedOf(n) })],
  };

  for (const [name, [ours, theirs, body]] of Object.entries(cases)) {
    const figures = { ours: [], theirs: [] };
    await round(ours, body, 1000);
    await round(theirs, body, 1000);
    for (let i = 0; i < rounds; i++) {
      figures.ours.push(await round(ours, body, roundMs));
      figures.theirs.push(await round(theirs, body, roundMs));
    }
    const ratio = median(figures.ours.map((f, i) => f.perSecond / figures.theirs[i].perSecond));
    const line = (f) =>
      `${Math.round(median(f.map((x) => x.perSecond)))}/s, p50 ${median(f.map((x) => x.p50)).toFixed(1)} ms, p99 ${median(f.map((x) => x.p99)).toFixed(1)} ms`;
    process.stdout.write(
      `${name}: ${ratio.toFixed(2)} of the limit (Pratica ${line(figures.ours)}; limit ${line(figures.theirs)})\n`,
    );
  }
} finally {
  limit?.kill();
  await stop();
}

async function round(callOnce, body, ms) {
  const end = performance.now() + ms;
  const times = [];
  let n = Math.floor(Math.random() * 1e6);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let began = performance.now(); began < end; began = performance.now()) {
        await callOnce(body(n++));
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / (ms / 1000),
    p50: times[times.length >> 1],
    p99: times[Math.floor(times.length * 0.99)],
  };
}
