import { describe, expect, it } from "@jest/globals";
import { normalized } from "../../../src/domain/text/normalized.js";

describe("two texts are the same", () => {
  it.each([
    ["Città", "citta\u0300"],
    ["muro di 30 cm", "Muro\u00a0di  30\u202fcm"],
    ["massetto\nalleggerito", "mas\u00adsetto\r\nalleg\u200bgerito"],
    ["città", "citta\u200b\u0300"],
    ["demolizione e ripristino", "\ufeffdemolizione e\vripristino"],
  ])("%j and %j", (one, other) => {
    expect(normalized(other)).toBe(normalized(one));
  });
});

it("composes no more marks on one letter than any writing has, since that takes the square of their number", () => {
  expect(normalized(`a${"\u0300\u0316".repeat(1_000)}b`).length).toBeLessThan(40);
});
