import { beforeAll, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { deletions } from "../../support/deletions.js";
import { createBill, createGuest, createPriceBook, createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let projectId: string;
let bookId: string;

beforeAll(async () => {
  projectId = (await createProject(org)).id;
  const entries = [
    { code: "A.1", description: "Muratura", unit: "m²", price: 13.63017 },
    { code: "A.2", description: "Intonaco", unit: "m²", price: 20 },
    { code: "A.3", description: "Scavo", unit: "m³", price: 9 },
    { code: "A.4", description: "Titolo", unit: "m²", price: 0 },
  ];
  bookId = (await createPriceBook(org, { name: "Toscana 2026", year: 2026 }, entries)).id;
});

const line = (code: string | undefined, fields: object = {}) => ({
  type: "line",
  desc: "x",
  unit: "mq",
  qty: 2,
  code,
  ...fields,
});

async function billOf(...lines: object[]): Promise<string> {
  const { id: computoId } = await createBill(org, { projectId, name: "Computo" }, lines);
  return computoId;
}
const reprice = (computoId: string, fields: object = {}, key?: string) =>
  org.call("reprice_bill_of_quantities", { computoId, bookId, ...fields }, key);

it("writes the list price and the book, and the price where it was the old list price or absent", async () => {
  const computoId = await billOf(
    line("A.1", { listPrice: 12.62517, price: 12.63, priceBook: "Toscana 2025" }),
    { type: "section", title: "Opere", children: [line("A.2", { listPrice: 18, price: 15 }), line("A.2")] },
    line("A.2", { price: 17 }),
    line("A.2", { listPrice: 20, price: 20 }),
  );
  const preview = (await reprice(computoId)).result;
  expect(preview.changes).toEqual([
    { index: 0, code: "A.1", from: 12.62517, to: 13.63017 },
    { index: 1, code: "A.2", from: 18, to: 20 },
    { index: 2, code: "A.2", from: null, to: 20 },
    { index: 3, code: "A.2", from: 17, to: 20 },
  ]);
  expect(preview.notFound).toEqual([]);
  expect(preview.warnings).toContainEqual(expect.objectContaining({ code: "preview_only" }));
  const untouched = await org.ok("get_bill_of_quantities", { computoId });
  expect(untouched.nodes[0]).toMatchObject({ price: 12.63, priceBook: "Toscana 2025" });
  const { bill } = (await reprice(computoId, { preview: false })).result as {
    bill: { nodes: object[]; total: number };
  };
  expect(bill.nodes).toMatchObject([
    { price: 13.63, listPrice: 13.63017, priceBook: "Toscana 2026" },
    {
      children: [
        { price: 15, listPrice: 20, priceBook: "Toscana 2026" },
        { price: 20, listPrice: 20 },
      ],
    },
    { price: 17, listPrice: 20 },
    { price: 20, listPrice: 20, priceBook: "Toscana 2026" },
  ]);
  expect(bill.total).toBe(2 * (13.63 + 15 + 20 + 17 + 20));
  expect((await org.ok("get_bill_of_quantities", { computoId })).total).toBe(bill.total);
});

it("rounds no price of a line that has the book's list price already", async () => {
  const computoId = await billOf(
    line("A.1", { listPrice: 13.63017 }),
    line("A.1", { listPrice: 13.63017, price: 13.63017 }),
  );
  const { bill, changes } = (await reprice(computoId)).result as {
    bill: { total: number; nodes: object[] };
    changes: object[];
  };
  expect(changes).toEqual([]);
  expect(bill.total).toBe((await org.ok("get_bill_of_quantities", { computoId })).total);
  expect(bill.nodes).toMatchObject([{ price: 13.63017 }, { price: 13.63017 }]);
});

it("leaves lines whose code the book hasn't, has for another unit, or has without a price, and says why", async () => {
  const before = { listPrice: 5, price: 5 };
  const computoId = await billOf(
    line("Z.9", before),
    line("A.3", before),
    line("A.4", before),
    line(undefined, before),
  );
  const { bill, changes, notFound } = (await reprice(computoId, { preview: false })).result as {
    bill: { nodes: object[] };
    changes: object[];
    notFound: object[];
  };
  expect(changes).toEqual([]);
  expect(notFound).toEqual([
    { index: 0, code: "Z.9", reason: `"Toscana 2026" doesn't have this code` },
    { index: 1, code: "A.3", reason: expect.stringContaining("m³") },
    { index: 2, code: "A.4", reason: expect.stringContaining("0") },
  ]);
  expect(bill.nodes).toMatchObject([before, before, before, before]);
});

it("takes the prices of the book that is named, where another has the code too", async () => {
  const { id: newer } = await createPriceBook(org, { name: "Toscana 2027", year: 2027 }, [
    { code: "A.2", description: "Intonaco", unit: "m²", price: 30 },
  ]);
  const computoId = await billOf(line("A.2"));
  const totals = [await reprice(computoId), await reprice(computoId, { bookId: newer })];
  expect(totals.map(({ result }) => (result.bill as { total: number }).total)).toEqual([40, 60]);
});

it("counts quantities with the decimals that the bill has", async () => {
  const computoId = await billOf(line("A.2", { measurements: [{ length: 1.2345 }] }));
  await api.pool.query("update bill_of_quantities set quantity_decimals = 3 where id = $1", [computoId]);
  expect((await reprice(computoId)).result.bill).toMatchObject({ total: 24.7 });
});

it("makes the quotes' links to changed lines stale", async () => {
  const computoId = await billOf(line("A.2", { listPrice: 18, price: 18 }));
  const { id: docId } = await org.ok("create_document", { kind: "preventivo", title: "Offerta", projectId });
  await org.ok("link_quote_line", { computoId, docId, computoLineIndex: 0, docLineIndex: null });
  await reprice(computoId);
  const stale = async () => (await org.ok("get_bill_of_quantities", { computoId })).links[0].stale;
  expect(await stale()).toBe(false);
  await reprice(computoId, { preview: false });
  expect(await stale()).toBe(true);
});

it("refuses another project's book, and who may not see price books or edit bills", async () => {
  const computoId = await billOf(line("A.1"));
  const other = await createProject(org);
  const { id } = await org.ok("create_price_book", { name: "Altro", projectId: other.id });
  expect((await reprice(computoId, { bookId: id })).status).toBe(422);
  expect((await reprice(computoId, {}, await org.keyWith("bills_of_quantities:edit"))).status).toBe(403);
  expect((await reprice(computoId, {}, await org.keyWith("price_books:view"))).status).toBe(403);
  const guest = await createGuest(org, projectId, "editor");
  expect((await reprice(computoId, {}, guest.key)).status).toBe(403);
});

it("finds a work by the code that it has in the book's edition of the regional list, which the line takes", async () => {
  const editionOf = async (year: number, codes: string[], said: number | null = 2000 + year) => {
    const entries = codes.map((code, at) => ({ code, description: "Muratura", unit: "m²", price: year + at }));
    const { id } = await createPriceBook(org, { name: `Toscana ${year}`, ...(said ? { year: said } : {}) }, entries);
    return id;
  };
  // The organization's own works, put into it beside the region's, don't make it another list.
  const later = await editionOf(26, ["TOS26_01.A1", "TOS26_01.A2", "TOS26_01.A3", "NP.01", "Z.1"]);
  const computoId = await billOf(
    line("TOS25_01.A1", { listPrice: 25, price: 25 }),
    line("TOS25_01.A9", { price: 7 }),
    line("LOM251.01.A1", { price: 7 }),
    line("NP.02", { price: 7 }),
  );
  const { changes, notFound, bill } = (await reprice(computoId, { bookId: later, preview: false })).result;
  expect(changes).toEqual([{ index: 0, code: "TOS25_01.A1", newCode: "TOS26_01.A1", from: 25, to: 26 }]);
  expect(notFound).toMatchObject([{ index: 1 }, { index: 2 }, { index: 3, code: "NP.02" }]);
  expect((bill as { nodes: object[] }).nodes[0]).toMatchObject({ code: "TOS26_01.A1", price: 26, listPrice: 26 });
  const earlier = await editionOf(25, ["TOS25_01.A1"]);
  await reprice(computoId, { bookId: earlier, preview: false });
  expect((await org.ok("get_bill_of_quantities", { computoId })).nodes[0]).toMatchObject({
    code: "TOS25_01.A1",
    price: 25,
  });
  for (const other of [await editionOf(26, ["TOS26_01.A1"], null), await editionOf(26, ["TOS26_01.A1", "X.1"])])
    expect((await reprice(computoId, { bookId: other })).result.changes).toEqual([]);
});

it("keeps the former prices, which come back, and then the new ones", async () => {
  const computoId = await billOf(
    line("A.1", { price: 3 }),
    line("A.2", { listPrice: 18, price: 15, priceBook: "Di prima" }),
  );
  const nodesNow = async () => (await org.ok("get_bill_of_quantities", { computoId })).nodes;
  const keptOf = async () => (await deletions(org, "bill")).filter(({ id }) => id === computoId);
  const before = await nodesNow();
  await reprice(computoId);
  expect(await keptOf()).toEqual([]);
  await reprice(computoId, { preview: false });
  const repriced = await nodesNow();
  await reprice(computoId, { preview: false });
  const [kept, ...others] = await keptOf();
  expect(others).toEqual([]);
  expect(kept?.title).toMatch(/^Computo: 2 voci prima dell'aggiornamento dei prezzi delle ore \d\d:\d\d$/);
  await org.ok("restore_record", { deletionId: kept?.deletionId });
  expect(await nodesNow()).toEqual(before);
  await org.ok("restore_record", { deletionId: (await keptOf())[0]?.deletionId });
  expect(await nodesNow()).toEqual(repriced);
});

it("says which further prices the book has for a code and unit", async () => {
  const entry = { code: "D.1", description: "Siepe", unit: "m", price: 7.576 };
  const entries = [entry, { ...entry, price: 9 }, { ...entry, unit: "m²", price: 30 }];
  const { id: twice } = await createPriceBook(org, { name: "Doppioni" }, entries);
  const old = { listPrice: 7, price: 7 };
  const computoId = await billOf(line("D.1", { unit: "m", ...old }), line("D.1", { unit: "", ...old }));
  const { changes } = await org.ok("reprice_bill_of_quantities", { computoId, bookId: twice });
  expect(changes).toEqual([
    { index: 0, code: "D.1", from: 7, to: 9, otherPrices: [7.58] },
    { index: 1, code: "D.1", from: 7, to: 30, otherPrices: [9, 7.58] },
  ]);
});

it("says which shares of labour are not the book's, since they stay", async () => {
  const entry = { description: "Muro", unit: "m²", price: 50, labourPct: 42 };
  const entries = ["L.1", "L.2", "L.3", "L.4"].map((code) => ({ ...entry, code }));
  const { id: edition } = await createPriceBook(org, { name: "Edizione nuova" }, entries);
  const old = { unit: "m²", listPrice: 48, price: 48 };
  const computoId = await billOf(
    line("L.1", { ...old, labourPct: 40 }),
    line("L.2", { ...old, labourPct: 42 }),
    line("L.3", { ...old, price: 45, labourPct: 40 }),
    line("L.4", old),
  );
  const { bill, warnings } = await org.ok("reprice_bill_of_quantities", { computoId, bookId: edition, preview: false });
  expect(bill.nodes.map(({ labourPct }: { labourPct?: number }) => labourPct)).toEqual([40, 42, 40, undefined]);
  const [warning] = warnings.filter(({ code }: { code: string }) => code === "labour_differs");
  expect(warning.detail).toContain("differ from the book's: line 0: 40, in the book 42.");
});

it("names the lines whose price stays beside another list price, as those of an imported bill do", async () => {
  const computoId = await billOf(
    line("A.2", { listPrice: 18, price: 18 }),
    line("A.2", { price: 17 }),
    line("A.2", { listPrice: 18, price: 15 }),
    line("A.2", { price: 20 }),
    line("A.2", { listPrice: 20, price: 16 }),
  );
  const keptIn = ({ result: { warnings } }: Awaited<ReturnType<typeof reprice>>) =>
    (warnings as { code: string; detail: string }[]).filter(({ code }) => code === "price_kept");
  const [warning, ...more] = keptIn(await reprice(computoId));
  expect(warning?.detail).toContain("line 1: 17, in the book 20; line 2: 15, in the book 20.");
  expect(more).toEqual([]);
  await reprice(computoId, { preview: false });
  expect(keptIn(await reprice(computoId))).toEqual([]);
});

it("has prices of a file follow once the bill was repriced with the book that they are of", async () => {
  const entry = { description: "Intonaco", unit: "m²", price: 17.004 };
  const { id: old } = await createPriceBook(org, { name: "Toscana 2025" }, [{ code: "A.2", ...entry }]);
  const computoId = await billOf(line("A.2", { price: 17 }), line("A.2", { price: 15 }));
  for (const book of [bookId, old, bookId]) await reprice(computoId, { bookId: book, preview: false });
  const { nodes } = await org.ok("get_bill_of_quantities", { computoId });
  expect(nodes.map(({ price }: { price: number }) => price)).toEqual([20, 15]);
});
