import { describe, expect, it } from "@jest/globals";
import { followLines } from "../../../src/domain/documents/follow-lines.js";
import { keepLineVat, lineVatOf, withVat } from "../../../src/domain/documents/line-vat.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";

const line = (desc: string, fields: Partial<LineItem> = {}): LineItem => ({
  desc,
  unit: "m²",
  qty: 1,
  price: 10,
  ...fields,
});
const [dig, pour, lay] = [
  line("Scavo di sbancamento", { vatPct: 10 }),
  line("Getto di calcestruzzo"),
  line("Posa", { vatPct: 4 }),
];

describe("the VAT rates of lines that are replaced", () => {
  it.each([
    [
      "stay where the lines stay",
      [line(dig.desc), pour, line(lay.desc)],
      [
        [0, 10],
        [2, 4],
      ],
    ],
    [
      "follow lines that are moved",
      [line(lay.desc), line(dig.desc), pour],
      [
        [0, 4],
        [1, 10],
      ],
    ],
    ["stay with another price or quantity", [line(dig.desc, { price: 12, qty: 3 }), pour], [[0, 10]]],
    ["end with the line", [pour], []],
  ])("%s", (_, after, expected) => {
    const kept = keepLineVat([dig, pour, lay], after, () => followLines([dig, pour, lay], after));
    expect(lineVatOf(kept).map(({ index, vatPct }) => [index, vatPct])).toEqual(expected);
    expect(kept.map(({ vatPct: _, ...item }) => item)).toEqual(after.map((item) => withVat(item, null)));
  });
});
