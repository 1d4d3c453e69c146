import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { activitiesWithoutListThreads } from "../../support/activities.js";
import { auditOf } from "../../support/audit.js";
import { createGuest, createPriceBook, organization, type TestRecord, unknownId } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { type ListRow, listOf, uploadList } from "../../support/price-list.js";
import { startWorkingApi } from "../../support/working-api.js";

const api = forAllTests(() => startWorkingApi({}, undefined, activitiesWithoutListThreads));
const org = forAllTests(() => organization(api, "Studio Rossi"));

const rows: ListRow[] = [
  { code: "A.01", text: "Muratura in laterizio", price: "41.50" },
  { code: "A.02", text: "Intonaco civile", price: "18.20" },
  { code: "B.01", text: "Scavo a sezione", unit: "mc", price: "1.234.567" },
];
const byLexeme = (a: { lexeme: string }, b: { lexeme: string }) => (a.lexeme < b.lexeme ? -1 : 1);
const imported = async (content: string, fields: object = {}) =>
  org.ok("import_price_book", { fileId: await uploadList(api, org, content), ...fields });
/** What these rows became, for tests that change nothing of it. */
let usual: ReturnType<typeof imported> | undefined;
const usuallyImported = () => {
  usual ??= imported(listOf(rows));
  return usual;
};

it("reads a list into a new book that is called as its file", async () => {
  const { book, workflowId, report } = await usuallyImported();
  expect(workflowId).toMatch(/^import-price-book:/);
  expect(book).toMatchObject({ name: "Prezzario Lazio 2023", projectId: null });
  expect(report).toMatchObject({ status: "done", written: 3, warnings: [], warningCount: 0, error: null });
  const read = await org.ok("get_price_book", { bookId: book.id });
  expect(read.import).toEqual(report);
  expect(read.entries).toMatchObject([
    {
      code: "A.01",
      description: "OPERE\nMuratura in laterizio",
      unit: "mq",
      price: 41.5,
      chapter: "OPERE",
      labourPct: 40.5,
    },
    { code: "A.02", price: 18.2 },
    { code: "B.01", unit: "mc", price: 1234.567 },
  ]);
  const { entries } = await org.ok<{ entries: TestRecord[] }>("search_price_book", { query: "scavo m³" });
  expect(entries[0]).toMatchObject({ code: "B.01", bookName: "Prezzario Lazio 2023" });
});

it("warns of a list that was imported into another book, whoever may view that, and not into the book itself", async () => {
  const content = listOf([{ code: "Z.01", text: "Ponteggio", price: "9.80" }]);
  const { book, warnings } = await imported(content);
  expect(warnings).toBeUndefined();
  const again = await imported(content);
  expect(again.warnings).toEqual([
    { code: "duplicate", pointer: "/fileId", detail: expect.stringContaining(book.id), suggestion: expect.any(String) },
  ]);
  expect((await imported(content, { bookId: book.id })).warnings).toBeUndefined();
  const fileId = await uploadList(api, org, content);
  const key = await org.keyWith("price_books:edit", "documents:view");
  expect((await org.ok("import_price_book", { fileId }, key)).warnings).toBeUndefined();
});

it("neither tells another organization of it nor counts the imports of one for another's", async () => {
  await usuallyImported();
  const [busy, other] = [await organization(api), await organization(api)];
  const fileId = await uploadList(api, busy, listOf(rows));
  const books = await Promise.all(Array.from({ length: 10 }, (_, n) => busy.ok("create_price_book", { name: `${n}` })));
  await api.pool.query(
    `insert into price_book_import (organization_id, id, created_at, book_id, file_id, status)
     select $1, id, now(), id, $3, 'running' from unnest($2::uuid[]) id`,
    [busy.organizationId, books.map(({ id }) => id), fileId],
  );
  expect((await busy.call("import_price_book", { fileId })).status).toBe(429);
  const theirs = await other.ok("import_price_book", { fileId: await uploadList(api, other, listOf(rows)) });
  expect([theirs.report.status, theirs.warnings]).toEqual(["done", undefined]);
});

it("names the codes whose entries have different prices, and keeps all of these", async () => {
  const [first, second] = rows as [ListRow, ListRow];
  const { report } = await imported(listOf([first, second, { ...first, price: "45" }, second]));
  expect(report).toMatchObject({ written: 4, warningCount: 1 });
  expect(report.warnings).toEqual([
    {
      code: "several_prices",
      place: "A.01",
      detail: "2 entries have this code, with prices from 41.5 to 45 euro; all are kept.",
    },
  ]);
});

it("ends when its entries are written, not when their writing begins", async () => {
  const { book } = await usuallyImported();
  const later = `select bool_and(i.ended_at > e.created_at) as "isLater" from price_book_import i
    join price_book_entry e using (organization_id, book_id) where organization_id = $1 and book_id = $2`;
  expect((await api.pool.query(later, [org.organizationId, book.id])).rows).toEqual([{ isLater: true }]);
});

it("calls the book what the list calls itself, where nobody has named it", async () => {
  const detail = '<dettaglio anno="2025" area="Provincia di Latina"/>';
  const title = { name: "Regione Lazio 2025, Provincia di Latina", source: "Regione Lazio, Latina", year: 2025 };
  expect((await imported(listOf(rows, detail))).book).toMatchObject(title);
  expect((await imported(listOf(rows, detail), { name: "Mio" })).book).toMatchObject({ ...title, name: "Mio" });
});

it("calls the book as its file is called where the list's own name can't be seen", async () => {
  const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url), "utf8");
  const unseen = sample.replace(/<Oggetto>[^<]*/, "<Oggetto>\u034f \u200b");
  expect((await imported(unseen)).book.name).toBe("Prezzario Lazio 2023");
});

it("takes the name, source and year that are given", async () => {
  const given = { name: "Lazio", source: "Regione Lazio", year: 2023 };
  expect((await imported(listOf(rows), given)).book).toMatchObject(given);
});

it("replaces by code in an existing book, and doubles nothing", async () => {
  const own = { code: "NP.1", description: "Voce propria", unit: "cad", price: 7 };
  const old = { code: "A.02", description: "Intonaco", unit: "mq", price: 15, notes: "nostra nota" };
  const { id: bookId } = await createPriceBook(org, { name: "Studio" }, [own, old]);
  for (let n = 0; n < 2; n++) expect((await imported(listOf(rows), { bookId })).report).toMatchObject({ written: 3 });
  const { entries, entryCount } = await org.ok("get_price_book", { bookId });
  expect(entryCount).toBe(4);
  expect(entries[0]).toMatchObject(own);
  expect(entries[1]).toMatchObject({
    code: "A.02",
    description: "OPERE\nIntonaco civile",
    price: 18.2,
    notes: "nostra nota",
  });
  const counted = `select lexeme, count(*)::int as entries from price_book_entry, unnest(array_append(tsvector_to_array(search), '')) lexeme
    where organization_id = $1 group by 1 order by 1`;
  const kept = "select lexeme, entries::int from search_word where organization_id = $1 and area = 'prices' order by 1";
  const [there, words] = await Promise.all([counted, kept].map((sql) => api.pool.query(sql, [org.organizationId])));
  expect(words?.rows.length).toBeGreaterThan(15);
  expect(words?.rows.sort(byLexeme)).toEqual(there?.rows.sort(byLexeme));
});

it("keeps several entries of one code, each in its place", async () => {
  const twice = [rows[0] as ListRow, { ...(rows[0] as ListRow), text: "Muratura in tufo", price: "39" }];
  const { book } = await imported(listOf(twice));
  await imported(listOf([twice[0] as ListRow, { ...(twice[1] as ListRow), price: "40" }]), { bookId: book.id });
  const { entries } = await org.ok("get_price_book", { bookId: book.id });
  expect(entries).toMatchObject([{ price: 41.5 }, { description: "OPERE\nMuratura in tufo", price: 40 }]);
});

it("finds entries without a code by their words, keeps their category, and leaves what is the same untouched", async () => {
  const own = [
    { description: "Operaio comune", unit: "h", price: 31 },
    { description: "Operaio qualificato", unit: "h", price: 35, category: "Manodopera" },
  ];
  const { id: bookId } = await createPriceBook(org, { name: "Economie" }, own);
  const stored = "select id, price::float8, category, xmin::text from price_book_entry where book_id = $1 order by id";
  const [common, skilled] = (await api.pool.query(stored, [bookId])).rows;
  const list = "Descrizione;U.M.;Prezzo\nOperaio qualificato;h;36,5\nOperaio comune;h;31\n";
  const fileId = await uploadList(api, org, list, { name: "economie.csv" });
  expect((await org.ok("import_price_book", { fileId, bookId })).report).toMatchObject({ status: "done", written: 2 });
  const changed = { ...skilled, price: 36.5, xmin: expect.not.stringMatching(`^${skilled.xmin}$`) };
  expect((await api.pool.query(stored, [bookId])).rows).toEqual([common, changed]);
});

it("ends a list without any price as failed, in words, and keeps the book for another try", async () => {
  const { book, report } = await imported(listOf([{ code: "A", text: "Solo testo", price: "" }]));
  expect(report).toMatchObject({ status: "failed", written: 0, error: expect.stringMatching(/\w{4,}/) });
  expect((await org.ok("get_price_book", { bookId: book.id })).import).toEqual(report);
  expect((await imported(listOf(rows), { bookId: book.id })).report).toMatchObject({ status: "done" });
});

it("refuses at once what its first bytes tell to be no list", async () => {
  const fileId = await uploadList(api, org, "%PDF-1.7\n");
  const refused = await org.call("import_price_book", { fileId });
  expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining("XML")]);
});

it("refuses unknown files and books, those of others, and callers who may not edit price books", async () => {
  const other = await organization(api, "Studio Bianchi");
  const fileId = await uploadList(api, org, listOf(rows));
  const foreign = await org.ok("create_price_book", { name: "x" });
  for (const [caller, body] of [
    [org, { fileId: unknownId }],
    [org, { fileId, bookId: unknownId }],
    [other, { fileId }],
    [other, { fileId: await uploadList(api, org, listOf(rows), { key: other.key }), bookId: foreign.id }],
  ] as const)
    expect((await caller.call("import_price_book", body)).status).toBe(404);
  const { id: projectId } = await org.ok("create_project", { name: "Villa" });
  const guest = await createGuest(org, projectId, "editor");
  for (const key of [guest.key, await org.keyWith("price_books:view", "documents:view")])
    expect((await org.call("import_price_book", { fileId }, key)).status).toBe(403);
});

it("tells the audit log who asked for it, and what was added", async () => {
  const { book } = await usuallyImported();
  const added = { record: "price_book", op: "update", after: { entriesAdded: 3 } };
  expect(await auditOf(api, book.id)).toMatchObject([
    { action: "import_price_book", via: "rest", changes: [{ record: "price_book", op: "create" }] },
    { action: "import_price_book", via: "workflow", changes: [{ after: { source: "Regione Lazio" } }, added] },
  ]);
});

it("takes the columns of a table by their letters and headings, and refuses others with the names of all", async () => {
  const fileId = await uploadList(api, org, "Sigla;Cosa;Misure;Valore\nX1;Muro;mq;12,5\n");
  const columns = { code: "A", description: "cosa", unit: "C", price: "Valore" };
  const { book, report } = await org.ok("import_price_book", { fileId, columns });
  expect(report).toMatchObject({ status: "done", written: 1, warnings: [] });
  const { entries } = await org.ok("get_price_book", { bookId: book.id });
  expect(entries).toMatchObject([{ code: "X1", description: "Muro", unit: "mq", price: 12.5 }]);
  const refused = await org.call("import_price_book", { fileId, columns: { ...columns, prezzo: "D" } });
  const detail = expect.stringMatching(/these are: code, .*year$/);
  expect([refused.status, refused.errors]).toEqual([400, [{ pointer: "/columns/prezzo", detail }]]);
});

it("fails with the headings that there are where columns name another", async () => {
  const fileId = await uploadList(api, org, "Sigla;Cosa;Misure;Valore\nX1;Muro;mq;12,5\n");
  const { report } = await org.ok("import_price_book", { fileId, columns: { description: "Cosa", price: "Prezzo" } });
  expect(report).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/headings: sigla, cosa, misure, valore/),
  });
});
