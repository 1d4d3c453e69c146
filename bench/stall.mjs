// npm run bench:stall [seconds per round, default 5]: reads a contact with one key, alone and while another key does its worst, in turn,
// and compares the 99th percentiles; only the ratios are meaningful. wrk attacks. Everything is on loopback.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { startProduct, until } from "../scripts/product.mjs";
import { load, median, percentile, say } from "./figures.mjs";
import { hasWrk } from "./wrk.mjs";

const port = 3910;
const rounds = Number(process.argv[4] ?? 3);
const repeated = (part, length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const million = 1_000_000;
const mcp = "/api/mcp";
/** The program's own limit on the requests of a key. Those who measure have several keys, as several people would. */
const settings = { RATE_LIMIT_PER_MINUTE: "6000" };
const keysOfOthers = 8;
const toolCall = (name, args) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const line = { type: "line", desc: "Scavo a sezione obbligata", unit: "m³", qty: 12.5, price: 18.4, code: "A.01.002" };
const lines = Array.from({ length: 50_000 }, () => line);

/** What an attacker sends again and again: an operation of REST, or a tool of MCP, and the body's text. */
const attacks = {
  "no request, only a process that uses a core": null,
  "8 million open brackets": () => ["list_projects", `{"a":${"[".repeat(8 * million)}`],
  "a million values": () => ["update_document", `{"a":[${"0,".repeat(million)}0]}`],
  "150,000 unknown keys": () => ["list_projects", `{${Array.from({ length: 150_000 }, (_, n) => `"k${n}":0`).join()}}`],
  "a text of 32 MB": () => [
    "add_price_book_entries",
    JSON.stringify({ bookId: "x", entries: "x".repeat(33 * million) }),
  ],
  "reviews of a million characters": ({ docId }) => ["review_document", JSON.stringify({ docId })],
  "documents of a million characters, read": ({ docId }) => ["get_document", JSON.stringify({ docId })],
  "bills of 50,000 lines, saved": ({ computoId }) => [
    "save_bill_of_quantities_lines",
    JSON.stringify({ computoId, lines }),
  ],
  "bills of 50,000 lines, read": ({ computoId }) => ["get_bill_of_quantities", JSON.stringify({ computoId })],
  "bills of 50,000 lines, saved over MCP": ({ computoId }) => [
    mcp,
    toolCall("save_bill_of_quantities_lines", { computoId, lines }),
  ],
  "bills of 50,000 lines, read over MCP": ({ computoId }) => [mcp, toolCall("get_bill_of_quantities", { computoId })],
  "searches for 10,000 characters": () => [
    "search_records",
    JSON.stringify({ query: repeated("relazione tecnica di via Roma ", 9_990) }),
  ],
  "small requests, as many as possible": ({ contactId }) => ["get_contact", JSON.stringify({ contactId })],
};

if (!hasWrk()) throw new Error("This needs wrk: a load made by Node would take the cores that it measures.");
await measure(Number(process.argv[2] ?? 5) * 1000);

/**
 * Sends an attack again and again, until it is stopped. wrk sends it, which hardly takes the cores that the product runs on: a real
 * attacker has a machine of their own. Hence also the lowest priority, in a session of its own, as Linux shares its cores among sessions.
 * @returns a function that stops it, and says how many requests were answered and how many of these refused
 */
function startAttack(name, key, ids) {
  if (!attacks[name]) return startWorker();
  const [operation, body] = attacks[name](ids);
  const folder = mkdtempSync(path.join(tmpdir(), "pratica-stall-"));
  const script = path.join(folder, "attack.lua");
  writeFileSync(path.join(folder, "body.json"), body);
  writeFileSync(
    script,
    `wrk.method = "POST"
wrk.body = io.open(${JSON.stringify(path.join(folder, "body.json"))}):read("*a")
wrk.headers = { ["Content-Type"] = "application/json", ["Accept"] = "application/json, text/event-stream", ["Authorization"] = "Bearer ${key}" }`,
  );
  const connections = name.startsWith("small") ? 50 : 4;
  const url = `http://127.0.0.1:${port}${operation === mcp ? mcp : `/api/rest/actions/${operation}`}`;
  const wrk = spawn("wrk", ["-t1", `-c${connections}`, "-d600s", "--timeout", "600s", "-s", script, url], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  yieldCores(wrk.pid);
  const printed = wrk.stdout.setEncoding("utf8").toArray();
  return async () => {
    wrk.kill("SIGINT");
    const summary = (await printed).join("");
    rmSync(folder, { recursive: true, force: true });
    const count = (pattern) => Number(pattern.exec(summary)?.[1] ?? 0);
    return { answered: count(/(\d+) requests in/), refused: count(/Non-2xx or 3xx responses: (\d+)/) };
  };
}

function yieldCores(pid) {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  const priorityOfSession = `/proc/${pid}/autogroup`;
  if (existsSync(priorityOfSession)) writeFileSync(priorityOfSession, "19");
}

/** What any other busy program costs the callers on this machine, to compare the attacks with. */
function startWorker() {
  const busy =
    "for (;;) { for (const end = performance.now() + 20; performance.now() < end; ); await new Promise(setImmediate); }";
  const worker = spawn(process.execPath, ["--input-type=module", "-e", busy], { detached: true, stdio: "ignore" });
  yieldCores(worker.pid);
  return async () => {
    worker.kill();
    await once(worker, "exit");
    return { answered: 0, refused: 0 };
  };
}

async function measure(roundMs) {
  const { organizationId, act, admin, stop } = await startProduct(port, 4, settings);
  try {
    const makeKey = (name) => admin("key", "create", "--organization", organizationId, "--name", name).key;
    const key = makeKey("attacker");
    const keys = Array.from({ length: keysOfOthers }, (_, n) => makeKey(`other ${n}`));
    const { id: contactId } = await act("create_contact", { name: "Anna" });
    const body = repeated("Relazione tecnica illustrativa. ", 990_000);
    const { id: docId } = await act("create_document", { title: "Relazione", kind: "report", body });
    const { id: projectId } = await act("create_project", { name: "Villa", clientContactId: contactId });
    const { id: computoId } = await act("create_bill_of_quantities", { projectId, name: "Computo" });
    await act("save_bill_of_quantities_lines", { computoId, lines });
    const ids = { contactId, docId, computoId };
    let reads = 0;
    const read = () => act("get_contact", { contactId }, keys[reads++ % keys.length]);
    const isQuiet = async () => (await p99(read, 1000)) < 50;
    await p99(read, 1000);
    for (const name of Object.keys(attacks).filter((name) => name.includes(process.argv[3] ?? ""))) {
      const figures = [];
      const total = { answered: 0, refused: 0 };
      for (let n = 0; n < rounds; n++) {
        await until(isQuiet);
        const alone = await p99(read, roundMs);
        const stopAttack = startAttack(name, key, ids);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await lag();
        figures.push({ alone, beside: await p99(read, roundMs), lag: await lag() });
        const { answered, refused } = await stopAttack();
        total.answered += answered;
        total.refused += refused;
      }
      const ratio = median(figures.map(({ alone, beside }) => beside / alone));
      const times = `p99 alone ${median(figures.map((f) => f.alone)).toFixed(0)} ms, beside ${median(figures.map((f) => f.beside)).toFixed(0)} ms`;
      const lags = `longest pause of the event loop ${Math.max(...figures.map((f) => f.lag)).toFixed(0)} ms`;
      say(
        `${name}: ${ratio.toFixed(1)} times (${times}; ${lags}; ${total.answered} answers, ${total.refused} of them refusals; ${load()})`,
      );
    }
  } finally {
    await stop();
  }
}

/** The longest pause of the API's event loop in ms since this was last asked. */
async function lag() {
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]);
}

/** The 99th percentile of a call's times in ms, by two callers who pause 5 ms between calls. */
async function p99(callOnce, ms) {
  const end = performance.now() + ms;
  const times = [];
  const caller = async () => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await callOnce();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all([caller(), caller()]);
  return percentile(times, 0.99);
}
