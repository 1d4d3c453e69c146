import { expect, it } from "@jest/globals";
import { aiSettings } from "../../src/db/ai-settings.js";
import { admin } from "../admin/command.js";
import { startAiProduct } from "../support/ai-product.js";
import { organization } from "../support/factories.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { startModelServer } from "../support/model-server.js";

const secretKey = "0".repeat(64);
const apiKey = "sk-molto-segreta";
const product = forAllTests(startAiProduct);

const run = (...args: string[]) =>
  admin([...args, "--json"], {
    DATABASE_URL: product.api.app.config.DATABASE_URL as string,
    SECRET_KEY: secretKey,
    AI_PROVIDER: "",
  });
const set = (organizationId: string, ...options: string[]) =>
  run("ai", "set", "--organization", organizationId, ...options);

it("gives an organization a model of its own, whose key is stored encrypted and whose runs have a price", async () => {
  const own = closedAfterTest(
    await startModelServer({ say: { body: "Dal modello dello studio.", lineItems: null, notes: null } }),
  );
  const org = await organization(product.api);
  const options = ["--provider", "openai-compatible", "--base-url", own.url, "--model", "nostro", "--api-key", apiKey];
  const { json } = await set(org.organizationId, ...options, "--input-price-eur", "2.5", "--output-price-eur", "10");
  expect(json).toEqual({ organizationId: org.organizationId, provider: "openai-compatible", model: "nostro" });
  const { rows } = await product.api.pool.query("select * from organization_ai");
  expect(rows[0].api_key.toString("latin1")).not.toContain(apiKey);

  const { id: docId } = await org.ok("create_document", { title: "Lettera", kind: "letter" });
  const { draft } = await org.ok("draft_document_from_instructions", { docId, instructions: "Scrivi." });
  expect(draft.model).toBe("nostro");
  expect(own.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  // 100 tokens at 2.50 and 50 at 10 euro a million.
  expect((await org.ok("get_document", { docId })).aiRuns[0].costEur).toBe(0.00075);
  expect(product.model.requests).toEqual([]);
  const stored = await product.api.pool.query(
    "select (select string_agg(changes::text, '') from audit_event) || (select string_agg(to_jsonb(r)::text, '') from ai_run r) as text",
  );
  expect(stored.rows[0].text).not.toContain(apiKey);

  expect((await run("ai", "unset", "--organization", org.organizationId)).json).toEqual({
    organizationId: org.organizationId,
  });
  const query = async () => [];
  expect(await aiSettings(query, product.api.app.config)).toMatchObject({ model: product.api.app.config.AI_MODEL });
  expect((await run("ai", "unset", "--organization", org.organizationId)).json.error.code).toBe("not_found");
});

it("takes a model without a key and without prices, and ends that of one organization alone, each in its audit log", async () => {
  const [one, other] = [await organization(product.api), await organization(product.api, "Altro Studio")];
  for (const { organizationId } of [one, other])
    await set(
      organizationId,
      "--provider",
      "openai-compatible",
      "--base-url",
      "http://localhost:11434/v1",
      "--model",
      "m",
    );
  await run("ai", "unset", "--organization", one.organizationId);
  const { rows } = await product.api.pool.query(
    `select a.organization_id as of, a.api_key, a.input_price_eur from organization_ai a where a.organization_id = any($1)`,
    [[one.organizationId, other.organizationId]],
  );
  expect(rows).toEqual([{ of: other.organizationId, api_key: null, input_price_eur: null }]);
  const told = await product.api.pool.query(
    `select c ->> 'op' as op from audit_event e, jsonb_array_elements(e.changes) c
     where e.organization_id = $1 and c ->> 'record' = 'organization_ai' order by e.id`,
    [one.organizationId],
  );
  expect(told.rows.map(({ op }) => op)).toEqual(["update", "delete"]);
});

it.each([
  [["--provider", "altro", "--model", "m"], /There is no provider "altro"/],
  [["--provider", "openai-compatible", "--model", "m"], /--base-url is missing/],
  [["--provider", "anthropic", "--model", "m"], /--api-key is missing/],
  [["--provider", "openai-compatible", "--model", "m", "--base-url", "localhost"], /--base-url is written/],
  [["--provider", "openai", "--model", "m", "--api-key", "k", "--input-price-eur", "1"], /Give both/],
  [
    ["--provider", "openai", "--model", "m", "--api-key", "k", "--input-price-eur", "1", "--output-price-eur", "x"],
    /is a number/,
  ],
])("refuses %j, saying what is wrong", async (options, words) => {
  const { status, json } = await set(product.org.organizationId, ...options);
  expect([status, json.error.code]).toEqual([1, "invalid_input"]);
  expect(json.error.message).toMatch(words);
});

it("without any model the draft is refused, naming how to set one, and the review has its fixed findings", async () => {
  const settings = { AI_PROVIDER: "", AI_MODEL: "", AI_BASE_URL: "" };
  const bare = closedAfterTest(await startAiProduct({ settings, workers: false }));
  const { id: docId } = await bare.document();
  const { status, detail } = await bare.org.call("draft_document_from_instructions", { docId, instructions: "x" });
  expect(status).toBe(422);
  expect(detail).toMatch(/AI_PROVIDER.*admin -- ai set/);
  const review = await bare.org.ok("review_document", { docId });
  expect(review).toMatchObject({ model: null, ready: false });
  expect("workflowId" in review).toBe(false);
});
