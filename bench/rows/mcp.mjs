// What MCP costs: the API's processor time for an action as tools/call, compared with REST, in the protocol's older era by API key and
// in the newer one by OAuth token; and for the list of all tools, compared with the limit's creates. The sides take turns.
import { setTimeout as pause } from "node:timers/promises";
import { accessToken } from "../access-token.mjs";
import { median } from "../figures.mjs";
import { atMost, ratioOf, takeTurns } from "../stage.mjs";

export const title = "MCP compared with REST, and its list of tools with bare creates, in the API's processor time";

const eras = { "2025-11-25": "key", "2026-07-28": "token" };
const withMeta = "2026-07-28";
const rounds = 5;
/** How long others count as being served beside a key or an app, which then has one request served at a time. */
const besideMs = 1_100;
const [mostOverRest, mostBareCreates] = [0.5, 2];

/** The body and the headers of an MCP request. */
function message(era, method, params) {
  const accept = "application/json, text/event-stream";
  const headers = { accept, "mcp-protocol-version": era };
  if (era !== withMeta) return { body: { jsonrpc: "2.0", id: 1, method, params }, headers };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  };
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
    headers: { ...headers, "mcp-method": method, ...(params.name ? { "mcp-name": params.name } : {}) },
  };
}

export async function run(stage) {
  const product = await stage.product();
  const limit = await stage.limit(product);
  const { id: contactId } = await product.act("create_contact", { name: "Anna Conti", email: "anna@conti.test" });
  await product.query("analyze");
  const credentials = { key: product.apiKey, token: await accessToken(product, stage.port + 8) };
  const inputs = { create_contact: { name: "Contatto #", email: "c#@example.test" }, get_contact: { contactId } };

  const over = (kind, era, method, params) => {
    const { body, headers } = message(era, method, params);
    return { side: product, pathname: "/api/mcp", key: credentials[kind], bodies: [body], headers };
  };
  const bare = { side: limit, pathname: "/create", key: product.apiKey, bodies: [inputs.create_contact] };
  const requests = { "bare create": bare };
  for (const [name, input] of Object.entries(inputs))
    requests[`REST ${name}`] = { ...bare, side: product, pathname: `/api/rest/actions/${name}`, bodies: [input] };
  for (const [era, kind] of Object.entries(eras)) {
    for (const [name, input] of Object.entries(inputs))
      requests[`MCP ${era} ${kind} ${name}`] = over(kind, era, "tools/call", { name, arguments: input });
    requests[`MCP ${era} ${kind} tools/list`] = over(kind, era, "tools/list", {});
  }
  for (const [name, request] of Object.entries(requests)) if (name.startsWith("MCP")) await check(product, request);

  const seconds = 1;
  let latestKey;
  const figures = await takeTurns(Object.keys(requests), rounds, async (name) => {
    const { side, ...request } = requests[name];
    if (latestKey !== request.key) await pause(besideMs);
    latestKey = request.key;
    return (await stage.loaded(side, request, seconds, 16)).node;
  });
  for (const [name, ms] of Object.entries(figures)) stage.say(`${name.padEnd(36)} ${median(ms).toFixed(2)} ms`);
  const worst = (action, other) =>
    Math.max(
      ...Object.keys(figures)
        .filter((name) => name.startsWith("MCP") && name.endsWith(action))
        .map((name) => ratioOf(figures[name], figures[other])),
    );
  return [
    ...Object.keys(inputs).map((name) => atMost(name, mostOverRest, worst(name, `REST ${name}`) - 1, "of REST's more")),
    atMost("tools/list", mostBareCreates, worst("tools/list", "bare create"), "bare creates"),
  ];
}

/** @throws Error if the answer is no result, or an error, which MCP answers with status 200 too */
async function check({ port, send }, { pathname, key, bodies, headers }) {
  const answer = await send(port, pathname, key, bodies[0], headers);
  if (!answer.includes('"result"') || answer.includes('"isError":true')) throw new Error(answer.slice(0, 300));
}
