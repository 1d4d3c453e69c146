import { describe, expect, it } from "@jest/globals";
import { startAiProduct } from "../../support/ai-product.js";
import { createContact } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const product = forAllTests(startAiProduct);

describe("review_document of a text that a model wrote", () => {
  it("asks for the notice, until an engagement letter issued to the client gives it", async () => {
    const { org, model } = product;
    const contact = await createContact(org, { role: "client", email: "giulia@example.test" });
    const { id: docId } = await product.document({ kind: "letter", contactId: contact.id });
    const notices = async (): Promise<string[]> => {
      model.script.push({ say: { findings: [] } });
      const { findings } = await org.ok("review_document", { docId });
      return findings.map(({ code }: { code: string }) => code).filter((code: string) => code.startsWith("R27"));
    };
    expect(await notices()).toEqual([]);

    model.script.push({ say: { body: "Gentile cliente, la pratica è pronta.", lineItems: null, notes: null } });
    await org.ok("draft_document_from_instructions", { docId, instructions: "Scrivi che la pratica è pronta." });
    expect(await notices()).toEqual(["R27_NO_AI_NOTICE"]);

    const body = "Lo studio usa sistemi di intelligenza artificiale come aiuto (art. 13 L. 132/2025).";
    const letter = { title: "Incarico", kind: "engagement_letter", body, contactId: contact.id };
    const { id } = await org.ok("create_document", letter);
    expect(await notices()).toEqual(["R27_NO_AI_NOTICE"]);
    await org.ok("issue_document", { docId: id });
    expect(await notices()).toEqual([]);
  });
});
