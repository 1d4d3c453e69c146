import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type AiProduct, modelName, startAiProduct } from "../../support/ai-product.js";
import { createContact, type TestRecord } from "../../support/factories.js";

let product: AiProduct;
beforeAll(async () => {
  product = await startAiProduct();
});
afterAll(() => product?.close());
beforeEach(() => {
  product.model.script.length = 0;
  product.model.requests.length = 0;
});

const finding = {
  severity: "warning",
  category: "legal",
  field: "/body",
  quote: "entro tempi brevi",
  message: "I tempi non sono determinati",
  suggestion: "Indicare i giorni",
};
const letter = (body = "Gentile cliente, consegneremo la pratica entro tempi brevi.") =>
  product.document({ kind: "letter", title: "Lettera", body });
const review = (docId: string, key?: string): Promise<TestRecord> => product.firm.ok("review_document", { docId }, key);
const codes = ({ findings }: TestRecord) => findings.map(({ code }: { code: string }) => code);

describe("review_document with a model", () => {
  it("adds what the model found and quotes, after the fixed findings, which stay the same", async () => {
    const { id, updatedAt } = await letter();
    product.model.script.push({ status: 401 });
    const fixed = await review(id);
    expect([fixed.model, "workflowId" in fixed]).toEqual([null, false]);
    product.model.script.push({ say: { findings: [finding, { ...finding, quote: "parole che non ci sono" }] } });
    const full = await review(id);
    expect(full.model).toBe(modelName);
    expect(codes(full)).toEqual([...codes(fixed), "AI_LEGAL"]);
    expect(full.findings.slice(0, -1)).toEqual(fixed.findings);
    expect(full.findings.at(-1)).toMatchObject({
      field: "/body",
      message: expect.stringContaining("«entro tempi brevi»"),
    });
    expect(full.score).toBe(fixed.score - 5);
    const { aiRuns, ...document } = await product.firm.ok("get_document", { docId: id });
    expect(document).toMatchObject({ updatedAt });
    expect(aiRuns.map(({ kind, status }: TestRecord) => [kind, status])).toEqual([
      ["review", "done"],
      ["review", "failed"],
    ]);
    expect(aiRuns[1].error).toMatch(/refuses the API key/);
  });

  it("is for readers too, and leaves nothing in the audit log", async () => {
    const { id } = await letter();
    const reader = await product.firm.member("viewer");
    product.model.script.push({ say: { findings: [finding] } });
    expect(codes(await review(id, reader.key))).toContain("AI_LEGAL");
    const audit = "select from audit_event where user_id = $1 or action ilike '%review%'";
    expect((await product.api.pool.query(audit, [reader.userId])).rowCount).toBe(0);
  });

  it("asks for the notice of L. 132/2025 once a model has drafted, and only then", async () => {
    const contact = await createContact(product.firm, { role: "client" });
    const { id } = await product.document({ kind: "engagement_letter", title: "Incarico", contactId: contact.id });
    product.model.script.push({ say: { findings: [] } });
    expect(codes(await review(id))).not.toContain("R27_NO_AI_NOTICE");
    product.model.script.push(
      { say: { body: "Testo nuovo.", lineItems: null, notes: null } },
      { say: { findings: [] } },
    );
    await product.firm.ok("draft_document_from_instructions", { docId: id, instructions: "Scrivi." });
    expect(codes(await review(id))).toContain("R27_NO_AI_NOTICE");
  });
});
