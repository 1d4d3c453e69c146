import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { parseApiKey } from "../../src/accounts/api-key.js";
import { startApi, type TestApi } from "../support/caller.js";
import {
  createContact,
  createGuest,
  createProject,
  organization,
  type TestMember,
  type TestOrganization,
  type TestRecord,
  unknownId,
} from "../support/factories.js";

/** Two processes, as it were: each keeps the callers that it has read. */
let api: TestApi;
let second: TestApi;
let org: TestOrganization;
let contact: TestRecord;
let project: TestRecord;

beforeAll(async () => {
  api = await startApi({ settings });
  second = await startApi({ settings, beside: api });
  org = await organization(api);
  contact = await createContact(org);
  project = await createProject(org);
});
afterAll(async () => {
  await second?.close();
  await api?.close();
});

/** All of these requests come from one address. */
const settings = { AUTH_FAILURES_PER_MINUTE: "100000" };
const connections = 10;
const sql = (text: string, ...values: unknown[]) => api.pool.query(text, values);
const revoke = (key: string) => sql("update api_key set revoked_at = now() where id = $1", parseApiKey(key)?.keyId);
const setRole = ({ userId }: TestMember, role: string) =>
  sql("update membership set role = $3 where organization_id = $1 and user_id = $2", org.organizationId, userId, role);

interface Call {
  operation: string;
  body: (n: number) => object;
}
const calls: Record<string, Call> = {
  create: { operation: "create_contact", body: (n) => ({ name: `Contatto ${n}` }) },
  update: { operation: "update_contact", body: (n) => ({ contactId: contact.id, notes: `nota ${n}` }) },
  read: { operation: "get_contact", body: () => ({ contactId: contact.id }) },
  list: { operation: "list_contacts", body: () => ({ limit: 2 }) },
  "empty list": { operation: "list_contacts", body: () => ({ role: "other" }) },
};

/**
 * Calls over ten connections of both processes, and changes something meanwhile.
 * @returns the statuses of the requests that began before the change, and of those that began when it had been made
 */
async function aroundChange({ operation, body }: Call, key: string, change: () => Promise<unknown>) {
  const before: number[] = [];
  const after: number[] = [];
  let isChanged = false;
  let n = 0;
  const loop = async (instance: TestApi) => {
    while (after.length < 2 * connections) {
      const statuses = isChanged ? after : before;
      statuses.push((await instance.call(operation, body(n++), key)).status);
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
    expect((await org.call(operation, body, key)).status).toBe(401);
  });

  it("does not get the remembered answer of an earlier request", async () => {
    const again = { "Idempotency-Key": "once" };
    const create = () => api.call("create_contact", { name: "Carlo" }, key, again);
    expect([(await create()).status, (await create()).status]).toEqual([200, 200]);
    await revoke(key);
    expect((await create()).status).toBe(401);
  });
});

it("a known caller costs no statement of its own", async () => {
  const statements: string[] = [];
  const key = await org.keyWith("contacts:view", "contacts:edit");
  const count = async (operation: string, body: object) => {
    statements.length = 0;
    const answer = await org.call(operation, body, key);
    expect(answer.status).toBe(200);
    return statements.length;
  };
  const { query } = api.pool;
  api.pool.query = ((...args: unknown[]) => {
    const [{ text }] = args as [{ text: string }];
    if (!text.includes("rate_count")) statements.push(text);
    return (query as (...args: unknown[]) => unknown).apply(api.pool, args);
  }) as typeof query;
  try {
    await count("list_contacts", {});
    expect({
      create: await count("create_contact", { name: "Dora" }),
      update: await count("update_contact", { contactId: contact.id, notes: "x" }),
      read: await count("get_contact", { contactId: contact.id }),
      list: await count("list_contacts", {}),
    }).toEqual({ create: 1, update: 2, read: 1, list: 1 });
  } finally {
    api.pool.query = query;
  }
});
