import { beforeAll, describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { createPriceBook, organization, type TestOrganization, type TestRecord } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { entries } from "./entries.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
let bookId: string;

const search = async (body: object): Promise<TestRecord[]> =>
  (await org.ok<{ entries: TestRecord[] }>("search_price_book", body)).entries;
const codes = async (query: string): Promise<string[]> => (await search({ query })).map(({ code }) => code as string);

beforeAll(async () => {
  bookId = (await createPriceBook(org, { name: "Prezzari", year: 2025 }, entries)).id;
});

describe("search_price_book finds the entry first", () => {
  it.each([
    ["a word of another form", "murature carotaggi", "CAM24_A00.020.200.B"],
    ["a missing accent", "velocita flusso", "08.P25.F83.010"],
    ["an accent written as an apostrophe", "cavità circolari DN 1200", "08.P25.F82.025"],
    ["the beginning of a word", "colorimetr", "CAM24_A00.010.105.A"],
    ["the inside of a word", "struzzo", "NP.001"],
    ["the inside of a word that ends within its ending", "permeabilizzazio", "NP.001"],
    ["a letter left out", "calcestruzo", "NP.001"],
    ["two letters swapped", "clacestruzzo", "NP.001"],
    ["a wrong letter in the first place", "xalcestruzzo", "NP.001"],
    ["a wrong letter in the ending", "impermeabilizzaziome", "NP.001"],
    ["a typo in an ending that stems lose", "miglioramneto DN 1200", "08.P25.F82.025"],
    ["a word of the category", "fognature semisferica", "08.P25.F83.010"],
    ["a word of the notes", "casseforme", "NP.001"],
    ["a unit with a raised digit", "calcestruzzo m3", "NP.001"],
    ["a unit in another notation", "stratificata mc", "PUG2026/01.E01.001.007"],
    ["a unit of one letter at the end", "carotaggio m", "CAM24_A00.020.200.B"],
    ["a unit of two words", "sondaggi a corpo", "TOS25_18.W01.001.002"],
    ["a class of concrete", "C25/30", "NP.001"],
    ["a whole code", "PUG2026/01.E01.001.007", "PUG2026/01.E01.001.007"],
    ["a code without what divides it", "08p25f82025", "08.P25.F82.025"],
    ["the beginning of a code", "TOS25_18.W", "TOS25_18.W01.001.002"],
    ["a code without the list's prefix", "01.E01.001.007", "PUG2026/01.E01.001.007"],
    ["one unknown word among known ones", "carotaggio qwxyz", "CAM24_A00.020.200.B"],
    ["words that no single entry has", "scavo argilla carotaggio", "PUG2026/01.E01.001.001"],
  ])("by %s", async (_, query, code) => {
    expect((await codes(query))[0]).toBe(code);
  });
});

it("search_price_book shows a work of two editions as the newer has it first, by words and by code, however few are asked for", async () => {
  const own = await organization(api);
  const years: Record<string, number | undefined> = {};
  for (const year of [undefined, 2026, 2024, 2025]) {
    const { id } = await own.ok("create_price_book", { name: `Prezzario ${year}`, year });
    years[id] = year;
    const entry = (code: string, description: string) => ({ code, description, unit: "m²", price: 20 });
    await own.ok("add_price_book_entries", {
      bookId: id,
      entries: [entry("A.01.1", "Intonaco civile"), entry("A.01.2", "Intonaco deumidificante")],
    });
  }
  const found = async (query: string, limit: number) =>
    (await own.ok<{ entries: TestRecord[] }>("search_price_book", { query, limit })).entries.map(
      ({ code, bookId }) => `${code} ${years[bookId as string]}`,
    );
  for (const [query, code] of [
    ["intonaco deumidificante", "A.01.2"],
    ["A.01.1", "A.01.1"],
  ] as const) {
    const newestFirst = [2026, 2025, 2024, undefined].map((year) => `${code} ${year}`);
    for (const limit of [1, 2, 10]) expect(await found(query, limit)).toEqual(newestFirst.slice(0, limit));
  }
});

it("search_price_book finds singular and plural by each other where their stems differ, the word as it was written first", async () => {
  const own = await organization(api);
  const entry = (code: string, description: string) => ({ code, description, unit: "m²", price: 1 });
  await createPriceBook(own, { name: "Listino" }, [
    entry("S.1", "Solaio in acciaio zincato"),
    entry("S.2", "Solai in acciaio zincato"),
    entry("S.3", "Solai in acciai zincati"),
    entry("S.4", "Solaio in legno"),
    entry("R.1", "Ringhiera in ferro"),
    entry("R.2", "Ringhiere in ferro"),
    entry("P.1", "Pannello solare"),
    entry("F.1", "Pulitura di facciata"),
    entry("F.2", "Pulitura di facciate"),
    entry("V.1", "Vuotatura di fossa biologica"),
  ]);
  const found = async (query: string) => {
    const { entries } = await own.ok<{ entries: TestRecord[] }>("search_price_book", { query });
    return entries.map(({ code }) => code);
  };
  expect(await found("ringhiera")).toEqual(["R.1", "R.2"]);
  expect(await found("ringhiere")).toEqual(["R.2", "R.1"]);
  const zincati = await found("solaio acciaio");
  expect(zincati[0]).toBe("S.1");
  expect([...zincati].sort()).toEqual(["S.1", "S.2", "S.3"]);
  expect(await found("serbatoio solare")).toEqual(["P.1"]);
  for (const query of ["facciate", "facciata", "pulitura facciate"])
    expect((await found(query)).sort()).toEqual(["F.1", "F.2"]);
  expect(await found("fosse")).toEqual(["V.1"]);
});

it("search_price_book finds a short code without what divides it, and by units and classes as before", async () => {
  const own = await organization(api);
  const entry = (code: string, description: string, unit = "cad") => ({ code, description, unit, price: 1 });
  await createPriceBook(own, { name: "Listino" }, [
    entry("A.01", "Rimozione di infissi"),
    entry("B.2.c", "Posa di soglie"),
    entry("M.2", "Fornitura di lampade"),
    entry("Z.9", "Massetto", "m²"),
    entry("Z.8", "Calcestruzzo C25/30"),
  ]);
  const first = async (query: string) =>
    (await own.ok<{ entries: TestRecord[] }>("search_price_book", { query })).entries[0]?.code;
  expect([await first("A01"), await first("a01"), await first("B2c")]).toEqual(["A.01", "A.01", "B.2.c"]);
  expect([await first("m2"), await first("C25")]).toEqual(["Z.9", "Z.8"]);
});

describe("accents, which many don't type", () => {
  let own: TestOrganization;
  const texts = {
    accented: "Malta di qualità più fine, perché è così",
    apostrophes: "Intonaco di qualita' piu' grosso, perche' e' cosi'",
    bare: "Rasante di qualita piu liscio, perche e cosi",
    decomposed: "Stucco di qualità più duro, perché è così".normalize("NFD"),
    capitals: "PITTURA DI QUALITÀ PIÙ LAVABILE, PERCHÉ È COSÌ",
  };
  beforeAll(async () => {
    own = await organization(api);
    const entries = Object.entries(texts).map(([code, description]) => ({ code, description, unit: "kg", price: 1 }));
    await createPriceBook(own, { name: "Accenti" }, entries);
  });

  it.each([
    "qualità",
    "qualita",
    "qualita'",
    "qualita’",
    "QUALITA'",
    "qualità".normalize("NFD"),
    "più",
    "piu'",
    "piu",
    "perché cosi'",
  ])("%s finds them all, however they are written", async (query) => {
    const { entries } = await own.ok<{ entries: TestRecord[] }>("search_price_book", { query });
    expect(entries.map(({ code }) => code).sort()).toEqual(Object.keys(texts).sort());
  });

  it.each([
    ["malta piu' fine", "accented"],
    ["intonaco più grosso", "apostrophes"],
    ["rasante qualità", "bare"],
    ["pittura qualita' piu'", "capitals"],
  ])("%s finds the one first", async (query, code) => {
    const { entries } = await own.ok<{ entries: TestRecord[] }>("search_price_book", { query });
    expect(entries[0]?.code).toBe(code);
  });
});

describe("search_price_book", () => {
  it("returns whole entries with their book and a score", async () => {
    const answer = await org.ok<{ query: string; entries: TestRecord[] }>("search_price_book", { query: "argilla" });
    expect(answer).toEqual({
      query: "argilla",
      entries: [
        {
          id: expect.any(String),
          ...entries[3],
          price: 8.6300000000000008,
          notes: null,
          bookId,
          bookName: "Prezzari",
          bookYear: 2025,
          score: expect.any(Number),
        },
      ],
    });
  });

  it("finds by a unit alone, in whatever notation", async () => {
    const found = await search({ query: "mc" });
    expect(found.map(({ unit }) => unit)).toEqual(["m³", "m³", "m³"]);
    expect(await search({ query: "mq" })).toEqual([]);
  });

  it("puts entries of the unit first, and loses no others", async () => {
    const found = await search({ query: "roccia cad" });
    expect(found.map(({ unit }) => unit)).toEqual(expect.arrayContaining(["m³"]));
    expect((await search({ query: "pozzetti h" }))[0]).toMatchObject({ code: "08.P25.F83.010" });
  });

  it("takes a part of a word as it is written, whatever its own stem begins", async () => {
    const own = await organization(api);
    const described = (code: string, description: string) => ({ code, description, unit: "m²", price: 1 });
    await createPriceBook(own, { name: "Parti" }, [
      described("A", "Lastra Tratifled"),
      described("B", "Lastra in marmo stratificato"),
    ]);
    const { entries } = await own.ok<{ entries: TestRecord[] }>("search_price_book", { query: "lastra tratifica" });
    expect(entries.map(({ code }) => code)).toEqual(["B"]);
  });

  it("finds as many as are asked for of what many entries have, in all books or one project's", async () => {
    const own = await organization(api);
    const { id: projectId } = await own.ok("create_project", { name: "Villa" });
    for (const book of [{ name: "Comune" }, { name: "Della villa", projectId }]) {
      const entries = Array.from({ length: 1_500 }, (_, n) => ({
        code: `X.${n}`,
        description: `Porta in legno di ${n % 3 === 0 ? "abete" : "rovere"}`,
        unit: "cad",
        price: n,
      }));
      await createPriceBook(own, book, entries);
    }
    const found = async (query: string) =>
      (await own.ok<{ entries: TestRecord[] }>("search_price_book", { query, limit: 200 })).entries;
    for (const query of ["porta", "porta abete"]) {
      const entries = await found(query);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(200);
      expect(entries.every(({ description }) => query === "porta" || /abete/.test(description as string))).toBe(true);
      expect(await found(query)).toEqual(entries);
    }
  });

  it("tells an entry's chapter and shares where the list says them", async () => {
    const said = { chapter: "Restauro – Affreschi", labourPct: 42.5, safetyPct: 1.25 };
    const entry = { code: "X.1", description: "Velinatura", unit: "mq", price: 3, ...said };
    const { id } = await createPriceBook(org, { name: "Toscana" }, [entry]);
    expect((await search({ query: "velinatura" }))[0]).toMatchObject({ ...said, bookName: "Toscana" });
    const read = await org.ok("get_price_book", { bookId: id });
    expect(read.entries[0]).toMatchObject(said);
    const [{ id: entryId }] = read.entries;
    const changed = await org.ok("update_price_book_entry", { entryId, chapter: "", labourPct: 0 });
    expect(changed).toEqual({
      ...entry,
      chapter: undefined,
      labourPct: 0,
      id: entryId,
      bookId: id,
      category: null,
      notes: null,
    });
    const cleared = await org.ok("update_price_book_entry", { entryId, labourPct: null });
    expect(cleared).toEqual({ ...changed, labourPct: undefined });
    expect((await org.ok("get_price_book", { bookId: id })).entries[0]).not.toHaveProperty("labourPct");
    const wrong = await org.call("update_price_book_entry", { entryId, labourPct: 101 });
    expect(wrong.status).toBe(400);
    await org.ok("delete_price_book", { bookId: id });
  });

  it("keeps to a category", async () => {
    const found = await search({ query: "esecuzione", category: "restauro" });
    expect(found).toHaveLength(2);
    expect(await search({ query: "esecuzione", category: "Fognature" })).toEqual([]);
    expect(await search({ query: "TOS25", category: "Fognature" })).toEqual([]);
    expect(await search({ query: "esecuzione", category: "???" })).toEqual([]);
  });

  it("keeps to a category of words that no index has", async () => {
    const inChapters = ["A", "E - Impianti", "Elenco E", "Edilizia"].map((category) => ({
      category,
      description: "Zoccolino battiscopa",
      unit: "m",
      price: 1,
    }));
    const { id } = await createPriceBook(org, { name: "Capitoli" }, inChapters);
    const categories = async (category: string) =>
      (await search({ query: "zoccolino", category })).map((entry) => entry.category).toSorted();
    expect(await categories("a")).toEqual(["A"]);
    expect(await categories("E")).toEqual(["E - Impianti", "Elenco E"]);
    expect(await categories("I")).toEqual([]);
    await org.ok("delete_price_book", { bookId: id });
  });

  it("brings any limit into 1–200", async () => {
    expect(await search({ query: "scavo", limit: -5 })).toHaveLength(1);
    expect(await search({ query: "scavo", limit: 2 ** 53 - 1 })).toHaveLength(2);
  });

  it.each([
    ["quotes and operators", `'"!&|():*<-> \\ 'qa:* & !qb | (qc`],
    ["a broken tsquery", "foo & & bar"],
    ["only punctuation", "!!! --- ..."],
    ["only stop words", "di da con per"],
    ["emoji", "🏗️🧱"],
    ["10,000 characters", "scavo ".repeat(1_700)],
    ["one word of 10,000 letters", "a".repeat(10_000)],
    ["a long code", "9.".repeat(5_000)],
    ["wildcards of LIKE", "%_%"],
    ["a backslash", "\\"],
    ["Arabic", "بناء"],
  ])("survives %s", async (_, query) => {
    const answer = await org.call<{ entries: TestRecord[] }>("search_price_book", { query });
    expect(answer.status).toBe(200);
    if (!query.includes("scavo")) expect(answer.result.entries).toEqual([]);
  });

  it("takes entries of any text and size", async () => {
    const own = await organization(api);
    const book = await own.ok("create_price_book", { name: "Ostile" });
    const words = Array.from({ length: 45_000 }, (_, i) => String.fromCodePoint(0x20000 + (i % 40_000))).join(" ");
    const hostile = [
      { code: "x".repeat(300), description: "a".repeat(5_000), unit: "cad", price: 1e-7 },
      { code: "🏗️", category: words.slice(0, 9_999), description: words, unit: "'\\", price: -1e12, notes: words },
    ];
    const added = await own.ok("add_price_book_entries", { bookId: book.id, entries: hostile });
    expect(added).toEqual({ bookId: book.id, added: 2 });
  });

  it("finds nothing of another organization, nor of a book that was deleted", async () => {
    const other = await organization(api);
    expect((await other.ok<{ entries: [] }>("search_price_book", { query: "calcestruzzo" })).entries).toEqual([]);
    const book = await createPriceBook(org, { name: "Di passaggio" }, [
      { description: "Linoleum", unit: "m²", price: 31 },
    ]);
    expect(await search({ query: "linoleum" })).toHaveLength(1);
    await org.ok("delete_price_book", { bookId: book.id });
    expect(await search({ query: "linoleum" })).toEqual([]);
    const { rows } = await api.pool.query(
      "select entries from search_word where organization_id = $1 and lexeme = ''",
      [org.organizationId],
    );
    expect(rows).toEqual([{ entries: entries.length }]);
  });
});
