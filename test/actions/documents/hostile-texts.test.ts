import { describe, expect, it } from "@jest/globals";
import { hostileTexts } from "../../domain/drafting/hostile-texts.js";
import { startAiProduct } from "../../support/ai-product.js";
import { forAllTests } from "../../support/for-tests.js";
import { expectNoHarm } from "../../support/hostile-quotes.js";

const product = forAllTests(startAiProduct);

/** One of each kind; `test/soak` has all, and `test/domain/drafting/injection.test.ts` checks all without servers. */
const kinds = [
  "ignore, Italian",
  "closing the JSON",
  "exfiltration link",
  "hidden fee",
  "zero width",
  "review downgrade",
];

describe("an obedient model that reads a hostile text", () => {
  it.each(kinds)("changes nothing but a draft, and lowers no finding: %s", async (kind) => {
    const hostile = hostileTexts.find(({ name }) => name === kind);
    if (!hostile) throw new Error(`there is no hostile text called ${kind}`);
    await expectNoHarm(product, hostile);
  });

  it("was shown only the document's own surroundings", () => {
    const sent = JSON.stringify(product.model.requests.map(({ body }) => body));
    expect(sent).not.toContain("giulia@example.test");
    expect(sent).not.toContain(product.owner.key);
    expect(sent).not.toContain(product.org.organizationId);
  });
});
