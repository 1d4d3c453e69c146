import { describe, expect, it } from "@jest/globals";
import { normalized } from "../../../src/domain/text/normalized.js";

describe("two texts are the same", () => {
  it.each([
    ["Città", "citta\u0300"],
    ["muro di 30 cm", "Muro\u00a0di  30\u202fcm"],
    ["massetto\nalleggerito", "mas\u00adsetto\r\nalleg\u200bgerito"],
    ["demolizione e ripristino", "\ufeffdemolizione e\vripristino"],
  ])("%j and %j", (one, other) => {
    expect(normalized(other)).toBe(normalized(one));
  });
});
