// npm run bench:bills [rounds, default 9]: saves and reads a bill of 10,000 lines with 30,000 measurement rows through the product, by turns
// with the least that any Node service must do with it: parse the JSON, write one json column, and answer it as text again. Both use the
// same Postgres within one run; only the ratios are meaningful. Everything is on loopback. It ends by itself after about a minute.
import { fork } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startProduct, until } from "../scripts/product.mjs";
import { median } from "./timers/figures.mjs";

const port = Number(process.env.BENCH_PORT ?? 3900);
const limitPort = port + 4;
if (process.argv[2] === "limit") serveLimit(process.argv[3]);
else await measure(Number(process.argv[2] ?? 9));

async function measure(rounds) {
  const { apiKey, databaseUrl, send, stop } = await startProduct(port, 1);
  let limit;
  try {
    limit = fork(fileURLToPath(import.meta.url), ["limit", databaseUrl], { stdio: "inherit" });
    await until(() => fetch(`http://127.0.0.1:${limitPort}/`).then(() => true));
    const call = (target, operation) => (body) => send(target, `/api/rest/actions/${operation}`, apiKey, body);
    const make = async (operation, body) => JSON.parse(await call(port, operation)(body)).result;
    const { id: projectId } = await make("create_project", { name: "Scuola", type: "cila" });
    const { id: computoId } = await make("create_bill_of_quantities", { projectId, name: "Computo" });
    const lines = billLines();
    const cases = [
      ["save", 2.5, call(port, "save_bill_of_quantities_lines"), call(limitPort, "save"), { computoId, lines }],
      ["read", 2.5, call(port, "get_bill_of_quantities"), call(limitPort, "read"), { computoId }],
    ];
    for (const [name, most, ours, theirs, body] of cases) {
      const times = { ours: [], theirs: [] };
      for (let round = -2; round < rounds; round++) {
        const [mine, bare] = [await timed(() => ours(body)), await timed(() => theirs(body))];
        if (round < 0) continue;
        times.ours.push(mine);
        times.theirs.push(bare);
      }
      const ratio = median(times.ours.map((ms, round) => ms / times.theirs[round]));
      process.stdout.write(
        `${name}: ${ratio.toFixed(2)} times the bare service (at most ${most}): ${median(times.ours).toFixed(0)} ms against ${median(times.theirs).toFixed(0)} ms\n`,
      );
    }
  } finally {
    limit?.kill();
    await stop();
  }
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** 100 sections of 100 lines with three measurement rows each. */
function billLines() {
  const row = (n) => ({
    desc: `parete ${n % 7}`,
    count: (n % 3) + 1,
    length: (320 + 10 * (n % 50)) / 100,
    width: 0.3,
    height: 2.7,
  });
  const line = (n) => ({
    type: "line",
    code: `E.01.${String(n).padStart(5, "0")}`,
    desc: `Muratura in laterizio alveolato dello spessore di cm ${20 + (n % 20)}, compresi malta, sfridi e ponteggi, voce ${n}`,
    unit: "m³",
    price: 182.5 + (n % 100) / 4,
    measurements: [row(n), row(n + 1), row(n + 2)],
  });
  return Array.from({ length: 100 }, (_, section) => ({
    type: "section",
    title: `Capitolo ${section + 1}`,
    children: Array.from({ length: 100 }, (_, n) => line(section * 100 + n)),
  }));
}

function serveLimit(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const statements = {
    save: "update bill_of_quantities set nodes = $2, updated_at = now() where id = $1 returning id, name, total, updated_at",
    read: "select id, name, total, updated_at, nodes from bill_of_quantities where id = $1",
  };
  http
    .createServer((request, response) => {
      const chunks = [];
      request.on("data", (chunk) => chunks.push(chunk));
      request.on("end", async () => {
        const name = request.url.split("/").pop();
        if (!(name in statements)) return response.end("{}");
        const { computoId, lines } = JSON.parse(Buffer.concat(chunks).toString());
        const values = name === "save" ? [computoId, JSON.stringify(lines)] : [computoId];
        const { rows } = await pool.query({ name, text: statements[name], values });
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ result: { ...(name === "save" && { nodes: lines }), ...rows[0] } }));
      });
    })
    .listen(limitPort, "127.0.0.1");
}
