import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type AiProduct, modelName, startAiProduct } from "../support/ai-product.js";
import { startApi, type TestApi } from "../support/caller.js";
import { openConnection } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { organization, type TestOrganization } from "../support/factories.js";
import { createNamespace, type TestNamespace } from "../support/namespace.js";
import { listOf, uploadList } from "../support/price-list.js";
import { startWorkerProcess } from "./worker-process.js";

describe("a worker killed in the middle of a call to a model", () => {
  let product: AiProduct;
  beforeAll(async () => {
    product = await startAiProduct({ workers: false });
  });
  afterAll(() => product?.close());

  it("leaves one draft, once", async () => {
    const settings = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: product.model.url, AI_MODEL: modelName };
    const start = () => startWorkerProcess(product.api, product.temporal, settings);
    const { id: docId } = await product.document();
    const first = await start();
    product.model.script.push(
      { silence: true },
      { say: { body: "Una volta sola.", lineItems: null, notes: null } },
      { say: { body: "Mai una seconda.", lineItems: null, notes: null } },
    );
    const drafting = product.org.call("draft_document_from_instructions", { docId, instructions: "Scrivi." });
    await product.model.waitFor(1);
    first.kill("SIGKILL");
    await start();
    expect((await drafting).status).toBe(200);
    expect(await product.temporal.client.workflow.getHandle(`draft-document:${docId}:1`).result()).toBe("drafted");
    const { body, aiRuns } = await product.org.ok("get_document", { docId });
    expect([body, aiRuns.length, aiRuns[0].status]).toEqual(["Una volta sola.", 1, "done"]);
    expect(product.model.requests).toHaveLength(2);
    const changes = "select from audit_event where action = 'draft_document_from_instructions' and record_id = $1";
    expect((await product.api.pool.query(changes, [docId])).rowCount).toBe(1);
  });
});

describe("a price list whose worker was killed while it wrote its entries", () => {
  const count = 2_000;
  let temporal: TestNamespace;
  let api: TestApi;
  let org: TestOrganization;
  beforeAll(async () => {
    temporal = await createNamespace();
    api = await startApi({ relay: true, waitLimitMs: 0, through: { temporal } });
    org = await organization(api);
  });
  afterAll(async () => {
    await api?.close();
    await temporal?.close();
  });

  it("is imported once, with all entries, by the next one", async () => {
    const rows = Array.from({ length: count }, (_, n) => ({ code: `P.${n}`, text: `Lavorazione ${n}`, price: "1.5" }));
    const fileId = await uploadList(api, org, listOf(rows));
    const first = await startWorkerProcess(api, temporal);
    // Who writes entries counts their words last, under this lock: so everything is written, and nothing committed.
    const client = await openConnection(api.app.database.url);
    await client.query("select pg_advisory_lock(hashtextextended('price words ' || $1, 0))", [org.organizationId]);
    const { book } = await org.ok("import_price_book", { fileId });
    const read = () => org.ok("get_price_book", { bookId: book.id });
    try {
      await eventually(async () => (await read()).import.written === count);
      expect(await read()).toMatchObject({ entryCount: 0, import: { status: "running", read: count } });
      first.kill("SIGKILL");
    } finally {
      await client.end();
    }
    await startWorkerProcess(api, temporal);
    await eventually(async () => (await read()).import.status !== "running");
    expect(await read()).toMatchObject({ entryCount: count, import: { status: "done", written: count } });
    const sql =
      "select count(*)::int as entries, count(distinct code)::int as codes from price_book_entry where book_id = $1";
    expect((await api.pool.query(sql, [book.id])).rows).toEqual([{ entries: count, codes: count }]);
    const events = "select from audit_event where action = 'import_price_book' and via = 'workflow' and record_id = $1";
    expect((await api.pool.query(events, [book.id])).rowCount).toBe(1);
  });
});
