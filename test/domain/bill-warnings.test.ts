import { describe, expect, it } from "@jest/globals";
import { type BillNode, computeBill } from "../../src/domain/bill.js";
import { billWarnings, wholeBill } from "../../src/domain/bill-warnings/bill-warnings.js";
import { WarningCollector } from "../../src/domain/bill-warnings/collector.js";
import { pointerTo } from "../../src/domain/bill-warnings/place.js";
import type { BookPrices } from "../../src/domain/book-prices/book-price.js";

const good = { type: "line", desc: "Scavo", unit: "m³", qty: 10, price: 12.5 } as const;
const warningsOf = (nodes: object[], prices: BookPrices | null = null) => {
  const bill = computeBill(nodes as BillNode[]);
  return billWarnings(bill, wholeBill(bill.nodes, "/lines"), prices);
};
/** Each warning as `code pointer`. */
const briefly = (nodes: object[], prices?: BookPrices) =>
  warningsOf(nodes, prices).map(({ code, pointer }) => `${code} ${pointer}`);
/** What is suggested for a key of a line, beside which all is right. */
const suggested = (key: string, value: unknown) =>
  warningsOf([{ ...good, [key]: value }]).map(({ code, pointer, suggestion }) => [code, pointer, suggestion]);

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
    expect(hole(-1)).toEqual([]);
  });

  it("is added where two of its numbers are negative", () => {
    const found = (row: object) => briefly([{ ...good, qty: undefined, measurements: [{ length: 9 }, row] }]);
    for (const row of [
      { count: -2, length: -1.2 },
      { length: -1.2, width: 2, height: -1 },
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

describe("units", () => {
  it("that aren't in use are named, with what is near", () => {
    expect(warningsOf([{ ...good, unit: "mqq" }])).toMatchObject([
      { code: "unknown_unit", pointer: "/lines/0/unit", suggestion: 'Did you mean "mq"?' },
    ]);
    expect(
      briefly([
        { ...good, unit: "" },
        { ...good, desc: "x", unit: undefined },
      ]),
    ).toEqual([]);
  });
});

describe("a percentage as a unit", () => {
  it("counts as any other, which is named where the quantity is no share", () => {
    const share = { ...good, unit: "%", qty: 5, price: 12_000 };
    expect(warningsOf([share])).toMatchObject([
      {
        code: "percent_unit",
        pointer: "/lines/0/unit",
        detail: expect.stringContaining("its amount is quantity × price, 5 × 12000 = 60000 euro."),
        suggestion: "If 5 % of 12000 euro is meant, write it as quantity 0.05.",
      },
    ]);
    expect(briefly([{ ...share, qty: 0.05 }])).toEqual([]);
  });
});

describe("prices of the book", () => {
  const prices: BookPrices = new Map([
    [
      "A.01",
      [
        { bookName: "Lombardia 2026", unit: "m³", price: 13.63017, labourPct: null, safetyPct: null },
        { bookName: "Lombardia 2025", unit: "m³", price: 12.9, labourPct: null, safetyPct: null },
      ],
    ],
  ]);
  const coded = { ...good, code: "A.01" };

  it("are for their unit: another is named, also where the price is the book's or none", () => {
    const inSquareMetres = { ...good, code: "A.01", unit: "mq", price: 13.63 };
    expect(briefly([inSquareMetres], prices)).toEqual(["unit_differs /lines/0/unit"]);
    const [unit, none] = warningsOf([{ ...inSquareMetres, price: undefined }], prices);
    expect(unit?.detail).toContain('13.63017 euro per m³ in "Lombardia 2026"');
    expect(none).toMatchObject({ code: "zero_price", suggestion: 'Give "price" or "listPrice".' });
    expect(briefly([{ ...inSquareMetres, unit: "mc" }], prices)).toEqual([]);
  });

  it("differ from the line's", () => {
    const [warning, ...others] = warningsOf([coded], prices);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: "price_differs", pointer: "/lines/0/price" });
    expect(warning?.detail).toContain('price is 12.5, but code A.01 costs 13.63017 euro per m³ in "Lombardia 2026"');
    for (const price of [13.63, 13.63017, 12.9]) expect(briefly([{ ...coded, price }], prices)).toEqual([]);
  });

  it("may differ from what is asked where the list price stands beside it", () => {
    expect(briefly([{ ...coded, listPrice: 13.63 }], prices)).toEqual([]);
    expect(briefly([{ ...coded, listPrice: 13 }], prices)).toEqual(["price_differs /lines/0/listPrice"]);
  });

  it("are offered to a line that has none", () => {
    const [warning] = warningsOf([{ ...coded, price: undefined }], prices);
    expect(warning?.code).toBe("zero_price");
    expect(warning?.suggestion).toContain('Code A.01 costs 13.63 euro in "Lombardia 2026": use fill_bill_prices');
  });
});

describe("shares of labour", () => {
  it("are percentages, which is said where none is as much as one", () => {
    const shared = (labourPct: number, index: number) => ({ ...good, desc: `Scavo ${index}`, labourPct });
    expect(warningsOf([0, 0.35, 0.6].map(shared))).toEqual([
      {
        code: "labour_fraction",
        pointer: "/lines/1/labourPct",
        detail: "The largest labourPct of the bill is 0.6, which means 0.6 %.",
        suggestion: "If 60 % is meant, write it so, and the others likewise.",
      },
    ]);
    for (const right of [[0, 0], [0.35, 35], [1]]) expect(warningsOf(right.map(shared))).toEqual([]);
  });
});

describe("what a printed bill has below its lines", () => {
  const work = (price: number, desc = `Lavorazione ${price}`) => ({ ...good, desc, unit: "m³", qty: 1, price });

  it("is a total, which counts twice as a line", () => {
    const sections = [1, 2].map((floor) => ({
      type: "section",
      title: `Piano ${floor}`,
      children: [work(100 * floor), work(50), work(100 * floor + 50, "Totale piano")],
    }));
    expect(
      warningsOf([...sections, work(400, "TOTALE GENERALE")]).map(({ pointer, detail }) => [pointer, detail]),
    ).toEqual([
      [
        "/lines/0/children/2/desc",
        'Line 2 ("Totale piano") repeats the sum of the lines above it, 150 euro, which count twice so.',
      ],
      [
        "/lines/1/children/2/desc",
        'Line 5 ("Totale piano") repeats the sum of the lines above it, 250 euro, which count twice so.',
      ],
      [
        "/lines/2/desc",
        'Line 6 ("TOTALE GENERALE") repeats the sum of the lines above it, 400 euro, which count twice so.',
      ],
    ]);
    expect(briefly([work(100), work(50), work(150, "TOTALE")])).toEqual(["total_line /lines/2/desc"]);
    expect(briefly([work(100), work(50), work(150, "Posa")])).toEqual([]);
  });

  it("is VAT, which a bill doesn't have", () => {
    expect(briefly([work(100), work(22, "IVA 22%")])).toEqual(["total_line /lines/1/desc"]);
    expect(briefly([work(100), work(22, "IVA agevolata: pratica")])).toEqual([]);
  });
});

describe("the same line twice", () => {
  it("is named with the first, under the same titles and with the same measurements", () => {
    const section = (title: string) => ({ type: "section", title, children: [good] });
    expect(briefly([good, { ...good, desc: " SCAVO " }])).toEqual(["repeated_line /lines/1"]);
    expect(warningsOf([good, good])[0]?.detail).toContain("is the same as /lines/0");
    expect(briefly([section("Piano terra"), section("Piano primo")])).toEqual([]);
    expect(briefly([section("Piano terra"), section("Piano terra")])).toEqual(["repeated_line /lines/1/children/0"]);
    const measured = (desc: string) => ({ ...good, measurements: [{ desc, count: 10 }] });
    expect(briefly([measured("parete nord"), measured("parete sud")])).toEqual([]);
    expect(briefly([{ type: "line" }, { type: "line" }].map((line) => ({ ...line, qty: 1, price: 1 })))).toEqual([]);
  });
});

describe("many warnings", () => {
  it("are cut to 100 and the number of the others, the rarer codes whole", () => {
    const nodes = Array.from({ length: 5_000 }, (_, n) => ({ ...good, desc: `Voce ${n}`, price: 0 }));
    const found = warningsOf([...nodes, { ...good, quantita: 3 }]);
    expect(found).toHaveLength(101);
    expect(found.filter(({ code }) => code === "unknown_key")).toHaveLength(1);
    expect(found.at(-1)).toMatchObject({ code: "more", pointer: "", detail: "and 4901 more: 4901 × zero_price" });
  });

  it("are worded only as far as they are shown", () => {
    const collector = new WarningCollector();
    let worded = 0;
    const details = () => ({ detail: `${++worded}`, suggestion: null });
    for (let n = 0; n < 10_000; n++) collector.add("zero_price", () => `/lines/${n}`, details);
    expect([collector.warnings().length, worded]).toEqual([101, 100]);
  });
});

it("quotes no half of a character, wherever a long text is cut", () => {
  for (const text of ["🏠".repeat(200), `x${"🏠".repeat(200)}`]) {
    const row = { desc: `a dedurre ${text}`, count: 1, length: 2 };
    const line = { ...good, qty: undefined, desc: text, unit: text, measurements: [row] };
    const found = warningsOf([{ type: "section", title: text, voci: [{}] }, line]);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(["unknown_key", "deduction_added", "unknown_unit"]));
    expect(found.filter(({ detail }) => !detail.isWellFormed())).toEqual([]);
  }
});
