import { expect, it } from "@jest/globals";
import { phrasesOf } from "../../../src/activities/ai/price-sources.js";
import { expectProportional } from "../../support/growth.js";

it("searches for the phrases of instructions, each once, and not at the points within numbers", () => {
  expect(phrasesOf("Aggiungi l'intonaco, 12.50 al m².\nTogli la malta; togli la malta:\n\nfine...")).toEqual([
    "Aggiungi l'intonaco",
    "Togli la malta",
    "togli la malta",
    "fine",
  ]);
});

it("reads instructions of nothing but stops in a time that grows with them", async () => {
  const input = (size: number) => `${",".repeat(size)}x`;
  await expectProportional({ input, work: phrasesOf, small: 5_000, large: 50_000 });
});
