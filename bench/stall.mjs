// npm run bench:stall [seconds per round, default 5]: reads a contact with one key, alone and while another key does its worst, in turn,
// and compares the 99th percentiles; only the ratios are meaningful. The attacker is a process of its own. Everything is on loopback.
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { startProduct, until } from "../scripts/product.mjs";
import { load, median } from "./timers/figures.mjs";

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

if (process.send) await attack(...process.argv.slice(2));
else await measure(Number(process.argv[2] ?? 5) * 1000);

async function attack(name, key, ids) {
  // A real attacker has a machine of their own, and doesn't take the product's cores to make requests.
  setPriority(constants.priority.PRIORITY_LOW);
  if (!attacks[name]) return useCore();
  const [operation, body] = attacks[name](JSON.parse(ids));
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${key}`,
  };
  const url = `http://127.0.0.1:${port}${operation === mcp ? mcp : `/api/rest/actions/${operation}`}`;
  const statuses = {};
  const connections = name.startsWith("small") ? 50 : 4;
  const again = () =>
    fetch(url, { method: "POST", headers, body }).then(
      async (answer) => {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        await answer.arrayBuffer();
      },
      ({ cause }) => {
        statuses[cause?.code ?? "?"] = (statuses[cause?.code ?? "?"] ?? 0) + 1;
      },
    );
  process.on("message", () => process.send(statuses, () => process.exit()));
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (;;) await again();
    }),
  );
}

/** What any program beside costs the others on this machine: the attacks are to be compared with it. */
async function useCore() {
  process.on("message", () => process.send({}, () => process.exit()));
  for (;;) {
    for (const end = performance.now() + 20; performance.now() < end; );
    await new Promise(setImmediate);
  }
}

async function measure(roundMs) {
  const { apiKey, organizationId, dataDir, send, stop } = await startProduct(port, 4, settings);
  try {
    const call = async (operation, body, as = apiKey) =>
      JSON.parse(await send(port, `/api/rest/actions/${operation}`, as, body)).result;
    const makeKey = (name) => {
      const named = ["key", "create", "--organization", organizationId, "--name", name, "--json"];
      const options = { env: { ...process.env, DATA_DIR: dataDir }, stdio: ["ignore", "pipe", "ignore"] };
      const made = execFileSync("npm", ["run", "--silent", "admin", "--", ...named], options);
      return JSON.parse(made.toString().trim().split("\n").at(-1)).key;
    };
    const key = makeKey("attacker");
    const keys = Array.from({ length: keysOfOthers }, (_, n) => makeKey(`other ${n}`));
    const { id: contactId } = await call("create_contact", { name: "Anna" });
    const body = repeated("Relazione tecnica illustrativa. ", 990_000);
    const { id: docId } = await call("create_document", { title: "Relazione", kind: "report", body });
    const { id: projectId } = await call("create_project", { name: "Villa", clientContactId: contactId });
    const { id: computoId } = await call("create_bill_of_quantities", { projectId, name: "Computo" });
    await call("save_bill_of_quantities_lines", { computoId, lines });
    const ids = JSON.stringify({ contactId, docId, computoId });
    let reads = 0;
    const read = () => call("get_contact", { contactId }, keys[reads++ % keys.length]);
    const isQuiet = async () => (await p99(read, 1000)) < 50;
    await p99(read, 1000);
    for (const name of Object.keys(attacks).filter((name) => name.includes(process.argv[3] ?? ""))) {
      const figures = [];
      const statuses = {};
      for (let n = 0; n < rounds; n++) {
        await until(isQuiet);
        const alone = await p99(read, roundMs);
        const attacker = fork(fileURLToPath(import.meta.url), [name, key, ids]);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await lag();
        figures.push({ alone, beside: await p99(read, roundMs), lag: await lag() });
        attacker.send("stop");
        const [answered] = await once(attacker, "message");
        for (const [status, count] of Object.entries(answered)) statuses[status] = (statuses[status] ?? 0) + count;
        await once(attacker, "exit");
      }
      const ratio = median(figures.map(({ alone, beside }) => beside / alone));
      const times = `p99 alone ${median(figures.map((f) => f.alone)).toFixed(0)} ms, beside ${median(figures.map((f) => f.beside)).toFixed(0)} ms`;
      const lags = `longest pause of the event loop ${Math.max(...figures.map((f) => f.lag)).toFixed(0)} ms`;
      process.stdout.write(
        `${name}: ${ratio.toFixed(1)} times (${times}; ${lags}; ${JSON.stringify(statuses)}; ${load()})\n`,
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
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)];
}
