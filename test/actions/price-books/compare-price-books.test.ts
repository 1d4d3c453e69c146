import { expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createPriceBook, organization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

type Entry = [code: string | undefined, price: number, description?: string, unit?: string];

async function bookOf(...entries: Entry[]): Promise<string> {
  const rows = entries.map(([code, price, description = `Voce ${code}`, unit = "m²"]) => ({
    code,
    description,
    unit,
    price,
  }));
  const { id: bookId } = await createPriceBook(org, { name: "Prezzario" }, rows);
  return bookId;
}
const compare = (bookId: string, otherBookId: string, cursor?: string) =>
  org.ok<TestRecord>("compare_price_books", { bookId, otherBookId, ...(cursor ? { cursor } : {}) });

it("tells what is gone, what is new, and what has another price, by how much", async () => {
  const older = await bookOf(["A.1", 10], ["A.2", 20], ["A.3", 0], ["B.1", 5.5]);
  const newer = await bookOf(["A.1", 12.345], ["A.3", 7], ["B.1", 5.5], ["C.1", 9]);
  expect(await compare(older, newer)).toEqual({
    counts: { gone: 1, new: 1, changed: 2, same: 1 },
    gone: [{ code: "A.2", description: "Voce A.2", unit: "m²", price: 20 }],
    new: [{ code: "C.1", description: "Voce C.1", unit: "m²", price: 9 }],
    changed: [
      { code: "A.1", description: "Voce A.1", unit: "m²", from: 10, to: 12.345, pct: 23.45 },
      { code: "A.3", description: "Voce A.3", unit: "m²", from: 0, to: 7, pct: null },
    ],
    nextCursor: null,
  });
});

it("shows a price for another unit as changed, with both units and no share, whatever the figures", async () => {
  const older = await bookOf(["A.1", 45, "Inerti", "mc"], ["A.2", 50, "Sabbia", "mc"], ["A.3", 9, "Rete", "mq"]);
  const newer = await bookOf(["A.1", 50, "Inerti", "t"], ["A.2", 50, "Sabbia", "t"], ["A.3", 9, "Rete", "m²"]);
  const { counts, changed } = await compare(older, newer);
  expect(counts).toEqual({ gone: 0, new: 0, changed: 2, same: 1 });
  expect(changed).toEqual([
    { code: "A.1", description: "Inerti", unit: "t", fromUnit: "mc", from: 45, to: 50, pct: null },
    { code: "A.2", description: "Sabbia", unit: "t", fromUnit: "mc", from: 50, to: 50, pct: null },
  ]);
});

it("tells one unit in two notations from a multiple of it, and compares prices where a unit is missing", async () => {
  const older = await bookOf(["A.1", 5, "Nolo", "m²/mese"], ["A.2", 1.5, "Ferro", "kg"], ["A.3", 9, "Rete", "mq"]);
  const newer = await bookOf(
    ["A.1", 5, "Nolo", "mq al mese"],
    ["A.2", 150, "Ferro", "100 kg"],
    ["A.3", 9, "Rete", "mq"],
  );
  // As an import leaves it where the list has none.
  await api.pool.query(
    "update price_book_entry set unit = '' where organization_id = $1 and book_id = $2 and code = 'A.3'",
    [org.organizationId, newer],
  );
  const { counts, changed } = await compare(older, newer);
  expect(counts).toEqual({ gone: 0, new: 0, changed: 1, same: 2 });
  expect(changed).toMatchObject([{ code: "A.2", unit: "100 kg", fromUnit: "kg", pct: null }]);
});

it("finds no difference between a book and itself", async () => {
  const book = await bookOf(["A.1", 10], ["A.1", 11], [undefined, 3, "Senza codice"]);
  expect(await compare(book, book)).toMatchObject({ counts: { gone: 0, new: 0, changed: 0, same: 3 }, changed: [] });
});

it("compares the entries of one code in their order, and those without a code by their texts", async () => {
  const older = await bookOf(["A.1", 10], ["A.1", 11], [undefined, 3, "Fornitura"], [undefined, 4, "Posa"]);
  const newer = await bookOf(["A.1", 10], ["A.1", 22], ["A.1", 33], [undefined, 5, "Posa"]);
  const { counts, changed, gone } = await compare(older, newer);
  expect(counts).toEqual({ gone: 1, new: 1, changed: 2, same: 1 });
  expect(changed).toMatchObject([
    { code: "A.1", from: 11, to: 22, pct: 100 },
    { code: null, description: "Posa", from: 4, to: 5, pct: 25 },
  ]);
  expect(gone).toMatchObject([{ code: null, description: "Fornitura" }]);
});

it("comes in pages of 200, each difference once", async () => {
  const many = (from: number, to: number, price: number): Entry[] =>
    Array.from({ length: to - from }, (_, n) => [`P.${String(from + n).padStart(4, "0")}`, price]);
  const older = await bookOf(...many(0, 450, 1));
  const newer = await bookOf(...many(50, 500, 2));
  const codes: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await compare(older, newer, cursor);
    expect(page.counts).toEqual({ gone: 50, new: 50, changed: 400, same: 0 });
    const items: TestRecord[] = [...page.gone, ...page.new, ...page.changed];
    sizes.push(items.length);
    codes.push(...items.map(({ code }) => code as string));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(sizes).toEqual([200, 200, 100]);
  expect(new Set(codes).size).toBe(500);
});

it("refuses a cursor that no page gave", async () => {
  const book = await bookOf(["A.1", 10]);
  for (const cursor of ["x", "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const answer = await org.call("compare_price_books", { bookId: book, otherBookId: book, cursor });
    expect(answer.status).toBe(400);
  }
});

it("compares editions of a regional list without the edition that most of their codes begin with", async () => {
  const editionOf = async (year: number, ...entries: Entry[]) => {
    const bookId = await bookOf(...entries);
    await org.ok("update_price_book", { bookId, year });
    return bookId;
  };
  const older = await editionOf(2025, ["TOS25_01.A", 10], ["TOS25_01.B", 20], ["TOS25_01.C", 30]);
  const newer = await editionOf(2026, ["TOS26_01.A", 10], ["TOS26_01.B", 22], ["TOS26_01.D", 40]);
  const { counts, changed } = await compare(older, newer);
  expect(counts).toEqual({ gone: 1, new: 1, changed: 1, same: 1 });
  expect(changed).toMatchObject([{ code: "TOS26_01.B", from: 20, to: 22, pct: 10 }]);
  const own = await editionOf(
    2026,
    ["TOS26_01.A", 10],
    ["TOS26_01.C", 33],
    ["NP.01", 5],
    ["Z.9", 1],
    ["TOS26_01.D", 4],
  );
  expect((await compare(older, own)).counts).toEqual({ gone: 1, new: 3, changed: 1, same: 1 });
  expect((await compare(own, older)).gone.map(({ code }: TestRecord) => code)).toEqual(["NP.01", "TOS26_01.D", "Z.9"]);
  // An own work with the code of another one but for the edition, and put in before it.
  const alike = await editionOf(2026, ["01.A", 99], ["TOS26_01.A", 10], ["TOS26_01.B", 20], ["TOS26_01.C", 30]);
  expect((await compare(older, alike)).counts).toEqual({ gone: 0, new: 1, changed: 0, same: 3 });
  const mixed = await editionOf(2026, ["TOS26_01.A", 10], ["NP.01", 5]);
  expect((await compare(older, mixed)).counts).toEqual({ gone: 3, new: 2, changed: 0, same: 0 });
});
