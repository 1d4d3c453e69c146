import { describe, expect, it } from "@jest/globals";
import { briefly, good, warningsOf } from "./warned.js";

it("names a number that its expression contradicts, since the expression counts", () => {
  const found = (row: object) => warningsOf([{ ...good, qty: undefined, measurements: [row] }]);
  expect(found({ count: 2, length: 5, lengthExpression: "3,20+1,15" })).toEqual([
    {
      code: "quantity_contradicted",
      pointer: "/lines/0/measurements/0/length",
      detail: 'Line 0 ("Scavo"): length is 5, but lengthExpression "3,20+1,15" comes to 4.35, which is used.',
      suggestion: "Correct the expression, or leave it out if length is right.",
    },
  ]);
  for (const row of [
    { length: 4.35, lengthExpression: "3,20+1,15" },
    { length: 4.33, lengthExpression: "13/3" },
    { length: 5, lengthExpression: "" },
    { height: 5, lengthExpression: "3,20+1,15" },
  ])
    expect(found(row)).toEqual([]);
});

describe("figures", () => {
  it("contradict each other: the answer names both quantities", () => {
    const [warning, ...others] = warningsOf([{ ...good, measurements: [{ length: 2, width: 3 }] }]);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      code: "quantity_contradicted",
      pointer: "/lines/0/qty",
      detail: 'Line 0 ("Scavo"): qty is 10, but its measurements come to 6, which is used.',
    });
    expect(briefly([{ ...good, qty: 6.004, measurements: [{ length: 2, width: 3 }] }])).toEqual([]);
    expect(briefly([{ ...good, qty: 6, measurements: [{ length: 2, quantity: 6 }, { count: 4 }] }])).toEqual([
      "quantity_contradicted /lines/0/measurements/0/quantity",
    ]);
  });

  it.each([
    "a dedurre porta",
    "Porta, in deduzione",
    "A detrarre finestre",
    "si deduce il vano scala",
    "detrazione foro",
  ])("%p is added where its numbers are positive", (desc) => {
    const wall = { desc: "parete", length: 4, height: 2.7 };
    const hole = (count?: number) =>
      briefly([{ ...good, qty: undefined, measurements: [wall, { desc, count, length: 0.9, height: 2.1 }] }]);
    expect(hole()).toEqual(["deduction_added /lines/0/measurements/1"]);
    expect(hole(2)).toEqual(["deduction_added /lines/0/measurements/1"]);
    for (const count of [0, -1]) expect(hole(count)).toEqual([]);
  });

  it("is added where two of its numbers are negative", () => {
    const found = (row: object) => briefly([{ ...good, qty: undefined, measurements: [{ length: 9 }, row] }]);
    for (const row of [
      { count: -2, length: -1.2 },
      { length: -1.2, width: 2, height: -1 },
      { width: -1.2, height: -1 },
    ])
      expect(found(row)).toEqual(["deduction_added /lines/0/measurements/1"]);
    for (const row of [{ count: -2, length: 1.2 }, { count: -1, length: -1, height: -1 }, { count: 2 }])
      expect(found(row)).toEqual([]);
  });

  it.each(["parete senza deduzione dei fori", "non si deduce la porta", "al netto delle detrazioni", "parete"])(
    "%p deducts nothing",
    (desc) => {
      expect(briefly([{ ...good, qty: undefined, measurements: [{ desc, length: 4, height: 2.7 }] }])).toEqual([]);
    },
  );

  it.each(["vedi voce n. 3", "Vedi voce 12", "come voce precedente", "v. voce 4", "Vedasi voce 3"])(
    "are not taken from another line by the words «%s»",
    (desc) => {
      const rows = (row: object) => [{ ...good, qty: undefined, measurements: [{ count: 24.5 }, row] }];
      const [warning] = warningsOf(rows({ desc, count: 1 }));
      expect(warning).toMatchObject({ code: "quantity_contradicted", pointer: "/lines/0/measurements/1/desc" });
      expect(warning?.detail).toContain("this counts as 1.");
      expect(briefly(rows({ desc, count: 36.45 }))).toEqual([]);
      expect(briefly(rows({ desc: "parete nord, vedi tavola 3", count: 1 }))).toEqual([]);
    },
  );

  it("are 0", () => {
    expect(briefly([{ ...good, qty: 0 }])).toEqual(["zero_quantity /lines/0/qty"]);
    expect(briefly([{ ...good, price: 0 }])).toEqual(["zero_price /lines/0/price"]);
    expect(briefly([{ type: "line", desc: "Trasporto", unit: "a corpo", qty: 1 }])).toEqual(["zero_price /lines/0"]);
    expect(briefly([{ ...good, price: undefined, listPrice: 9 }])).toEqual([]);
  });
});
