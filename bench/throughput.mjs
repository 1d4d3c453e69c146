// npm run bench: create, update and read a contact through the product, against the least that any Node service can do: bare
// node:http and pg, which looks the key up and inserts the row in one named statement. Both run on the same Postgres, in turn, in
// one run; trust the ratios. Everything is on loopback; ends by itself after about a minute.
import { fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const connections = 32;
const roundMs = Number(process.argv[2] ?? 3) * 1000;
const rounds = 3;
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(path.join(tmpdir(), "pratica-bench-"));
const [port, temporalPort, uiPort, limitPort] = [3900, 7933, 8933, 3901];

const product = spawn("npm", ["start"], {
  cwd: root,
  detached: true,
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(folder, "data"),
    TEMPORAL_PORT: String(temporalPort),
    TEMPORAL_UI_PORT: String(uiPort),
    RATE_LIMIT_PER_MINUTE: "100000000",
    LOG_LEVEL: "warn",
  },
});
let limit;

try {
  await until(() => fetch(`http://127.0.0.1:${port}/readyz`).then((r) => r.ok));
  const { apiKey } = JSON.parse(readFileSync(path.join(folder, "data", "first-run.json"), "utf8"));
  const { databaseUrl } = JSON.parse(readFileSync(path.join(folder, "data", "instance.json"), "utf8"));
  limit = fork(path.join(root, "bench", "limit-server.mjs"), [String(limitPort), databaseUrl], { stdio: "inherit" });
  await until(() => fetch(`http://127.0.0.1:${limitPort}/`).then(() => true));

  const call = (target, operation) => (body) => request(target, `/api/rest/actions/${operation}`, apiKey, body);
  const seed = JSON.parse(await call(port, "create_contact")({ name: "Seme" })).result.id;
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
  const seeds = [seed];
  for (let i = 0; i < 200; i++)
    seeds.push(JSON.parse(await call(port, "create_contact")({ name: `Seme ${i}` })).result.id);
  function seedOf(n) {
    return seeds[n % seeds.length];
  }

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
  process.kill(-product.pid, "SIGTERM");
  await new Promise((resolve) => product.once("exit", resolve));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  rmSync(folder, { recursive: true, force: true });
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

function request(target, pathname, key, body) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      authorization: `Bearer ${key}`,
    };
    const sent = http.request(
      { host: "127.0.0.1", port: target, path: pathname, method: "POST", agent, headers },
      (answer) => {
        let received = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk) => {
          received += chunk;
        });
        answer.on("end", () =>
          answer.statusCode === 200
            ? resolve(received)
            : reject(new Error(`${pathname} ${answer.statusCode} ${received}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

async function until(check) {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (await check().catch(() => false)) return;
  }
  throw new Error("never ready");
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
