import { describe, expect, it } from "@jest/globals";
import { pointerTo } from "../../../src/domain/bill-warnings/place.js";
import { briefly, good, warningsOf } from "./warned.js";

/** What is suggested for a key of a line, beside which all is right. */
const suggested = (key: string, value: unknown) =>
  warningsOf([{ ...good, [key]: value }]).map(({ code, pointer, suggestion }) => [code, pointer, suggestion]);

describe("a key that looks like ours", () => {
  it("in a measurement is named where it stands, with ours, since the quantity is 0", () => {
    const line = { ...good, qty: undefined, measurements: [{ lunghezza: 2, larghezza: 3 }] };
    const found = warningsOf([{ type: "section", title: "Opere", children: [good, good, line] }]);
    expect(found.filter(({ code }) => code !== "repeated_line")).toEqual([
      {
        code: "unknown_key",
        pointer: "/lines/0/children/2/measurements/0/lunghezza",
        detail: '"lunghezza" is kept, but counts nothing here. Line 2 ("Scavo") has quantity 0 and unit price 12.5.',
        suggestion: 'Write it as "length".',
      },
      expect.objectContaining({
        pointer: "/lines/0/children/2/measurements/0/larghezza",
        suggestion: 'Write it as "width".',
      }),
      expect.objectContaining({ code: "zero_quantity", pointer: "/lines/0/children/2/measurements" }),
    ]);
  });

  it("on a line is found in English and Italian, where ours is absent", () => {
    const bare = { type: "line", desc: "Scavo", unit: "m³" };
    for (const [quantity, price] of [
      ["quantity", "unitPrice"],
      ["quantita", "prezzo"],
      ["Quantità", "prezzo_unitario"],
      ["QTY", "Price"],
      ["qyt", "pirce"],
    ])
      expect(briefly([{ ...bare, [quantity as string]: 10, [price as string]: 12.5 }])).toEqual([
        `unknown_key /lines/0/${quantity}`,
        `unknown_key /lines/0/${price}`,
        "zero_quantity /lines/0",
        "zero_price /lines/0",
      ]);
  });

  it("on a section is found, since its total is 0", () => {
    for (const key of ["lines", "voci", "righe", "items", "Children", "childern"]) {
      const [warning, ...others] = warningsOf([{ type: "section", title: "Scavi", [key]: [good] }]);
      expect(others).toEqual([]);
      expect(warning).toMatchObject({ code: "unknown_key", pointer: `/lines/0/${key}` });
      expect(warning?.detail).toContain('The section "Scavi" comes to 0 euro.');
      expect(warning?.suggestion).toBe('Write it as "children".');
    }
  });

  it.each([
    ["descrizione", "desc", "Scavo a mano"],
    ["um", "unit", "m³"],
    ["codice", "code", "A.01"],
    ["misure", "measurements", [{ lunghezza: 2 }]],
    ["mesurements", "measurements", [{ length: 2 }]],
    ["prezzario", "priceBook", "Lombardia 2026"],
    ["list_price", "listPrice", 3],
  ])("%s stands for %s", (key, ours, value) => {
    const { [ours]: _, ...line } = { ...good } as Record<string, unknown>;
    const found = warningsOf([{ ...line, [key]: value }]).filter(({ code }) => code === "unknown_key");
    expect(found).toMatchObject([{ pointer: `/lines/0/${key}`, suggestion: `Write it as "${ours}".` }]);
  });

  it.each([
    ["lenght", "length"],
    ["heigth", "height"],
    ["whidth", "width"],
    ["altezza", "height"],
    ["h/peso", "height"],
    ["par.ug.", "count"],
    ["parti", "count"],
  ])("%s in a measurement stands for %s", (key, ours) => {
    const measurement = Object.fromEntries([
      ["desc", "parete"],
      [ours === "count" ? "length" : "count", 2],
      [key, 3],
    ]);
    const line = { ...good, qty: undefined, measurements: [measurement] };
    expect(warningsOf([line])).toMatchObject([
      { pointer: pointerTo("/lines/0/measurements/0", key), suggestion: `Write it as "${ours}".` },
    ]);
  });

  it.each(["expression", "formula", "espressione"])("is %s for a whole row, which counts nothing so", (key) => {
    const rows = [
      { length: 2, width: 3 },
      { desc: "bagno", [key]: "2,50 * 1,80" },
    ];
    const found = warningsOf([{ ...good, qty: undefined, measurements: rows }]);
    expect(found).toMatchObject([
      {
        code: "unknown_key",
        pointer: `/lines/0/measurements/1/${key}`,
        suggestion: 'Write it as "lengthExpression", or each factor as its own.',
      },
    ]);
    for (const row of [
      { length: 2.5, width: 1.8, [key]: "2,50 * 1,80" },
      { desc: "nota", [key]: "vedi tavola 3" },
    ])
      expect(warningsOf([{ ...good, qty: undefined, measurements: [{ count: 1 }, row] }])).toEqual([]);
  });

  it("is ours, but where it counts nothing", () => {
    expect(suggested("length", 3)).toEqual([
      ["unknown_key", "/lines/0/length", 'It belongs into "measurements": [{"length": …}].'],
    ]);
    expect(suggested("lunghezza", "3,20")).toEqual([
      ["unknown_key", "/lines/0/lunghezza", 'Write it as "measurements": [{"length": …}].'],
    ]);
    expect(suggested("children", [good])[0]).toEqual([
      "unknown_key",
      "/lines/0/children",
      'Only a section has children: say "type": "section".',
    ]);
    expect(briefly([{ type: "section", title: "Scavi", price: 5, qty: 0, children: [good] }])).toEqual([
      "unknown_key /lines/0/price",
    ]);
    expect(briefly([{ ...good, qty: 6, measurements: [{ count: 6 }, { qty: 4 }] }])).toEqual([
      "unknown_key /lines/0/measurements/1/qty",
    ]);
  });

  it.each([
    ["sconto", 50],
    ["discountPct", 50],
    ["Sconto %", "10 %"],
    ["discount_percent", "5,5"],
  ])("is a discount, which a line has not: %s", (key, value) => {
    expect(suggested(key, value)).toEqual([
      [
        "unknown_key",
        pointerTo("/lines/0", key),
        'A line has no discount: give the price after it as "price", and the price before it as "listPrice".',
      ],
    ]);
    expect(suggested(key, 0)).toEqual([]);
  });

  it.each([
    ["vatPct", 4],
    ["iva", "10 %"],
    ["Aliquota IVA", 22],
  ])("is a VAT rate, which only a quote's line has: %s", (key, value) => {
    const pointer = pointerTo("/lines/0", key);
    const rates = "draft the quote, and give its lines their rates with update_quote_lines.";
    expect(suggested(key, value)).toEqual([["unknown_key", pointer, `A line of a bill has no VAT rate: ${rates}`]]);
    expect(suggested(key, 0)).toEqual([]);
  });

  it("is a rate of a whole section", () => {
    const section = { type: "section", title: "Lotto 2", vatPct: 4, sconto: 10, children: [good] };
    expect(briefly([section])).toEqual(["unknown_key /lines/0/vatPct", "unknown_key /lines/0/sconto"]);
  });

  it("is not what programs keep beside ours", () => {
    const extras = {
      number: 3,
      labourPct: 32.5,
      safetyPct: 2,
      safety: true,
      note: "da verificare",
      place: "piano terra",
      phase: 2,
      costo: 8,
      colour: "blue",
      id: "x",
      computed: { quantity: 9 },
    };
    const row = { count: 10, kind: "row", see: 2, negative: false, expr: { count: "5+5" }, quantity: 10, note: "x" };
    const line = { ...good, ...extras, measurements: [{ ...row, lengthExpression: "1" }] };
    expect(briefly([{ type: "section", title: "x", number: 1, wbs: "a", children: [line] }])).toEqual([]);
  });

  it("is sought in a million keys without comparing each", () => {
    const line = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]));
    expect(briefly([{ ...line, ...good, quantita: 3 }])).toEqual(["unknown_key /lines/0/quantita"]);
  });
});
