import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type AiProduct, modelName, startAiProduct } from "../../../support/ai-product.js";

let product: AiProduct;
beforeAll(async () => {
  product = await startAiProduct();
});
afterAll(() => product?.close());
beforeEach(() => {
  product.model.script.length = 0;
  product.model.requests.length = 0;
});

const nothing = { body: null, lineItems: null, notes: null };
const says = (answer: object) => product.model.script.push({ say: { ...nothing, ...answer } });
const draft = (docId: string, instructions = "Scrivi il testo.", key?: string) =>
  product.firm.call("draft_document_from_instructions", { docId, instructions }, key);
const get = (docId: string) => product.firm.ok("get_document", { docId });

describe("draft_document_from_instructions", () => {
  it("puts the model's text into the document, and keeps the trace of it", async () => {
    const { id } = await product.document();
    says({ body: "Gentile cliente, ecco il testo.", notes: "Manca la data." });
    const { status, result } = await draft(id, "Scrivi il testo.", product.owner.key);
    expect(status).toBe(200);
    expect(result).toMatchObject({ id, body: "Gentile cliente, ecco il testo.", status: "draft" });
    expect(result.draft).toEqual({
      changed: ["body"],
      model: modelName,
      notes: expect.stringContaining("Manca la data"),
    });
    const { aiRuns } = await get(id);
    expect(aiRuns).toMatchObject([
      {
        workflowId: `draft-document:${id}:1`,
        kind: "draft",
        status: "done",
        userId: product.owner.userId,
        instructions: "Scrivi il testo.",
        model: modelName,
        inputTokens: 100,
        outputTokens: 50,
        costEur: null,
        changed: ["body"],
        diff: { before: { body: "Testo di prima." }, after: { body: "Gentile cliente, ecco il testo." } },
        error: null,
      },
    ]);
  });
});
