import { beforeAll, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ settings: { BASE_URL: "https://pratica.studio.test" } }));
const org = forAllTests(() => organization(api));
let key: string;
beforeAll(async () => {
  key = org.key;
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const accept = "application/json, text/event-stream";

const post = (body: string, headers: Record<string, string> = {}, path = "/api/mcp") =>
  fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept, authorization: `Bearer ${key}`, ...headers },
    body,
  });

describe("the MCP endpoint over HTTP", () => {
  it("asks for a key before anything else, but that pages of other sites don't even get that far", async () => {
    for (const headers of [
      { authorization: "" },
      { authorization: "Bearer pra_no" },
      { authorization: `Basic ${key}` },
    ]) {
      const fromElsewhere = await post("not JSON", { ...headers, origin: "https://evil.test" });
      expect(fromElsewhere.status).toBe(403);
      const answer = await post("not JSON", { ...headers, "content-type": "text/plain" });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    expect((await fetch(`${api.url}/api/mcp`)).status).toBe(401);
    expect((await post(JSON.stringify(ping), { authorization: "" }, "/api/mcp/")).status).toBe(401);
    expect(
      (await post(JSON.stringify(ping), { authorization: "" }, `/api/mcp?api_key=${key}&access_token=${key}`)).status,
    ).toBe(401);
  });

  it("takes no calls from pages of other sites", async () => {
    const own = await post(JSON.stringify(ping), { origin: "https://pratica.studio.test" });
    expect(own.status).toBe(200);
    const others = [
      "null",
      "https://evil.test",
      "http://pratica.studio.test",
      "https://pratica.studio.test.evil.test",
      "https://pratica.studio.test:444",
      "http://localhost:3000",
    ];
    for (const origin of others) {
      expect({ origin, status: (await post(JSON.stringify(ping), { origin })).status }).toEqual({
        origin,
        status: 403,
      });
    }
  });

  it("keeps no session and no stream", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await fetch(`${api.url}/api/mcp`, { method, headers: { authorization: `Bearer ${key}`, accept } });
      expect({ method, status: answer.status, allow: answer.headers.get("allow") }).toEqual({
        method,
        status: 405,
        allow: "POST",
      });
    }
    const answer = await post(JSON.stringify(ping), { "mcp-session-id": "made-up" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("takes 2 MB of JSON, and 32 MB where the called tool takes large bodies and the caller may use it", async () => {
    const megabyte = 1024 * 1024;
    const call = (name: string, arguments_: object) =>
      post(JSON.stringify({ ...ping, method: "tools/call", params: { name, arguments: arguments_ } }));
    const description = "x".repeat(3 * megabyte);
    const entry = { description, unit: "m", price: 1 };
    expect((await call("add_price_book_entries", { bookId: "x", entries: [entry] })).status).toBe(200);
    const small = await call("create_project", { name: "x", description });
    expect([small.status, await small.text()]).toEqual([413, expect.stringContaining("larger than 2 MB")]);
    expect((await post(JSON.stringify([{ ...ping, params: { description } }]))).status).toBe(413);
    const reader = await org.keyWith("price_books:view");
    const authorization = `Bearer ${reader}`;
    const params = { name: "add_price_book_entries", arguments: { entries: [entry] } };
    expect((await post(JSON.stringify({ ...ping, method: "tools/call", params }), { authorization })).status).toBe(413);
  });

  it("takes JSON alone, and at most 32 MB of it", async () => {
    expect((await post(JSON.stringify(ping), { "content-type": "text/plain" })).status).toBe(415);
    const large = await post(JSON.stringify({ ...ping, params: { text: "x".repeat(33 * 1024 * 1024) } })).catch(
      (error: unknown) => error,
    );
    // A server that refuses early may close the connection while the client still writes.
    if (large instanceof Response) expect(large.status).toBe(413);
    else expect(String(large)).toContain("fetch failed");
  });

  it("answers what is no message with a protocol error", async () => {
    const unreadable = await post("{no JSON");
    expect([unreadable.status, ((await unreadable.json()) as { error: { code: number } }).error.code]).toEqual([
      400, -32700,
    ]);
    for (const body of [
      "null",
      "5",
      "[]",
      '{"jsonrpc":"1.0"}',
      JSON.stringify(Array.from({ length: 51 }, (_, id) => ({ ...ping, id }))),
      JSON.stringify([ping, ping]),
      JSON.stringify([ping, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: ping.id } }]),
    ]) {
      expect({ body, status: (await post(body)).status }).toEqual({ body, status: 400 });
    }
  });

  it("survives arguments nested a hundred thousand levels deep", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_contact","arguments":{"name":${deep}}}}`;
    const answer = await post(call);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("nested deeper than 200 levels");
  });

  it("knows no method but those of tools", async () => {
    const answer = await post(JSON.stringify({ ...ping, method: "resources/list" }));
    expect(await answer.text()).toContain("-32601");
  });

  it("limits requests per key as REST does", async () => {
    const slow = closedAfterTest(await startApi({ settings: { RATE_LIMIT_PER_MINUTE: "2" } }));
    const own = await organization(slow);
    const statuses = [];
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(`${slow.url}/api/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept, authorization: `Bearer ${own.key}` },
        body: JSON.stringify(ping),
      });
      await answer.text();
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
