import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; detail: string }[];
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  key?: string | null;
}

/** A request made by hand: nothing is added but what is given, and the key. */
async function send(path: string, { method = "POST", headers = {}, body = "{}", key = org.key }: Sent = {}) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    problem: (text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {}) as Problem,
  };
}
const action = (operation: string, sent?: Sent) => send(`/api/rest/actions/${operation}`, sent);

describe("the order of checks", () => {
  const everythingWrong = { key: null, headers: { "content-type": "text/plain" }, body: "{" };

  it("begins with the operation, before method and key", async () => {
    for (const method of ["POST", "GET", "PUT", "DELETE", "PATCH"]) {
      const { status, problem } = await action("make_coffee", { ...everythingWrong, method });
      expect([status, problem.code]).toEqual([404, "unknown_action"]);
    }
    for (const odd of ["constructor", "__proto__", "create_contact%00", "CREATE_CONTACT", "%E0%A4%A"]) {
      const { status, problem } = await action(odd, everythingWrong);
      expect([odd, status, problem.code]).toEqual([odd, 404, "unknown_action"]);
    }
  });

  it("then takes POST alone, before the key", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers, problem } = await action("create_contact", { ...everythingWrong, method });
      expect([status, problem.code, headers.get("allow")]).toEqual([405, "method_not_allowed", "POST"]);
    }
    expect((await action("create_contact", { method: "HEAD", key: null })).status).toBe(405);
  });

  it("then asks for a key, before the permission, the media type and the body", async () => {
    const { status, headers, problem } = await action("create_contact", everythingWrong);
    expect([status, problem.code]).toEqual([401, "unauthenticated"]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  it("then for the permission, and names the one that is missing", async () => {
    const key = await org.keyWith("contacts:view", "projects:edit");
    const { status, problem } = await action("create_contact", { ...everythingWrong, key });
    expect([status, problem.code]).toEqual([403, "forbidden"]);
    expect(problem.detail).toContain("contacts:edit");
    expect(problem.detail).not.toContain("projects:edit");
    const merge = await action("merge_contacts", { key: await org.keyWith("contacts:edit"), body: "{" });
    expect([merge.status, merge.problem.detail]).toEqual([403, expect.stringContaining("contacts:delete")]);
  });

  it("then for JSON, before its size and its shape", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const { status, problem } = await action("create_contact", { headers: { "content-type": type }, body: "{" });
      expect([status, problem.code]).toEqual([415, "unsupported_media_type"]);
    }
    const zipped = await action("create_contact", { headers: { "content-encoding": "gzip" }, body: "{" });
    expect([zipped.status, zipped.problem.code]).toEqual([415, "unsupported_media_type"]);
    const inCapitals = await action("create_contact", { headers: { "content-type": "Application/JSON" }, body: "{" });
    expect(inCapitals.status).toBe(400);
    const withCharset = await action("create_contact", {
      headers: { "content-type": "application/json; charset=utf-8" },
      body: '{"name":"Anna"}',
    });
    expect(withCharset.status).toBe(200);
  });

  it("then for the shape, before any reference is looked up", async () => {
    const body = JSON.stringify({ docId: unknownId, status: "lost" });
    expect((await action("set_document_status", { body })).problem.code).toBe("invalid_input");
  });

  it("then for every reference, before the record's state and what can't be carried out", async () => {
    const document = await org.ok("create_document", { title: "Relazione" });
    await org.ok("issue_document", { docId: document.id });
    const unknownContact = { docId: document.id, title: "Altra", contactId: unknownId };
    expect(await org.call("update_document", unknownContact)).toMatchObject({
      status: 404,
      detail: expect.stringContaining("contactId"),
    });
    expect(await org.call("send_message", { body: "x", projectId: unknownId })).toMatchObject({ status: 404 });
    const draft = { docId: document.id, instructions: "Scrivi" };
    expect(await org.call("draft_document_from_instructions", draft)).toMatchObject({ status: 409 });
  });
});

describe("keys", () => {
  it.each([
    ["none", {}],
    ["an empty one", { authorization: "" }],
    ["another scheme", { authorization: "Basic cHJhOnByYQ==" }],
    ["no key after the scheme", { authorization: "Bearer" }],
    ["a key of another form", { authorization: "Bearer sk-123" }],
    ["an unknown key", { authorization: `Bearer pra_${"0".repeat(32)}_${"A".repeat(43)}` }],
  ])("refuses %s", async (_name, headers) => {
    const { status, headers: answered, problem } = await action("create_contact", { key: null, headers });
    expect([status, problem.code]).toEqual([401, "unauthenticated"]);
    expect(answered.get("www-authenticate")).toMatch(/^Bearer/);
  });

  it("refuses the right id with another secret, a revoked key, one that has expired, and one of a former member", async () => {
    const [, id] = org.key.split("_");
    expect((await org.call("list_contacts", {}, `pra_${id}_${"A".repeat(43)}`)).status).toBe(401);

    const revoked = await org.keyWith("contacts:view");
    expect((await org.call("list_contacts", {}, revoked)).status).toBe(200);
    await api.pool.query("update api_key set revoked_at = now() where name = 'contacts:view'");
    expect((await org.call("list_contacts", {}, revoked)).status).toBe(401);

    const expired = await org.keyWith("tasks:view", "contacts:view");
    await api.pool.query(
      "update api_key set expires_at = now() - interval '1 second' where name = 'tasks:view contacts:view'",
    );
    expect((await org.call("list_contacts", {}, expired)).status).toBe(401);

    const former = await org.member("member");
    expect((await org.call("list_contacts", {}, former.key)).status).toBe(200);
    await api.pool.query("delete from membership where user_id = $1", [former.userId]);
    expect((await org.call("list_contacts", {}, former.key)).status).toBe(401);
  });

  it("looks at a user's role anew on each request, and never beyond the key's own list", async () => {
    const user = await org.member("viewer");
    const body = { name: "Anna" };
    expect((await org.call("create_contact", body, user.key)).status).toBe(403);
    await api.pool.query("update membership set role = 'member' where user_id = $1", [user.userId]);
    expect((await org.call("create_contact", body, user.key)).status).toBe(200);

    const owner = await org.member("owner", ["contacts:view"]);
    expect((await org.call("create_contact", body, owner.key)).status).toBe(403);
    const viewer = await org.member("viewer", ["contacts:view", "contacts:edit"]);
    expect((await org.call("create_contact", body, viewer.key)).status).toBe(403);
  });
});

describe("problems", () => {
  it("come in the form of RFC 9457, with the request's id", async () => {
    const { status, headers, problem } = await action("update_contact", {
      body: JSON.stringify({ contactId: unknownId }),
    });
    expect(status).toBe(404);
    expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(problem).toEqual({
      type: expect.any(String),
      title: expect.any(String),
      status: 404,
      detail: expect.stringMatching(new RegExp(`contactId.*${unknownId}`)),
      code: "not_found",
      requestId: headers.get("x-request-id"),
    });
  });

  it("are kept in no cache, nor is any answer of an action", async () => {
    for (const body of ['{"name":"Anna"}', "{}"])
      expect((await action("create_contact", { body })).headers.get("cache-control")).toBe("no-store");
    expect((await action("create_contact", { key: null })).headers.get("cache-control")).toBe("no-store");
  });

  it("give every answer an id of its own", async () => {
    const answers = await Promise.all([
      send("/healthz", { method: "GET", key: null }),
      send("/nowhere", { method: "GET", key: null }),
      action("create_contact", { key: null }),
      action("create_contact", { body: '{"name":"Anna"}' }),
    ]);
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(ids.every((id) => id !== null && id.length > 10)).toBe(true);
    expect(new Set(ids).size).toBe(answers.length);
    expect(answers[1]?.status).toBe(404);
  });

  it("list every violation, by JSON Pointer", async () => {
    const { errors, status, code } = await org.call("update_document", {
      title: "  ",
      discountPct: 101,
      vatPct: "22",
      validUntil: "2027-02-31",
      lineItems: [
        { desc: "Rilievo", unit: "cad", qty: 1, price: 2 },
        { desc: "Pratica", unit: "cad", qty: "1", price: 2, "a/b~c": true },
        { desc: "Visura" },
      ],
      colour: "red",
    });
    expect([status, code]).toEqual([400, "invalid_input"]);
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      "/colour",
      "/discountPct",
      "/docId",
      "/lineItems/1/a~1b~0c",
      "/lineItems/1/qty",
      "/lineItems/2/price",
      "/lineItems/2/qty",
      "/lineItems/2/unit",
      "/title",
      "/validUntil",
      "/vatPct",
    ]);
    expect(errors.every(({ detail }) => detail.length > 3)).toBe(true);
  });

  it("say of what is missing that it is, and of which form it must be", async () => {
    const details = async (action: string, body: object) =>
      (await org.call(action, body)).errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
    const date = "must be an ISO 8601 date or date-time, or epoch milliseconds, from 1900 to 2200, such as 2026-12-31";
    expect(await details("create_reminder", {})).toEqual([
      "/title is missing; expected string",
      `/dueAt is missing; ${date}`,
    ]);
    expect(await details("create_reminder", { title: "Saldo", dueAt: ["2026-12-31"] })).toEqual([`/dueAt ${date}`]);
    expect(await details("update_task_status", { taskId: "x" })).toEqual([
      '/status is missing; expected one of "todo"|"in_progress"|"done"|"cancelled"',
    ]);
  });
});

describe("bodies", () => {
  it.each([
    ["nothing", ""],
    ["no JSON", "{name: 'Anna'}"],
    ["half of it", '{"name":"Anna"'],
    ["a list", '[{"name":"Anna"}]'],
    ["a text", '"Anna"'],
    ["null", "null"],
    ["a number", "1"],
    ["no UTF-8", new Uint8Array([0x7b, 0x22, 0x6e, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])("refuses %s", async (_name, body) => {
    const { status, problem } = await action("create_contact", { body });
    expect([status, problem.code]).toEqual([400, "invalid_input"]);
    expect(problem.errors).toEqual([{ pointer: "", detail: expect.any(String) }]);
  });

  it("refuses what no text or number may hold, wherever it stands, never with a 500", async () => {
    const bodies: [string, string][] = [
      ['{"name":"a\\u0000b"}', "/name"],
      ['{"name":"a\\ud800b"}', "/name"],
      ['{"name":"Anna","emails":["x\\u0000"]}', "/emails/0"],
      ['{"name":"Anna","n\\u0000":1}', "/n\0"],
      ['{"name":"Anna","__proto__":{"x":1}}', "/__proto__"],
    ];
    for (const [body, pointer] of bodies) {
      const { status, problem } = await action("create_contact", { body });
      expect([body, status]).toEqual([body, 400]);
      expect(problem.errors?.map((e) => e.pointer)).toContain(pointer);
    }
    const endless = await action("update_document", { body: `{"docId":"${unknownId}","discountPct":1e999}` });
    expect([endless.status, endless.problem.errors?.[0]?.pointer]).toEqual([400, "/discountPct"]);
    const nulInId = await action("get_contact", { body: '{"contactId":"\\u0000"}' });
    expect(nulInId.status).toBe(400);
  });

  it("takes ids as opaque: one of another form is not found", async () => {
    for (const contactId of ["", "42", "../x", "'; drop table contact; --", "x".repeat(5_000), `{${unknownId}}`]) {
      const { status, code, detail } = await org.call("get_contact", { contactId });
      expect([status, code]).toEqual([404, "not_found"]);
      expect(detail?.length).toBeLessThan(200);
    }
  });

  it("refuses what is nested deeper than 200 levels, however deep", async () => {
    const nested = (levels: number) => `{"name":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const deep = await action("create_contact", { body: nested(200) });
    expect([deep.status, deep.problem.errors?.[0]?.detail]).toEqual([400, expect.stringContaining("200")]);
    expect((await action("create_contact", { body: nested(1_000_000) })).status).toBe(400);
    // Refused for its depth alone, although it is no JSON at all: it was never parsed.
    const open = await action("create_contact", { body: "[".repeat(201) });
    expect(open.problem.errors).toEqual([{ pointer: "", detail: "is nested deeper than 200 levels" }]);
  });

  it("takes any integer as limit", async () => {
    for (const name of ["Bruno", "Bianca"]) await org.ok("create_contact", { name });
    for (const limit of [-9007199254740991, -1, 0, 1]) {
      expect((await org.ok("list_contacts", { limit })).items).toHaveLength(1);
    }
    expect((await org.ok("list_contacts", { limit: 9007199254740991 })).items.length).toBeGreaterThan(1);
    for (const limit of [1.5, "5", null, 9007199254740992]) {
      expect((await org.call("list_contacts", { limit })).status).toBe(400);
    }
  });

  it("reads large bodies whole, and gives up early on those that are nothing but wrong", async () => {
    const { id: docId } = await org.ok("create_document", { title: "Grande" });
    const line = { desc: "Rilievo", unit: "cad", qty: 1, price: 2 };
    const lines = (count: number, item: object | number) => Array.from({ length: count }, () => item);
    const update = (lineItems: unknown[]) => org.call("update_document", { docId, lineItems });
    expect((await update(lines(20_000, line))).result.total).toBe(40_000);
    const manyFaults = await update(lines(2_000, {}));
    expect(manyFaults.errors).toHaveLength(101);
    expect(manyFaults.errors.at(-1)).toEqual({ pointer: "", detail: "and 7900 more" });
    expect((await update([...lines(49_998, line), { ...line, qty: "1" }, {}])).errors).toEqual([
      { pointer: "/lineItems/49998/qty", detail: expect.any(String) },
    ]);
    expect((await update(lines(100_000, {}))).errors).toHaveLength(1);
    expect((await update(lines(1_000_000, 0))).errors).toEqual([
      { pointer: "", detail: expect.stringContaining("1000000 values") },
    ]);
    const nul = await org.call("create_contact", {
      name: "Anna",
      emails: Array.from({ length: 50_000 }, () => "\0"),
    });
    // One of them is that there are more than 500.
    expect([nul.status, nul.errors.length, nul.errors.at(-1)?.detail]).toEqual([400, 101, "and 49901 more"]);
  });

  it("names a hundred of very many unknown properties, and cuts what is longer than a place in a body can be", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]));
    const many = await org.call("create_contact", { name: "Anna", ...unknown });
    expect(many.errors).toHaveLength(101);
    expect(many.errors.at(-1)).toEqual({ pointer: "", detail: "and 29900 more" });
    const long = await org.call("create_contact", { name: "Anna", ["k".repeat(1_000_000)]: 0 });
    expect([long.status, JSON.stringify(long.body).length < 10_000]).toEqual([400, true]);
  });

  it.each([
    ["list_contacts", 2],
    ["add_price_book_entries", 32],
  ])("takes for %s up to %i MB, and answers 413 above, naming the limit", async (operation, megabytes) => {
    const limit = megabytes * 1024 * 1024;
    const bodyOf = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
    expect(bodyOf(limit)).toHaveLength(limit);
    expect((await action(operation, { body: bodyOf(limit) })).status).toBe(400);
    const { status, problem } = await action(operation, { body: bodyOf(limit + 1) });
    expect([status, problem.code]).toEqual([413, "too_large"]);
    expect(problem.detail).toContain(`larger than ${megabytes} MB`);
  });

  it("answers 413 also when nobody said how much would come, or reads the answer late", async () => {
    const limit = 2 * 1024 * 1024;
    expect(await untilWhole(() => sendChunked(limit + 1))).toBe(413);
    expect(await untilWhole(() => sendWithoutLooking(limit * 16))).toMatch(/^HTTP\/1\.1 413 /);
    expect((await org.call("create_contact", { name: "Anna" })).status).toBe(200);
  });

  it("answers who is refused before the body is read, also where the connection then ends, as behind most proxies", async () => {
    const refused = await untilWhole(() => sendWithoutLooking(16 * 1024 * 1024, "wrong", "close"));
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  });
});

/** What nobody reads is discarded for two seconds. On a busy machine it may take longer to send, and is cut off; not each time. */
async function untilWhole<T>(sending: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await sending();
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (tries === 5 || !["EPIPE", "ECONNRESET"].includes(code)) throw error;
    }
  }
}

const sendChunked = (bytes: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${org.key}` };
    const sending = request(`${api.url}/api/rest/actions/create_contact`, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on("error", reject);
    const chunk = Buffer.alloc(1024 * 1024, "x");
    for (let sent = 0; sent < bytes; sent += chunk.length) sending.write(chunk);
    sending.end();
  });

/** As many clients do: looks for an answer only once everything is sent. */
async function sendWithoutLooking(bytes: number, key = org.key, connection = "keep-alive"): Promise<string> {
  const { hostname, port, host } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const head = [
    "POST /api/rest/actions/create_contact HTTP/1.1",
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
    `Connection: ${connection}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(Buffer.alloc(bytes, "x"), () => resolve());
  });
  return text(socket);
}
