import { expect, it } from "@jest/globals";
import { startAiProduct } from "../support/ai-product.js";
import { startRealModel } from "../support/real-model.js";

// What a model of this size writes is nonsense: it is the wire that is tried, against a server that nobody scripted.
it("a real model in a real server drafts", async () => {
  const model = await startRealModel();
  const settings = { AI_BASE_URL: model.url, AI_MODEL: "SmolLM2-135M-Instruct" };
  const product = await startAiProduct({ settings, waitLimitMs: 900_000 });
  const { id: docId } = await product.document({ kind: "letter", title: "Lettera" });
  const instructions = "Scrivi una frase di saluto.";
  const { status } = await product.org.call("draft_document_from_instructions", { docId, instructions });
  const { aiRuns, ...document } = await product.org.ok("get_document", { docId });
  const [{ inputTokens, outputTokens, error }] = aiRuns;
  // It may talk beyond its context; then the answer was cut, and that is told.
  if (status !== 200) expect(error).toMatch(/cut off at its limit/);
  expect(inputTokens).toBeGreaterThan(100);
  expect(outputTokens).toBeGreaterThan(0);
  expect(document.status).toBe("draft");
  await product.close();
  model.close();
}, 1_000_000);
