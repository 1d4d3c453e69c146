import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { pino } from "pino";
import { callerOfKey, type KeyRow, keyRow } from "../../../src/accounts/callers/key-callers.js";
import { parseApiKey } from "../../../src/accounts/keys/api-key.js";
import { createLane, type Lane } from "../../../src/api/lane/lane.js";
import type { Caller } from "../../../src/domain/permissions.js";
import { type Answer, startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { createContact, createGuest, createProject, organization, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { postMcp, toolMessage } from "../../support/mcp-messages.js";
import { watchStatements } from "../../support/sent-statements.js";

const api = forAllTests(() => startApi({ threads: true }));
const org = forAllTests(() => organization(api));
let inLane: jest.SpiedFunction<Lane["run"]>;
beforeAll(async () => {
  inLane = jest.spyOn(api.app.lane, "run");
});
beforeEach(() => void inLane.mockClear());

const text = (length: number) => "Gentile signor Neri, così è. ".repeat(length).slice(0, length);
const report = (body: string) => ({ title: "Relazione", kind: "report", body });
const kindsInLane = () => inLane.mock.calls.map(([{ kind }]) => kind);

describe("a request with a large body", () => {
  it("is answered in the lane as it would be here", async () => {
    const answer = await org.call("create_document", report(text(300_000)));
    expect([answer.status, answer.result.body]).toEqual([200, text(300_000)]);
    expect(kindsInLane()).toEqual(["rest"]);
    const small = await org.call("create_document", report("x"));
    expect(Object.keys(answer.result)).toEqual(Object.keys(small.result));
    expect(answer.headers.get("content-type")).toBe(small.headers.get("content-type"));
    expect(kindsInLane()).toHaveLength(1);
  });

  it("is refused there in the same words", async () => {
    const filling = text(100_000);
    const { status, body, errors } = await org.call("create_document", { ...report(filling), title: 5, colour: "red" });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ code: "invalid_input", requestId: expect.any(String) }),
    ]);
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(["/colour", "/title"]);
    expect(await org.call("update_document", { docId: unknownId, body: filling })).toMatchObject({
      status: 404,
      detail: `docId: there is no such record: ${unknownId}`,
    });
    expect(kindsInLane()).toEqual(["rest", "rest"]);
  });

  it.each([
    [
      "bytes",
      "add_price_book_entries",
      { bookId: unknownId, entries: Array(3_000).fill({ code: "A", unit: "m²", price: "1" }) },
    ],
    ["values", "update_quote_lines", { docId: unknownId, changes: Array(10_500).fill({}) }],
  ])("of many %s is refused there with a hundred faults and the number of the others", async (_, operation, body) => {
    const { status, errors } = await org.call(operation, body);
    expect([status, errors.length]).toEqual([400, 101]);
    expect(errors.at(-1)).toMatchObject({ detail: expect.stringMatching(/^and \d{4,5} more$/) });
    expect(kindsInLane()).toEqual(["rest"]);
  });

  it("doesn't stand behind larger ones of other organizations that Postgres is busy with", async () => {
    const others = await Promise.all([organization(api), organization(api), organization(api)]);
    const entries = Array.from({ length: 430 }, (_, n) => ({
      code: `A.${n}`,
      description: "d".repeat(9_990),
      unit: "m",
      price: 1,
    }));
    const importing = others.map(async (other) => {
      const { id: bookId } = await other.ok("create_price_book", { name: "Prezzario" });
      return () => other.call("add_price_book_entries", { bookId, entries });
    });
    const imports = await Promise.all(importing);
    const locking = await api.pool.connect();
    let heavy: Promise<Answer>[] = [];
    try {
      await locking.query("begin");
      await locking.query("lock table price_book_entry in share row exclusive mode");
      heavy = imports.map((run) => run());
      await eventually(async () => inLane.mock.calls.length === 3);
      expect((await org.call("create_document", report(text(100_000)))).status).toBe(200);
    } finally {
      await locking.query("rollback");
      locking.release();
    }
    expect((await Promise.all(heavy)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("is carried out once under an idempotency key", async () => {
    const headers = { "idempotency-key": "once" };
    const send = (body: string) => api.call("create_document", report(body), org.key, headers);
    const [first, again] = [await send(text(100_000)), await send(text(100_000))];
    expect(again.result).toEqual(first.result);
    expect([first, again].map((answer) => answer.headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect((await send(text(100_001))).code).toBe("conflict");
  });

  it("reaches nothing there that its caller doesn't reach here", async () => {
    const project = await createProject(org);
    const guest = await createGuest(org, (await createProject(org)).id, "editor");
    const stranger = await organization(api);
    const { id: docId } = (await org.call("create_document", { ...report("x"), projectId: project.id })).result;
    const change = { docId, body: text(100_000) };
    const statuses = [guest.key, stranger.key, await org.keyWith("documents:view")].map(
      async (key) => (await api.call("update_document", change, key)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 403]);
    // What the permission alone refuses gets no further than here.
    expect(kindsInLane()).toHaveLength(2);
  });

  it("is answered there over MCP too", async () => {
    const answer = await postMcp(api, org.key, toolMessage("create_document", report(text(100_000))));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    const { result } = (await answer.json()) as { result: { structuredContent: { result: object; cut: string } } };
    expect(result.structuredContent).toMatchObject({
      result: { title: "Relazione" },
      cut: expect.stringContaining("/body"),
    });
    expect(kindsInLane()).toEqual(["mcp"]);
  });
});

describe("a request that reads much", () => {
  it("goes into the lane when that shows, and the next one at once", async () => {
    const { id: docId } = (await org.call("create_document", report(text(200_000)))).result;
    const other = await organization(api);
    inLane.mockClear();
    const statements: string[] = [];
    const unwatch = watchStatements(api.pool, (statement) => statements.push(statement.text));
    const queries = async () => {
      statements.length = 0;
      expect((await org.call("get_document", { docId })).result.body).toBe(text(200_000));
      return statements.filter((sent) => sent.includes("from document ")).length;
    };
    expect([await queries(), await queries(), await queries()]).toEqual([1, 0, 0]);
    unwatch();
    expect(kindsInLane()).toEqual(["rest", "rest", "rest"]);
    await other.call("get_document", { docId: unknownId });
    expect(kindsInLane()).toHaveLength(3);
  });

  it("goes there over MCP as a single call", async () => {
    const { id: docId } = (await org.call("create_document", report(text(200_000)))).result;
    inLane.mockClear();
    const answer = await postMcp(api, org.key, toolMessage("get_document", { docId }));
    expect(await answer.text()).toContain("Shortened: /body has only the first");
    expect(kindsInLane()).toEqual(["tool"]);
  });

  it("is the review of a document that takes long to check", async () => {
    const { id: docId } = (
      await org.call("create_document", {
        ...report(`Vale fino al 31/2/2027. ${text(30_000)}`),
        contactId: (await createContact(org)).id,
      })
    ).result;
    const { result } = await org.call("review_document", { docId });
    expect((result.findings as { code: string }[]).map(({ code }) => code)).toContain("R28_IMPOSSIBLE_DATE");
    expect(kindsInLane()).toEqual(["rest"]);
  });
});

describe("an answer that would take the memory of all", () => {
  it("is refused, also to assistants, and given in parts", async () => {
    const firm = await organization(api);
    const { result } = await firm.call("create_document", report(text(1_000_000)));
    await api.app.database.query(
      `insert into document select copy.* from document d, generate_series(1, 85) n,
         lateral jsonb_populate_record(d, jsonb_build_object('id', md5(n::text)::uuid)) copy where d.id = $1`,
      [result.id],
    );
    const all = { view: "full", limit: 200 };
    expect(await firm.call("list_documents", all)).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/^This page would have more than 80 million characters/),
    });
    const told = await postMcp(api, firm.key, toolMessage("list_documents", all));
    expect(await told.text()).toContain("This page would have more than 80 million characters");
    expect((await firm.ok("list_documents", { ...all, limit: 5 })).items).toHaveLength(5);
    // A summary has none of that.
    expect((await firm.ok("list_documents", { limit: 200 })).items).toHaveLength(86);
  });
});

describe("the lane", () => {
  const job = (caller: Caller, body: object) => ({
    kind: "rest" as const,
    call: {
      operation: "create_document",
      caller,
      requestId: "r",
      idempotencyKey: undefined,
      body: [new TextEncoder().encode(JSON.stringify(body))],
    },
  });

  it("starts anew after it ran out of memory, and what was in it may be tried again", async () => {
    const row = await keyRow(api.app.database, parseApiKey(org.key) as never);
    const caller = callerOfKey(row as KeyRow, "rest");
    const lane = createLane(api.app.config, pino({ level: "silent" }), 64);
    try {
      const tooMuch = { ...report("x"), values: Array.from({ length: 1_500_000 }, (_, n) => ({ k: `${n}` })) };
      await expect(lane.run(job(caller, tooMuch), {})).rejects.toMatchObject({
        code: "unavailable",
        extras: { headers: { "Retry-After": "2" } },
      });
      const { json } = await lane.run(job(caller, report("x")), {});
      expect(Buffer.from(json as Uint8Array).toString()).toContain('"title":"Relazione"');
    } finally {
      await lane.stop();
    }
  });
});
