// npm run bench:mcp [requests per round, default 400]: the API's CPU time per request (user and system, of the whole process), over
// REST and over MCP in both eras of the protocol, by API key and by OAuth token. The rounds alternate within one run. An action may cost
// at most 0.6 ms more over MCP than over REST, and the list of all tools at most 2 ms; more is an error. Run it on an idle machine: load
// makes every figure larger. Everything is on loopback. It ends by itself after two or three minutes.
import { loadavg } from "node:os";
import { startProduct } from "../scripts/product.mjs";
import { accessToken } from "./access-token.mjs";
import { median } from "./timers/figures.mjs";

const perRound = Number(process.argv[2] ?? 400);
const rounds = 11;
const connections = 16;
const [maxOverRestMs, maxForListMs] = [0.6, 2];

const product = await startProduct(3910, connections);
const { port, apiKey, send } = product;
const rest = (operation, body) => send(port, `/api/rest/actions/${operation}`, apiKey, body);

const eras = {
  "2026-07-28": (method, params) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    };
    return {
      params: { ...params, _meta: meta },
      headers: {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(params.name ? { "mcp-name": params.name } : {}),
      },
    };
  },
  "2025-11-25": (_method, params) => ({ params, headers: { "mcp-protocol-version": "2025-11-25" } }),
};

/** Sends one MCP request. @throws Error if the answer is no result, or an error */
async function mcp(key, era, method, ownParams = {}) {
  const { params, headers } = eras[era](method, ownParams);
  const accept = "application/json, text/event-stream";
  const answer = await send(port, "/api/mcp", key, { jsonrpc: "2.0", id: 1, method, params }, { ...headers, accept });
  if (!answer.includes('"result"') || answer.includes('"isError":true')) throw new Error(answer.slice(0, 300));
}

/** The CPU time in seconds that the API has used so far, by its own metrics. */
async function cpuSeconds() {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  return ["user", "system"]
    .map((kind) => Number(new RegExp(`^process_cpu_${kind}_seconds_total (\\S+)`, "m").exec(text)[1]))
    .reduce((sum, seconds) => sum + seconds);
}

/** @returns the CPU time per request, in ms */
async function round(request, count) {
  const before = await cpuSeconds();
  let remaining = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (remaining-- > 0) await request();
    }),
  );
  return (((await cpuSeconds()) - before) * 1000) / count;
}

try {
  const { result: contact } = JSON.parse(
    await rest("create_contact", { name: "Anna Conti", email: "anna@conti.test" }),
  );
  const bodies = { get_contact: { contactId: contact.id }, update_contact: { contactId: contact.id, notes: "nota" } };
  const requests = {};
  for (const [name, body] of Object.entries(bodies)) requests[`REST ${name}`] = () => rest(name, body);
  const credentials = { key: apiKey, token: await accessToken(product, 3915) };
  for (const era of Object.keys(eras)) {
    for (const [kind, credential] of Object.entries(credentials)) {
      for (const [name, body] of Object.entries(bodies))
        requests[`MCP ${era} ${kind} ${name}`] = () => mcp(credential, era, "tools/call", { name, arguments: body });
      requests[`MCP ${era} ${kind} tools/list`] = () => mcp(credential, era, "tools/list");
    }
  }

  const costs = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
  for (const request of Object.values(requests)) await round(request, perRound);
  for (let n = 0; n < rounds; n++) {
    for (const [name, request] of Object.entries(requests)) costs[name].push(await round(request, perRound));
  }

  let excessCount = 0;
  const say = (...cells) =>
    process.stdout.write(
      `${cells[0].padEnd(38)}${cells
        .slice(1)
        .map((cell) => cell.padStart(12))
        .join("")}\n`,
    );
  say("CPU per request, ms", "median", "over REST", "at most");
  for (const [name, costsMs] of Object.entries(costs)) {
    const action = name.split(" ").at(-1);
    const isList = action === "tools/list";
    const overMs = median(costsMs.map((ms, n) => ms - (costs[`REST ${action}`]?.[n] ?? 0)));
    const maxMs = isList ? maxForListMs : maxOverRestMs;
    if (overMs > maxMs) excessCount++;
    const isRest = name.startsWith("REST");
    say(name, median(costsMs).toFixed(2), isRest || isList ? "" : overMs.toFixed(2), isRest ? "" : String(maxMs));
  }
  say(`load of the machine ${loadavg()[0].toFixed(1)}: a busy one makes every figure larger`);
  if (excessCount > 0) process.exitCode = 1;
} finally {
  await product.stop();
}
