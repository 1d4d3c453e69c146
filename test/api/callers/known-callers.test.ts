import { once } from "node:events";
import http from "node:http";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { parseApiKey } from "../../../src/accounts/keys/api-key.js";
import { startApi, type TestApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import {
  createContact,
  createGuest,
  createProject,
  organization,
  type TestMember,
  unknownId,
} from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import type { ToolAnswer } from "../../support/mcp.js";
import { postMcp, toolMessage } from "../../support/mcp-messages.js";
import { connect } from "../../support/oauth.js";
import { watchStatements } from "../../support/sent-statements.js";
import { volume } from "../../support/soak.js";

/** Two processes, as it were: each keeps the callers that it has read. */
const api = forAllTests(() => startApi({ settings, atOwnAddress: true }));
const second = forAllTests(() => startApi({ settings: { ...settings, BASE_URL: api.url }, beside: api }));
const org = forAllTests(() => organization(api));
const contact = forAllTests(() => createContact(org));
const project = forAllTests(() => createProject(org));

/** All of these requests come from one address. */
const settings = { AUTH_FAILURES_PER_MINUTE: "100000" };
const connections = volume(4, 10);
const sql = (text: string, ...values: unknown[]) => api.pool.query(text, values);
const revoke = (key: string) => sql("update api_key set revoked_at = now() where id = $1", parseApiKey(key)?.keyId);
const setRole = ({ userId }: TestMember, role: string) =>
  sql("update membership set role = $3 where organization_id = $1 and user_id = $2", org.organizationId, userId, role);

interface Call {
  operation: string;
  body: (n: number) => object;
}

/** How a call is made. @returns the status that the same call would have over REST; of a protocol error its code */
type Send = (api: TestApi, operation: string, body: object, credential: string) => Promise<number>;

const overRest: Send = async (instance, operation, body, key) => (await instance.call(operation, body, key)).status;

const statusOfCode: Record<string, number> = { invalid_input: 400, forbidden: 403, not_found: 404 };

async function overMcp(instance: TestApi, operation: string, body: object, credential: string): Promise<number> {
  const response = await postMcp(instance, credential, toolMessage(operation, body));
  const { result, error } = (await response.json()) as { result?: ToolAnswer; error?: { code: number } };
  const failure = result?.isError ? result.content[0]?.text.split(":")[0] : undefined;
  return error?.code ?? (failure ? (statusOfCode[failure] ?? 500) : response.status);
}
/** What a caller gets over MCP who lacks the permission for a tool. */
const notPermitted = -32602;
const calls: Record<string, Call> = {
  create: { operation: "create_contact", body: (n) => ({ name: `Contatto ${n}` }) },
  update: { operation: "update_contact", body: (n) => ({ contactId: contact.id, notes: `nota ${n}` }) },
  read: { operation: "get_contact", body: () => ({ contactId: contact.id }) },
  list: { operation: "list_contacts", body: () => ({ limit: 2 }) },
  "empty list": { operation: "list_contacts", body: () => ({ role: "other" }) },
};

/**
 * Calls over several connections of both processes, and changes something meanwhile.
 * @returns the statuses of the requests that began before the change, and of those that began when it had been made
 */
async function aroundChange({ operation, body }: Call, key: string, change: () => Promise<unknown>, send = overRest) {
  const before: number[] = [];
  const after: number[] = [];
  let isChanged = false;
  let n = 0;
  const loop = async (instance: TestApi) => {
    while (after.length < 2 * connections) {
      const statuses = isChanged ? after : before;
      statuses.push(await send(instance, operation, body(n++), key));
    }
  };
  const loops = Array.from({ length: connections }, (_, i) => loop(i % 2 ? api : second));
  while (before.length < connections) await new Promise(setImmediate);
  await change();
  isChanged = true;
  await Promise.all(loops);
  return { before, after };
}

describe("a caller whom the process knows already", () => {
  it.each(Object.keys(calls))("has no more success with %s once the key is revoked", async (name) => {
    const key = await org.keyWith("contacts:view", "contacts:edit");
    const { before, after } = await aroundChange(calls[name] as Call, key, () => revoke(key));
    expect(new Set(before.slice(0, connections))).toEqual(new Set([200]));
    expect(new Set(after)).toEqual(new Set([401]));
  });

  it.each([
    ["has expired", "expires_at = now() - interval '1 second'"],
    ["has another secret", "secret_sha256 = sha256('another')"],
  ])("has no more success once the key %s", async (_what, change) => {
    const key = await org.keyWith("contacts:view");
    const set = () => sql(`update api_key set ${change} where id = $1`, parseApiKey(key)?.keyId);
    const { after } = await aroundChange(calls.read as Call, key, set);
    expect(new Set(after)).toEqual(new Set([401]));
  });

  it.each([
    ["REST", overRest],
    ["MCP", overMcp],
  ])("isn't whoever sends the key's id with another secret over %s", async (_way, send) => {
    const key = await org.keyWith("contacts:view");
    const read = (credential: string) => send(api, "get_contact", { contactId: contact.id }, credential);
    expect([await read(key), await read(`${key.slice(0, -43)}${"A".repeat(43)}`), await read(key)]).toEqual([
      200, 401, 200,
    ]);
  });

  it("has no more success once the key lacks the permission", async () => {
    const key = await org.keyWith("contacts:view", "contacts:edit");
    const set = () => sql("update api_key set permissions = '{contacts:view}' where id = $1", parseApiKey(key)?.keyId);
    const { after } = await aroundChange(calls.create as Call, key, set);
    expect(new Set(after)).toEqual(new Set([403]));
  });

  it("has no more success with a change once a viewer", async () => {
    const member = await org.member("member");
    for (const name of ["create", "update"]) {
      await setRole(member, "member");
      const { before, after } = await aroundChange(calls[name] as Call, member.key, () => setRole(member, "viewer"));
      expect(before.slice(0, connections)).toContain(200);
      expect(new Set(after)).toEqual(new Set([403]));
    }
  });

  it("has success at once with a greater role", async () => {
    const member = await org.member("viewer");
    const { before, after } = await aroundChange(calls.create as Call, member.key, () => setRole(member, "member"));
    expect(before[0]).toBe(403);
    expect(new Set(after)).toEqual(new Set([200]));
  });

  it("has no more success once a member no more", async () => {
    const { userId, key } = await org.member("member");
    const remove = () =>
      sql("delete from membership where organization_id = $1 and user_id = $2", org.organizationId, userId);
    const { after } = await aroundChange(calls.read as Call, key, remove);
    expect(new Set(after)).toEqual(new Set([401]));
  });

  it("reaches a project no more once its share ended, and changes nothing in it once its share only shows it", async () => {
    const guest = await createGuest(org, project.id, "editor");
    const read = { operation: "get_project", body: () => ({ projectId: project.id }) };
    const change = {
      operation: "create_task",
      body: (n: number) => ({ projectId: project.id, title: `Rilievo ${n}` }),
    };
    const share = { projectId: project.id, userId: guest.userId };
    const lowered = await aroundChange(change, guest.key, () => org.ok("share_project", { ...share, role: "viewer" }));
    expect([lowered.before[0], new Set(lowered.after)]).toEqual([200, new Set([403])]);
    const ended = await aroundChange(read, guest.key, () => org.ok("unshare_project", share));
    expect([ended.before[0], new Set(ended.after)]).toEqual([200, new Set([404])]);
  });

  it("is answered in the organization's new time zone", async () => {
    const other = await organization(api);
    const { id } = await createProject(other);
    const due = async () =>
      (await other.ok("create_task", { projectId: id, title: "x", dueAt: "2026-12-01T10:00" })).dueAt;
    const inRome = await due();
    await sql("update organization set timezone = 'America/New_York' where id = $1", other.organizationId);
    expect(await due()).not.toBe(inRome);
  });
});

describe("a caller over MCP whom the process knows already", () => {
  it.each(Object.keys(calls))("has no more success with %s once the key is revoked", async (name) => {
    const key = await org.keyWith("contacts:view", "contacts:edit");
    const { before, after } = await aroundChange(calls[name] as Call, key, () => revoke(key), overMcp);
    expect(new Set(before.slice(0, connections))).toEqual(new Set([200]));
    expect(new Set(after)).toEqual(new Set([401]));
  });

  it("has other tools at once with another role", async () => {
    const member = await org.member("viewer");
    const change = (role: string) => () => setRole(member, role);
    const raised = await aroundChange(calls.create as Call, member.key, change("member"), overMcp);
    expect([raised.before[0], new Set(raised.after)]).toEqual([notPermitted, new Set([200])]);
    const lowered = await aroundChange(calls.create as Call, member.key, change("viewer"), overMcp);
    expect([lowered.before[0], new Set(lowered.after)]).toEqual([200, new Set([notPermitted])]);
  });

  it("has a guest's new share and the organization's new time zone at once, by key and by app", async () => {
    const other = await organization(api);
    const { id: projectId } = await createProject(other);
    const guest = await createGuest(other, projectId, "viewer");
    const { tokens } = await connect(api, guest, { organizationId: other.organizationId });
    const message = toolMessage("create_task", { projectId, title: "Rilievo", dueAt: "2026-12-01T10:00" });
    const due = async (credential: string) => {
      const response = await postMcp(api, credential, message);
      return ((await response.json()) as { result?: ToolAnswer }).result?.structuredContent?.result.dueAt;
    };
    const dues = () => Promise.all([guest.key, String(tokens.access_token)].map(due));
    expect(await dues()).toEqual([undefined, undefined]);
    await other.ok("share_project", { projectId, userId: guest.userId, role: "editor" });
    expect(await dues()).toEqual(Array(2).fill("2026-12-01T09:00:00.000Z"));
    await sql("update organization set timezone = 'America/New_York' where id = $1", other.organizationId);
    expect(await dues()).toEqual(Array(2).fill("2026-12-01T15:00:00.000Z"));
  });

  describe("by an app's token", () => {
    let grantId: string;
    let token: string;
    let member: TestMember;
    beforeEach(async () => {
      member = await org.member("member");
      const connected = await connect(api, member, { organizationId: org.organizationId });
      grantId = connected.grantId;
      token = String(connected.tokens.access_token);
    });

    const setArtifact = (id: string, change: string) =>
      sql(`update oauth_artifact set ${change} where grant_id = $1 and model = 'AccessToken'`, id);
    it.each<[string, (grantId: string) => Promise<unknown>]>([
      ["is disconnected", (id) => sql("update connection set revoked_at = now() where grant_id = $1", id)],
      ["lost the token", (id) => sql("delete from oauth_artifact where grant_id = $1", id)],
      ["let it expire", (id) => setArtifact(id, "expires_at = now()")],
      [
        "has a token for another server",
        (id) => setArtifact(id, `payload = payload || '{"aud": "https://altro.test/api/mcp"}'`),
      ],
      ["has a token that only gets others", (id) => setArtifact(id, "model = 'RefreshToken'")],
    ])("has no more success with anything once the app %s", async (_what, change) => {
      for (const call of [calls.create, calls.read] as Call[])
        expect(await overMcp(api, call.operation, call.body(0), token)).toBe(200);
      const { before, after } = await aroundChange(calls.create as Call, token, () => change(grantId), overMcp);
      expect(new Set(before.slice(0, connections))).toEqual(new Set([200]));
      expect(new Set(after)).toEqual(new Set([401]));
      expect(await overMcp(second, "get_contact", { contactId: contact.id }, token)).toBe(401);
    });

    it("may change nothing more once it was approved for reading alone", async () => {
      const lower = () => sql("update connection set mode = 'read' where grant_id = $1", grantId);
      const { before, after } = await aroundChange(calls.create as Call, token, lower, overMcp);
      expect([before[0], new Set(after)]).toEqual([200, new Set([403])]);
    });

    it("has no more success once its user is a member no more, and fewer tools with a lower role", async () => {
      const lower = () => setRole(member, "viewer");
      const lowered = await aroundChange(calls.create as Call, token, lower, overMcp);
      expect([lowered.before[0], new Set(lowered.after)]).toEqual([200, new Set([notPermitted])]);
      const remove = () => sql("delete from membership where user_id = $1", member.userId);
      const { after } = await aroundChange(calls.read as Call, token, remove, overMcp);
      expect(new Set(after)).toEqual(new Set([401]));
    });
  });
});

it("callers of two organizations never meet on the servers that all calls share", async () => {
  const other = await organization(api);
  const firms = [org, other].map((firm, n) => ({ firm, name: `Firma ${n}` }));
  const ids = await Promise.all(firms.map(async ({ firm, name }) => (await firm.ok("create_contact", { name })).id));
  const ask = async (n: number) => {
    const { firm, name } = firms[n % 2] as (typeof firms)[number];
    const [own, foreign] = [ids[n % 2], ids[(n + 1) % 2]];
    const isForeign = n % 3 === 0;
    // All with the same id.
    const message = toolMessage("get_contact", { contactId: isForeign ? foreign : own });
    const response = await postMcp(api, firm.key, message);
    const { result } = (await response.json()) as { result: ToolAnswer };
    const found = isForeign ? result.content[0]?.text.split(":")[0] : result.structuredContent?.result.name;
    expect([n, found]).toEqual([n, isForeign ? "not_found" : name]);
  };
  let n = 0;
  const loop = async () => {
    while (n < 150) await ask(n++);
  };
  await Promise.all(Array.from({ length: 30 }, loop));
});

describe("whoever had a key that is revoked", () => {
  let key: string;
  beforeEach(async () => {
    key = await org.keyWith("contacts:view", "contacts:edit", "bills_of_quantities:edit");
    expect((await org.call("list_contacts", {}, key)).status).toBe(200);
  });

  it.each<[string, string, object]>([
    ["a body that is no input", "create_contact", { nonsense: 1 }],
    ["a record that isn't there", "get_contact", { contactId: unknownId }],
    ["an action that the key never allowed", "create_project", { name: "x" }],
    ["a body so large that a thread parses it", "create_contact", { name: "x", notes: "x".repeat(100_000) }],
  ])("learns that it is, and nothing of %s", async (_what, operation, body) => {
    await revoke(key);
    expect(await overRest(api, operation, body, key)).toBe(401);
    expect(await overMcp(api, operation, body, key)).toBe(401);
  });

  it.each<[string, object]>([
    ["an unknown tool", { method: "tools/call", params: { name: "drop_tables" } }],
    ["the list of tools", { method: "tools/list" }],
    ["a beginning", { method: "ping" }],
    ["an unknown method", { method: "tools/drop" }],
    ["what is no message", { nonsense: 1 }],
  ])("learns that it is over MCP, and nothing of %s", async (_what, message) => {
    await revoke(key);
    expect((await postMcp(api, key, { jsonrpc: "2.0", id: 1, ...message })).status).toBe(401);
  });

  it("does not get the remembered answer of an earlier request", async () => {
    const again = { "Idempotency-Key": "once" };
    const create = () => api.call("create_contact", { name: "Carlo" }, key, again);
    expect([(await create()).status, (await create()).status]).toEqual([200, 200]);
    await revoke(key);
    expect((await create()).status).toBe(401);
  });
});

describe("whoever has a key that is revoked while a request arrives", () => {
  const contact = JSON.stringify({ name: "Dopo la revoca" });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "create_contact" } };
  const mcp = JSON.stringify({ ...call, params: { ...call.params, arguments: JSON.parse(contact) } });
  const file = [
    "--x",
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    "Content-Type: text/plain",
    "",
    "testo".repeat(100),
    "--x--",
    "",
  ].join("\r\n");
  const json = "application/json";

  it.each<[string, string, string, string]>([
    ["a new contact", "/api/rest/actions/create_contact", json, contact],
    ["one for a thread", "/api/rest/actions/create_contact", json, `${contact}${" ".repeat(100_000)}`],
    ["one over MCP", "/api/mcp", json, mcp],
    ["a file", "/api/rest/files", "multipart/form-data; boundary=x", file],
  ])("has no success with %s, whether the process knew the key or not", async (_what, path, type, body) => {
    // Whoever is counted has been found to be somebody.
    const counted = jest.spyOn(api.app.limits.requests, "consume");
    for (const isKnown of [false, true]) {
      const key = await org.keyWith("contacts:view", "contacts:edit", "documents:edit", "inbox:edit");
      if (isKnown) expect((await org.call("list_contacts", {}, key)).status).toBe(200);
      const headers = {
        authorization: `Bearer ${key}`,
        accept: "application/json, text/event-stream",
        "content-type": type,
        "content-length": Buffer.byteLength(body),
      };
      counted.mockClear();
      const request = http.request(`${api.url}${path}`, { method: "POST", headers });
      const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
      request.write(body.slice(0, 10));
      await eventually(async () => counted.mock.calls.length > 0);
      await revoke(key);
      request.end(body.slice(10));
      const [answer] = await answered;
      answer.resume();
      expect(answer.statusCode).toBe(401);
    }
    counted.mockRestore();
    expect((await sql("select from contact where name = 'Dopo la revoca'")).rowCount).toBe(0);
    expect((await sql("select from stored_file where name = 'a.txt'")).rowCount).toBe(0);
  });

  it("has no more success with the rest of a batch over MCP", async () => {
    const key = await org.keyWith("contacts:edit", "contacts:view");
    const batch = Array.from({ length: 50 }, (_, id) => ({ ...JSON.parse(mcp), id }));
    const { commits } = api.app.database;
    const commit = commits.run.bind(commits);
    let begun = 0;
    let letGo = () => {};
    const revoked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const committing = jest.spyOn(commits, "run").mockImplementation(async (...args) => {
      if (++begun > 5) await revoked;
      return commit(...args);
    });
    const answering = postMcp(api, key, batch, { "mcp-protocol-version": "2025-03-26" });
    const created = async () => (await sql("select from contact where name = 'Dopo la revoca'")).rowCount;
    await eventually(async () => (await created()) === 5);
    await revoke(key);
    letGo();
    await answering;
    committing.mockRestore();
    expect(await created()).toBe(5);
  });
});

it("a known caller costs no statement of its own", async () => {
  const statements: string[] = [];
  const key = await org.keyWith("contacts:view", "contacts:edit");
  const { tokens } = await connect(api, await org.member("member"), { organizationId: org.organizationId });
  const count = async (operation: string, body: object, send: Send, credential: string) => {
    statements.length = 0;
    expect(await send(api, operation, body, credential)).toBe(200);
    return statements.length;
  };
  const unwatch = watchStatements(api.pool, ({ text }) => statements.push(text));
  try {
    const ways: [Send, string][] = [
      [overRest, key],
      [overMcp, key],
      [overMcp, String(tokens.access_token)],
    ];
    for (const way of ways) {
      await count("list_contacts", {}, ...way);
      expect({
        create: await count("create_contact", { name: "Dora" }, ...way),
        update: await count("update_contact", { contactId: contact.id, notes: `${ways.indexOf(way)}` }, ...way),
        read: await count("get_contact", { contactId: contact.id }, ...way),
        list: await count("list_contacts", {}, ...way),
      }).toEqual({ create: 1, update: 2, read: 1, list: 1 });
    }
  } finally {
    unwatch();
  }
});
