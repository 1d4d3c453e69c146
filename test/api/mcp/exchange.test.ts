import { beforeAll, describe, expect, it } from "@jest/globals";
import { callerOfKey, type KeyRow, keyRow } from "../../../src/accounts/callers/key-callers.js";
import { type ApiKey, parseApiKey } from "../../../src/accounts/keys/api-key.js";
import type { Client } from "../../../src/actions/dispatch/end-waiter.js";
import { callTool } from "../../../src/api/mcp/call.js";
import { endpoint, type McpAnswer } from "../../../src/api/mcp/endpoint.js";
import { createMessageHandler } from "../../../src/api/mcp/exchange.js";
import type { McpParts } from "../../../src/api/mcp/parts.js";
import { plainRequestOf } from "../../../src/api/mcp/plain-message.js";
import { ActionError } from "../../../src/domain/errors.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { startApi } from "../../support/caller.js";
import { createContact, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let contactId: string;
let parts: McpParts;
/** has seen plain requests of both eras */
let practised: ReturnType<typeof createMessageHandler>;
let owner: Caller;
let reader: Caller;

const callerWith = async (key: string): Promise<Caller> => {
  const parsed = parseApiKey(key) as ApiKey;
  return callerOfKey((await keyRow(api.app.database, parsed)) as KeyRow, "mcp");
};

beforeAll(async () => {
  contactId = (await createContact(org)).id;
  parts = { ...api.app, callTool: (call) => callTool(api.app, call) };
  owner = await callerWith(org.key);
  reader = await callerWith(await org.keyWith("contacts:view"));
  practised = createMessageHandler(parts);
  for (const era of eras) {
    for (const [method, params] of [
      ["tools/call", read()],
      ["tools/list", {}],
    ] as const) {
      const { body, headers } = request(era, method, params);
      await practised(body, { caller: owner, requestId: "r", headers }, new AbortController());
    }
  }
});

type Headers = Record<string, string>;
type Message = Record<string, unknown>;
interface Request {
  body: unknown;
  headers: Headers;
}

const eras = ["older", "newer"] as const;
type Era = (typeof eras)[number];
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  "io.modelcontextprotocol/clientInfo": { name: "Prova", version: "1" },
};

/** A request of an era, with fields and headers changed; undefined takes one away. */
function request(
  era: Era,
  method: string,
  params: Message | undefined,
  {
    fields = {},
    meta = {},
    headers = {},
  }: { fields?: Message; meta?: Message; headers?: Record<string, unknown> } = {},
): Request {
  const own = era === "newer" ? { ...envelope, ...meta } : meta;
  const whole = Object.keys(own).length > 0 ? { ...params, _meta: own } : params;
  const named = typeof params?.name === "string" ? { "mcp-name": params.name } : {};
  const standard =
    era === "newer"
      ? { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...named }
      : { "mcp-protocol-version": "2025-11-25" };
  const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return JSON.parse(
    JSON.stringify({
      body: { jsonrpc: "2.0", id: 1, method, params: whole, ...fields },
      headers: { ...accept, ...standard, ...headers },
    }),
  );
}

const textOf = async ({ body }: McpAnswer): Promise<string> =>
  typeof body === "string"
    ? body
    : Array.isArray(body)
      ? Buffer.concat(body).toString()
      : new Response(body as BodyInit | null).text();

/** Sends a request down both ways: that of the SDK's own endpoint, and ours, as its first request and after others. */
async function bothWays({ body, headers }: Request, caller = owner, client: Client = new AbortController()) {
  const exchange = { caller, requestId: "r", headers };
  const answers = [];
  for (const way of [endpoint(parts), createMessageHandler(parts), practised]) {
    const answer = await way(structuredClone(body), exchange, client);
    answers.push({ status: answer.status, headers: answer.headers, body: await textOf(answer) });
  }
  return answers;
}

const read = () => ({ name: "get_contact", arguments: { contactId } });
const changes: Record<string, () => Parameters<typeof request>[3]> = {
  "no id, so that it is a notification": () => ({ fields: { id: undefined } }),
  "null for an id": () => ({ fields: { id: null } }),
  "a text for an id": () => ({ fields: { id: 'a"}' } }),
  "a fraction for an id": () => ({ fields: { id: 1.5 } }),
  "another version of JSON-RPC": () => ({ fields: { jsonrpc: "1.0" } }),
  "a field that JSON-RPC doesn't have": () => ({ fields: { extra: 1 } }),
  "an unknown method": () => ({ fields: { method: "tools/drop" } }),
  "a list for params": () => ({ fields: { params: [] } }),
  "null for params": () => ({ fields: { params: null } }),
  "no params": () => ({ fields: { params: undefined } }),
  "a revision that there is not": () => ({ headers: { "mcp-protocol-version": "2024-01-01" } }),
  "the other era's revision": () => ({ headers: { "mcp-protocol-version": "2025-06-18" } }),
  "a later revision": () => ({ headers: { "mcp-protocol-version": "2027-01-01" } }),
  "no revision in the headers": () => ({ headers: { "mcp-protocol-version": undefined } }),
  "another method in the headers": () => ({ headers: { "mcp-method": "ping" } }),
  "no method in the headers": () => ({ headers: { "mcp-method": undefined } }),
  "another name in the headers": () => ({ headers: { "mcp-name": "list_contacts" } }),
  "an encoded name in the headers": () => ({ headers: { "mcp-name": "=?base64?Z2V0X2NvbnRhY3Q=?=" } }),
  "no name in the headers": () => ({ headers: { "mcp-name": undefined } }),
  "JSON alone accepted": () => ({ headers: { accept: "application/json" } }),
  "anything accepted": () => ({ headers: { accept: "*/*" } }),
  "a charset": () => ({ headers: { "content-type": "application/json; charset=utf-8" } }),
  "a foreign field in _meta": () => ({ meta: { "example.com/a": 1 } }),
  "another field of the protocol in _meta": () => ({ meta: { "io.modelcontextprotocol/logLevel": "nonsense" } }),
  "a malformed related task": () => ({ meta: { "io.modelcontextprotocol/related-task": 5 } }),
  "another revision in the body": () => ({ meta: { "io.modelcontextprotocol/protocolVersion": "2025-11-25" } }),
  "no text for a revision": () => ({ meta: { "io.modelcontextprotocol/protocolVersion": 5 } }),
  "capabilities that are none": () => ({ meta: { "io.modelcontextprotocol/clientCapabilities": { sampling: 5 } } }),
  "no capabilities": () => ({ meta: { "io.modelcontextprotocol/clientCapabilities": undefined } }),
  "a client without a name": () => ({ meta: { "io.modelcontextprotocol/clientInfo": { version: "1" } } }),
  "a wish for progress": () => ({ meta: { progressToken: 7 } }),
};
const params: Record<string, () => Message> = {
  "a call": read,
  "a call without arguments": () => ({ name: "list_contacts" }),
  "a call of an unknown tool": () => ({ name: "drop_tables", arguments: {} }),
  "a call of what every object has": () => ({ name: "constructor", arguments: {} }),
  "a call without a name": () => ({ arguments: {} }),
  "a call with a number for a name": () => ({ name: 5 }),
  "a call with a list for arguments": () => ({ name: "get_contact", arguments: [contactId] }),
  "a call with null for arguments": () => ({ name: "get_contact", arguments: null }),
  "a call with wrong arguments": () => ({ name: "get_contact", arguments: { contactId: 5, colour: "red" } }),
  "a call for a missing record": () => ({ name: "get_contact", arguments: { contactId: unknownId } }),
  "a call with a task": () => ({ ...read(), task: { ttl: "soon" } }),
  "a call with another field": () => ({ ...read(), other: { a: [1] } }),
  "a call with a state from elsewhere": () => ({ ...read(), requestState: 5 }),
};

describe.each(eras)("a request of the %s era is answered as by the SDK's own endpoint, byte for byte:", (era) => {
  it.each(Object.keys(params))("%s", async (name) => {
    const [theirs, ...ours] = await bothWays(request(era, "tools/call", params[name]?.()));
    expect(ours).toEqual([theirs, theirs]);
  });

  it.each(Object.keys(changes))("a call with %s", async (name) => {
    const [theirs, ...ours] = await bothWays(request(era, "tools/call", read(), changes[name]?.()));
    expect(ours).toEqual([theirs, theirs]);
  });

  it.each(Object.keys(changes))("the list of tools, with %s", async (name) => {
    const [theirs, ...ours] = await bothWays(request(era, "tools/list", {}, changes[name]?.()));
    expect(ours).toEqual([theirs, theirs]);
  });

  it("the list with a cursor, and that of a caller with few rights", async () => {
    const [theirs, ...ours] = await bothWays(request(era, "tools/list", { cursor: "x" }));
    expect(ours).toEqual([theirs, theirs]);
    const [few, ...own] = await bothWays(request(era, "tools/list", {}), reader);
    expect(own).toEqual([few, few]);
    expect(few?.body.length).toBeLessThan((theirs?.body.length ?? 0) / 2);
  });

  it("the list of an app that may only read, the first time and later, and that of another one then", async () => {
    const onlyReads: Caller = { ...owner, mode: "read" };
    for (const caller of [onlyReads, onlyReads, owner]) {
      const [theirs, ...ours] = await bothWays(request(era, "tools/list", {}), caller);
      expect(ours).toEqual([theirs, theirs]);
    }
  });

  it("a call that the caller may not make", async () => {
    const [theirs, ...ours] = await bothWays(request(era, "tools/call", { name: "create_contact" }), reader);
    expect(theirs?.body).toContain("Not permitted");
    expect(ours).toEqual([theirs, theirs]);
  });

  it("batches, with calls, notifications and a cancellation", async () => {
    const { headers, body } = request(era, "tools/call", read());
    const call = body as Message;
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
    for (const batch of [[call, { ...call, id: 2 }], [call, { jsonrpc: "2.0", method: "x" }], [cancel], [], cancel]) {
      const [theirs, ...ours] = await bothWays({ headers, body: batch });
      expect(ours).toEqual([theirs, theirs]);
    }
  });

  it("a call that fails outside its action", async () => {
    const { callTool: whole } = parts;
    parts.callTool = () => Promise.reject(new ActionError("rate_limited", "Too many wait."));
    const [theirs, ...ours] = await bothWays(request(era, "tools/call", read()));
    parts.callTool = whole;
    expect(theirs?.body).toContain("Too many wait.");
    expect(ours).toEqual([theirs, theirs]);
  });

  it("a client that has left", async () => {
    const gone = { signal: AbortSignal.abort() };
    const [theirs, ...ours] = await bothWays(request(era, "tools/call", read()), owner, gone);
    expect(ours.map(({ status }) => status)).toEqual([499, 499]);
    expect([499, 200]).toContain(theirs?.status);
  });

  it("and plain ones don't take the SDK's way", async () => {
    for (const { body, headers } of [request(era, "tools/call", read()), request(era, "tools/list", {})])
      expect(plainRequestOf(body, headers)?.era).toBe(era);
    const { callTool: whole } = parts;
    const client = new AbortController();
    const received: (Client | undefined)[] = [];
    parts.callTool = (call) => {
      received.push(call.client);
      return whole(call);
    };
    const { body, headers } = request(era, "tools/call", read());
    await practised(body, { caller: owner, requestId: "r", headers }, client);
    parts.callTool = whole;
    // The SDK would hand on one of its own.
    expect(received[0]).toBe(client);
  });
});
