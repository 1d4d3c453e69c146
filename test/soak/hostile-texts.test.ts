import { afterAll, beforeAll, describe, it } from "@jest/globals";
import { hostileTexts } from "../domain/drafting/hostile-texts.js";
import { type AiProduct, startAiProduct } from "../support/ai-product.js";
import { expectNoHarm } from "../support/hostile-quotes.js";

let product: AiProduct;
beforeAll(async () => {
  product = await startAiProduct();
});
afterAll(() => product?.close());

describe("an obedient model that reads a hostile text", () => {
  it.each(hostileTexts.map((hostile) => [hostile.name, hostile] as const))(
    "changes nothing but a draft, and lowers no finding: %s",
    (_name, hostile) => expectNoHarm(product, hostile),
  );
});
