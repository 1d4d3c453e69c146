import { beforeAll, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

beforeAll(async () => {
  const { id: bookId } = await org.ok("create_price_book", { name: "Prezzario" });
  const entry = (description: string, n: number) => ({ code: `A.${n}`, description, unit: "m²", price: 1 });
  const entries = [
    ...Array.from({ length: 300 }, (_, n) => `Fornitura e posa di pavimento in gres tipo${n % 40}`),
    "Demolizione di pavimento in pietra, compreso il trasporto",
    "Consolidamento di muratura in pietra",
    "Muratura di pietra, consolidamento escluso; trasporto del pavimento",
    "Voce collegata a quella con codice xa30417y",
  ].map(entry);
  entries.push({ ...entry("Voce di un altro elenco", 0), code: "A.30.417" });
  await org.ok("add_price_book_entries", { bookId, entries });
});

it.each([
  ["one word", "consolidamento"],
  ["several, of which many entries have some", "posa pavimento tipo7"],
  ["words that stand close together, and apart", "consolidamento muratura"],
  ["words that many have", "fornitura posa"],
  ["a typo", "consolidamnto pietra"],
  ["a typo in an ending that the stem has lost", "pavimneto pietra"],
  ["a part of a word", "onsolidamen muratura"],
  ["words that no entry has together", "demolizione gres consolidamento"],
  ["a word that no entry has", "pavimento ascensore"],
  ["words of the language alone", "di il e"],
  ["nothing that is known", "zzzzz"],
  ["no word", "…"],
  ["a code written apart", "A 1 2 3 4"],
  ["a code", "A.12"],
  ["the beginning of codes", "A.30"],
  ["a code without what divides it", "a299"],
  ["a code that no entry has", "B.1234"],
  ["a code that another text has without what divides it", "A.30.417"],
])("finds by words alone what it finds with everything: %s", async (_what, words) => {
  const isCode = /^\w[.\d]+$/.test(words);
  const { rows: alone } = await api.pool.query("select * from prices_by_words($1, $2, $3, 10)", [
    org.organizationId,
    words,
    isCode,
  ]);
  const { rows: withEverything } = await api.pool.query(
    "select * from search_prices($1, $2, null, false, null, $3, false, null, 10)",
    [org.organizationId, words, isCode],
  );
  expect(alone).toEqual(withEverything);
});
