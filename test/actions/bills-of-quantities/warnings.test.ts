import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createGuest, createPriceBook, createProject, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const project = forAllTests(() => createProject(org));
let computoId: string;

beforeAll(async () => {
  await book("Listino dello studio", undefined, [
    { code: "A.01", description: "Scavo", unit: "m³", price: 13.63017 },
    { code: "B.02", description: "Getto", unit: "m³", price: 140 },
  ]);
  await book("Listino del cantiere", project.id, [{ code: "B.02", description: "Getto", unit: "mc", price: 155 }]);
  const other = await createProject(org);
  await book("Di un altro cantiere", other.id, [{ code: "C.03", description: "Posa", unit: "m²", price: 9 }]);
});
beforeEach(async () => {
  computoId = (await org.ok("create_bill_of_quantities", { projectId: project.id, name: "Computo" })).id;
});

const book = (name: string, projectId: string | undefined, entries: object[]) =>
  createPriceBook(org, { name, projectId }, entries);

const good = { type: "line", desc: "Scavo", unit: "m³", qty: 10, price: 12.5 };
const save = (lines: object[], key?: string) => org.ok("save_bill_of_quantities_lines", { computoId, lines }, key);
const nodes = async () => (await org.ok("get_bill_of_quantities", { computoId })).nodes as TestRecord[];
const briefly = ({ warnings }: TestRecord): string[] =>
  (warnings as { code: string; pointer: string }[]).map(({ code, pointer }) => `${code} ${pointer}`);

describe("saving lines", () => {
  it("warns of what loses money, and stores what was sent", async () => {
    const lines = [
      { type: "section", title: "Scavi", lines: [good] },
      { ...good, qty: undefined, measurements: [{ lunghezza: 2, larghezza: 3 }] },
      { type: "line", desc: "Getto", unit: "m³", quantity: 4, unitPrice: 140 },
      { ...good, desc: "Reinterro", measurements: [{ length: 2, width: 3 }] },
    ];
    const saved = await save(lines);
    expect(briefly(saved)).toEqual([
      "unknown_key /lines/0/lines",
      "unknown_key /lines/1/measurements/0/lunghezza",
      "unknown_key /lines/1/measurements/0/larghezza",
      "zero_quantity /lines/1/measurements",
      "unknown_key /lines/2/quantity",
      "unknown_key /lines/2/unitPrice",
      "zero_quantity /lines/2",
      "zero_price /lines/2",
      "quantity_contradicted /lines/3/qty",
    ]);
    expect(await nodes()).toMatchObject(JSON.parse(JSON.stringify(lines)));
    expect((await nodes()).map(({ computed }) => computed)).toEqual([
      { total: 0 },
      { index: 0, quantity: 0, unitPrice: 12.5, amount: 0 },
      { index: 1, quantity: 0, unitPrice: 0, amount: 0 },
      { index: 2, quantity: 6, unitPrice: 12.5, amount: 75 },
    ]);
    expect(briefly(await save([good]))).toEqual([]);
    const strange = { ...good, qty: 1, constructor: "c", toString: "t", measurements: [{ count: 1, valueOf: 2 }] };
    expect(briefly(await save([strange, { type: "section", title: "A", hasOwnProperty: 1 }]))).toEqual([]);
    for (const named of ['"constructor":"c"', '"toString":"t"', '"valueOf":2', '"hasOwnProperty":1'])
      expect(JSON.stringify(await nodes())).toContain(named);
  });

  it("compares prices with the project's own books and the organization's", async () => {
    const lines = [
      { ...good, code: "A.01" },
      { ...good, desc: "Getto", code: "b-02", price: 155 },
      { ...good, desc: "Getto armato", code: "B.02", price: 150 },
      { ...good, desc: "Posa", code: "C.03" },
      { ...good, desc: "Posa in opera", code: "Z.99" },
    ];
    const saved = await save(lines);
    expect(briefly(saved)).toEqual(["price_differs /lines/0/price", "price_differs /lines/2/price"]);
    expect((saved.warnings as TestRecord[])[1]?.detail).toContain('costs 155 euro per mc in "Listino del cantiere"');
  });

  it("warns of a price that a lost decimal mark parts from its list price, and of none that was agreed on", async () => {
    const priced = (price: number) => ({ ...good, desc: `Scavo ${price}`, listPrice: 1.1, price });
    const saved = await save([0.11, 0.12, 1.1, 10.9, 11, -110].map(priced));
    expect(briefly(saved)).toEqual([0, 4, 5].map((line) => `price_differs /lines/${line}/price`));
    expect(await org.ok("update_bill_line", { computoId, index: 2, price: 110 })).toMatchObject({
      warnings: [{ code: "price_differs", detail: expect.stringContaining("price is 110, but its listPrice is 1.1") }],
    });
  });

  it("takes no other code for the same: only what divides its parts may differ", async () => {
    await book("Prezzario", undefined, [
      { code: "D.1.10", description: "Muro", unit: "m²", price: 80 },
      { code: "D.11.0", description: "Tetto", unit: "m²", price: 95 },
    ]);
    const line = { type: "line", unit: "m²", qty: 1 };
    await save(["d 1 10", "D.11.0", "D.110"].map((code) => ({ ...line, desc: code, code })));
    const { filled, notFound } = await org.ok("fill_bill_prices", { computoId });
    expect((filled as TestRecord[]).map(({ code, price }) => [code, price])).toEqual([
      ["d 1 10", 80],
      ["D.11.0", 95],
    ]);
    expect(notFound).toMatchObject([{ index: 2, code: "D.110" }]);
  });

  it("tells nothing of price books to who may not view them", async () => {
    const guest = await createGuest(org, project.id, "editor");
    const key = await org.keyWith("bills_of_quantities:edit");
    for (const who of [guest.key, key]) expect(briefly(await save([{ ...good, code: "A.01" }], who))).toEqual([]);
    const filled = await org.call("fill_bill_prices", { computoId }, key);
    expect([filled.status, filled.detail]).toEqual([403, expect.stringContaining("price_books:view")]);
    expect((await org.call("fill_bill_prices", { computoId }, guest.key)).status).toBe(403);
  });

  it("warns of a bill that lost most of its lines", async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ ...good, desc: `Voce ${n}` }));
    await save(many);
    const [warning] = (await save(many.slice(0, 3))).warnings as TestRecord[];
    expect(warning).toMatchObject({ code: "lines_lost", pointer: "/lines" });
    expect(warning?.detail).toContain("had 40 lines, and now has 3");
  });
});

describe("adding a section", () => {
  it("warns of its own lines, also of those that were added before", async () => {
    const add = (lines: object[]) => org.ok("add_bill_of_quantities_section", { computoId, title: "Scavi", lines });
    const { type: _, ...line } = good;
    expect(briefly(await add([line, { ...line, desc: "Getto", qty: 0 }]))).toEqual(["zero_quantity /lines/1/qty"]);
    expect(briefly(await add([line]))).toEqual(["repeated_line /lines/0"]);
  });
});

describe("drafting a quote", () => {
  it("carries the warnings of the bill", async () => {
    await save([
      { type: "section", title: "Scavi", children: [{ ...good, code: "A.01", prezzo: 13, price: undefined }] },
    ]);
    const quote = await org.ok("draft_quote_from_bill_of_quantities", { computoId });
    expect(quote).toMatchObject({ kind: "preventivo", total: 0, lineItems: [{ desc: "Scavo", qty: 10, price: 0 }] });
    expect(briefly(quote)).toEqual(["unknown_key /nodes/0/children/0/prezzo", "zero_price /nodes/0/children/0"]);
    await save([good]);
    expect((await org.ok("draft_quote_from_bill_of_quantities", { computoId })).warnings).toEqual([]);
  });
});

describe("fill_bill_prices", () => {
  const lines = [
    { type: "section", title: "Scavi", children: [{ ...good, code: "a 01", price: undefined, note: "x" }] },
    { ...good, desc: "Getto", code: "B.02", price: 0, unit: "mc" },
    { ...good, desc: "Getto a parte", code: "B.02", price: 99 },
    { ...good, desc: "Getto a superficie", code: "B.02", price: undefined, unit: "m²" },
    { ...good, desc: "Posa", code: "C.03", price: undefined, unit: "m²" },
    { ...good, desc: "Senza codice", price: undefined },
  ];
  const filled = [
    { index: 0, code: "a 01", price: 13.63, priceBook: "Listino dello studio" },
    { index: 1, code: "B.02", price: 155, priceBook: "Listino del cantiere" },
  ];

  it("shows what it would do, and then does it", async () => {
    const saved = await save(lines);
    const preview = await org.ok("fill_bill_prices", { computoId });
    expect(preview).toMatchObject({ filled, bill: { id: computoId, total: 136.3 + 1550 + 990 } });
    expect(preview.notFound).toEqual([
      { index: 3, code: "B.02", reason: '"Listino del cantiere" prices it by mc, the line is in m²' },
      { index: 4, code: "C.03", reason: "no price book that holds for the bill has this code" },
    ]);
    expect((preview.warnings as TestRecord[])[0]).toMatchObject({ code: "preview_only", pointer: "/preview" });
    expect(await org.ok("get_bill_of_quantities", { computoId })).toMatchObject({ nodes: saved.nodes, total: 990 });

    const done = await org.ok("fill_bill_prices", { computoId, preview: false });
    expect(done).toMatchObject({ filled, bill: { total: 2676.3 } });
    expect(briefly(done)).not.toContain("preview_only /preview");
    const [section, second] = await nodes();
    expect(section?.children).toEqual([
      {
        ...JSON.parse(JSON.stringify(lines[0]?.children?.[0])),
        price: 13.63,
        listPrice: 13.63017,
        priceBook: "Listino dello studio",
        computed: { index: 0, quantity: 10, unitPrice: 13.63, amount: 136.3 },
      },
    ]);
    expect(second).toMatchObject({ price: 155, computed: { amount: 1550 } });
    expect((await org.ok("fill_bill_prices", { computoId, preview: false })).filled).toEqual([]);
  });

  it("says which further prices the book has for a code and unit", async () => {
    const entry = { code: "F.01", description: "Siepe", unit: "m", price: 10 };
    await book("Doppioni", undefined, [entry, { ...entry, price: 12 }, { ...entry, unit: "m²", price: 30 }]);
    await book("Doppioni altrui", undefined, [{ ...entry, price: 0 }]);
    await save([{ type: "line", code: "F.01", unit: "m", qty: 1 }]);
    const { filled } = await org.ok("fill_bill_prices", { computoId });
    expect(filled).toEqual([{ index: 0, code: "F.01", price: 12, priceBook: "Doppioni", otherPrices: [10] }]);
  });

  it("takes the very code of a book before one that only looks alike", async () => {
    const entry = { description: "Siepe", unit: "m" };
    await book("Maiuscole", undefined, [
      { ...entry, code: "G1", price: 10 },
      { ...entry, code: "g1", price: 20 },
    ]);
    const line = { type: "line", unit: "m", qty: 1 };
    const codes = ["G1", "g1", "G1."];
    const saved = await save(codes.slice(0, 2).map((code) => ({ ...line, code })));
    expect((saved.warnings as TestRecord[]).slice(0, 2).map(({ suggestion }) => suggestion)).toEqual([
      expect.stringContaining("G1 costs 10 euro"),
      expect.stringContaining("g1 costs 20 euro"),
    ]);
    await save(codes.map((code) => ({ ...line, code })));
    const { filled } = await org.ok("fill_bill_prices", { computoId });
    expect(filled).toMatchObject([{ price: 10 }, { price: 20 }, { price: expect.any(Number) }]);
    expect((filled as TestRecord[]).map(({ otherPrices }) => otherPrices?.length)).toEqual([undefined, undefined, 1]);
  });

  it("brings the shares of labour and safety along, where the line has none", async () => {
    await book("Con manodopera", undefined, [
      { code: "E.01", description: "Muro", unit: "m²", price: 50, labourPct: 40.5, safetyPct: 2 },
    ]);
    const line = { type: "line", code: "E.01", unit: "m²", qty: 10 };
    await save([line, { ...line, labourPct: 0 }]);
    const shown = [
      { price: 50, labourPct: 40.5, safetyPct: 2 },
      { price: 50, labourPct: 0, safetyPct: 2 },
    ];
    for (const preview of [true, false])
      expect((await org.ok("fill_bill_prices", { computoId, preview })).bill).toMatchObject({
        nodes: shown,
        computed: { labour: 202.5 },
      });
    expect(await nodes()).toMatchObject(shown);
  });

  it("looks into one book only where it is named", async () => {
    await save(lines);
    const books = (await org.ok<{ items: TestRecord[] }>("list_price_books")).items;
    const [studio, other] = ["Listino dello studio", "Di un altro cantiere"].map((each) =>
      books.find(({ name }) => name === each),
    );
    const one = await org.ok("fill_bill_prices", { computoId, bookId: studio?.id });
    expect(one.filled).toMatchObject([{ price: 13.63 }, { price: 140, priceBook: "Listino dello studio" }]);
    expect((await org.call("fill_bill_prices", { computoId, bookId: other?.id })).status).toBe(422);
  });
});
