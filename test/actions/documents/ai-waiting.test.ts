import { afterAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type AiProduct, startAiProduct } from "../../support/ai-product.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { clientKinds, connectMcp } from "../../support/mcp.js";
import type { ScriptedReply } from "../../support/model-server.js";

let product: AiProduct;
const started = new Map<number | undefined, AiProduct>();
afterAll(() => Promise.all([...started.values()].map((one) => one.close())));

/** One product for all tests with the same limit, and a model that has been asked nothing yet. */
async function useProduct(options: { waitLimitMs?: number } = {}, ...script: ScriptedReply[]): Promise<void> {
  product = started.get(options.waitLimitMs) ?? (await startAiProduct(options));
  started.set(options.waitLimitMs, product);
  product.model.restart(...script);
}

const said = (body: string) => ({ say: { body, lineItems: null, notes: null } });
const key = (name: string) => ({ "idempotency-key": name });
const instructions = "Scrivi il testo.";
const draft = (docId: string, headers = {}) =>
  product.api.call<{ body: string; draft: Record<string, unknown> }>(
    "draft_document_from_instructions",
    { docId, instructions },
    product.org.key,
    headers,
  );
const runsOf = async (docId: string) => (await product.org.ok("get_document", { docId })).aiRuns;
const isDone = (docId: string) => eventually(async () => (await runsOf(docId))[0].status === "done");

/** Answers when it is let. */
function held(body: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: () => released.then(() => said(body)), release };
}

describe("an answer that takes long", () => {
  it("is not waited for beyond the limit; the draft goes on by itself, and get_document shows it", async () => {
    await useProduct({ waitLimitMs: 300 });
    const { id, updatedAt } = await product.document();
    const { reply, release } = held("Più tardi.");
    product.model.script.push(reply);
    const { status, result } = await draft(id);
    expect(status).toBe(200);
    expect(result).toMatchObject({ body: "Testo di prima.", updatedAt });
    expect(result.draft).toEqual({ status: "running", workflowId: `draft-document:${id}:1` });
    release();
    await isDone(id);
    expect((await product.org.ok("get_document", { docId: id })).body).toBe("Più tardi.");
  });

  it("holds no connection to the database while it is waited for", async () => {
    await useProduct();
    const { reply, release } = held("Infine.");
    product.model.script.push(...Array.from({ length: 4 }, () => reply));
    const documents = await Promise.all([1, 2, 3, 4].map(() => product.document()));
    const answers = documents.map(({ id }) => draft(id));
    await product.model.waitFor(4);
    await eventually(async () => {
      const { totalCount, idleCount, waitingCount } = product.api.pool;
      return totalCount === idleCount && waitingCount === 0;
    });
    release();
    expect((await Promise.all(answers)).map(({ result }) => result.body)).toEqual(Array(4).fill("Infine."));
  });

  it("goes on when the client has gone away", async () => {
    await useProduct();
    const { id } = await product.document();
    const { reply, release } = held("Anche senza di te.");
    product.model.script.push(reply);
    const client = new AbortController();
    const request = fetch(`${product.api.url}/api/rest/actions/draft_document_from_instructions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${product.org.key}` },
      body: JSON.stringify({ docId: id, instructions }),
      signal: client.signal,
    });
    const gone = expect(request).rejects.toThrow(/abort/i);
    await product.model.waitFor(1);
    client.abort();
    await gone;
    release();
    await isDone(id);
  });

  it("survives the loss of all that listens: the row is looked at again", async () => {
    await useProduct();
    const { id } = await product.document();
    const { reply, release } = held("Comunque.");
    product.model.script.push(reply);
    const answer = draft(id);
    await product.model.waitFor(1);
    await product.api.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pratica ai_run' and datname = current_database()",
    );
    release();
    expect((await answer).result.body).toBe("Comunque.");
  });
});

describe("an Idempotency-Key on a draft", () => {
  it("replays the final answer", async () => {
    await useProduct({}, said("Una volta."));
    const { id } = await product.document();
    const first = await draft(id, key("a"));
    const second = await draft(id, key("a"));
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    expect(product.model.requests).toHaveLength(1);
  });

  it("waits for the same run where the first answer came too early, as after a crash, and starts no second", async () => {
    await useProduct({ waitLimitMs: 300 });
    const { id } = await product.document();
    const { reply, release } = held("Una volta sola.");
    product.model.script.push(reply);
    expect((await draft(id, key("b"))).result.draft).toMatchObject({ status: "running" });
    expect((await draft(id, key("b"))).result.draft).toMatchObject({ status: "running" });
    release();
    await isDone(id);
    for (const _ of [1, 2]) expect((await draft(id, key("b"))).result.draft).toMatchObject({ changed: ["body"] });
    expect(await runsOf(id)).toHaveLength(1);
  });

  it("of a request that is still under way is a conflict, after half the time that this one waits", async () => {
    await useProduct({ waitLimitMs: 20_000 });
    const { id } = await product.document();
    const { reply, release } = held("Una volta sola.");
    product.model.script.push(reply);
    const first = draft(id, key("d"));
    await eventually(async () => (await runsOf(id)).length === 1);
    const second = await draft(id, key("d"));
    expect(second).toMatchObject({ status: 409, body: { code: "conflict" } });
    release();
    const { status, body } = await first;
    expect(status).toBe(200);
    expect((await draft(id, key("d"))).body).toEqual(body);
    expect(product.model.requests).toHaveLength(1);
  });

  it("is free again after a failure", async () => {
    await useProduct({}, { status: 401 }, said("Ora sì."));
    const { id } = await product.document();
    expect((await draft(id, key("c"))).status).toBe(422);
    expect((await draft(id, key("c"))).result.body).toBe("Ora sì.");
  });
});

describe.each(clientKinds)("over MCP, by %s", (kind) => {
  it("the draft comes as the tool's result, and a failure as one text", async () => {
    await useProduct({}, said("Via MCP."), { status: 401 });
    const { id } = await product.document();
    const client = closedAfterTest(await connectMcp(product.api.url, product.owner.key, kind));
    await client.tools();
    const call = () => client.call("draft_document_from_instructions", { docId: id, instructions });
    expect((await call()).structuredContent?.result).toMatchObject({ body: "Via MCP.", draft: { changed: ["body"] } });
    const failed = await call();
    expect([failed.isError, failed.content[0]?.text]).toEqual([true, expect.stringContaining("refuses the API key")]);
  });
});

describe.each(["legacy", "2026-07-28"])("over MCP, era %s", (era) => {
  it("a client that asks is told that its call goes on", async () => {
    await useProduct();
    const { id } = await product.document();
    const { reply, release } = held("Con pazienza.");
    product.model.script.push(reply);
    const mode = era === "legacy" ? "legacy" : { pin: era };
    const client = closedAfterTest(
      new Client({ name: "Prova", version: "1.0.0" }, { versionNegotiation: { mode } as never }),
    );
    const requestInit = { headers: { authorization: `Bearer ${product.owner.key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", product.api.url), { requestInit }));
    const told: { message?: string | undefined }[] = [];
    const call = client.callTool(
      { name: "draft_document_from_instructions", arguments: { docId: id, instructions } },
      { onprogress: (progress) => void told.push(progress) },
    );
    await eventually(async () => told.some(({ message }) => /is working/.test(message ?? "")));
    release();
    expect((await call).structuredContent).toMatchObject({ result: { body: "Con pazienza." } });
  });
});
