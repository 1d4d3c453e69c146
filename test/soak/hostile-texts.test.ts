import { describe, it } from "@jest/globals";
import { hostileTexts } from "../domain/drafting/hostile-texts.js";
import { startAiProduct } from "../support/ai-product.js";
import { forAllTests } from "../support/for-tests.js";
import { expectNoHarm } from "../support/hostile-quotes.js";

const product = forAllTests(startAiProduct);

describe("an obedient model that reads a hostile text", () => {
  it.each(hostileTexts.map((hostile) => [hostile.name, hostile] as const))(
    "changes nothing but a draft, and lowers no finding: %s",
    (_name, hostile) => expectNoHarm(product, hostile),
  );
});
