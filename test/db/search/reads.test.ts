import { beforeAll, expect, it } from "@jest/globals";
import { strictPlan } from "../../../src/db/search/plan.js";
import { inKeys } from "../../../src/db/search/tsquery.js";
import { startApi } from "../../support/caller.js";
import { createBill, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";

const prices = 20_000;
const contacts = 20_000;

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

/** The buffers that a statement reads; its first executions are planned and warmed up before. */
async function buffersOf(statement: string, ...values: unknown[]): Promise<number> {
  for (let n = 0; n < 2; n++) await api.pool.query(statement, values);
  const { rows } = await api.pool.query(`explain (analyze, buffers, format json) ${statement}`, values);
  const { Plan } = rows[0]["QUERY PLAN"][0];
  return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
}

const pricesWith = (words: string, organizationId = org.organizationId) =>
  buffersOf("select * from prices_by_words($1, $2, false, 10)", organizationId, words);
/** What the search of records reads, by the words \`sought\` in all that an organization has of a kind. */
const recordsWith = (organizationId: string, kind: string, sought: string, keyed: string | null, reach = 0) =>
  buffersOf(
    `select * from best_records($1, null, $2::text::tsquery, $2::text::tsquery, true, array[$2], array[$2], array[$2], array[$3], '{20}', '{60}',
       array[$4], array[$5::integer], array[null], '{0}', '{}', $5 > 0, array[$6], array[null])`,
    organizationId,
    sought,
    kind,
    keyed && inKeys(keyed, organizationId, kind),
    reach,
    inKeys("!'-'", organizationId, kind),
  );

beforeAll(async () => {
  const { id } = await org.ok("create_price_book", { name: "Prezzario" });
  const client = await api.pool.connect();
  await client.query("set statement_timeout = 0");
  // A thousand words that a few entries have, as in a real list, and some that every entry has.
  await client.query(
    `insert into price_book_entry (organization_id, id, book_id, created_at, code, description, unit, price)
     select $1, gen_random_uuid(), $2, now(), 'A.' || n, 'Fornitura e posa marca' || n % 500 || ' modello' || n % 900 || ' colore' || n % 12, 'm²', 1
     from generate_series(1, ${prices}) n`,
    [org.organizationId, id],
  );
  await client.query(
    `insert into contact (organization_id, id, created_at, updated_at, name, role, emails, phones)
     select $1, gen_random_uuid(), now(), now(), (array['Anna', 'Bruno', 'Carla', 'Dario'])[1 + n % 4] || ' cognome' || n % 700, 'client', '{}', '{}'
     from generate_series(1, ${contacts}) n`,
    [org.organizationId],
  );
  await client.query("select refresh_search($1, $2)", [org.organizationId, contacts]);
  client.release(true);
});

it("reads of 20,000 prices little more than what it finds, and of no others", async () => {
  expect(await pricesWith("marca77")).toBeLessThan(400);
  // By the rare word alone: what all entries have isn't looked up.
  expect(await pricesWith("fornitura marca77")).toBeLessThan(400);
  expect(await pricesWith("marca77", (await organization(api)).organizationId)).toBeLessThan(100);
});

it("reads little where many prices have the words, and stops", async () => {
  expect(await pricesWith("fornitura posa")).toBeLessThan(600);
  expect(await pricesWith("colore7 posa")).toBeLessThan(600);
});

it("reads no rows to compare what the index knows", async () => {
  const { rows } = await api.pool.query(
    "select n from generate_series(0, 11) n where n <> 5 and exists (select from price_book_entry where organization_id = $1 and search @@ ('marca5 & colore' || n)::tsquery) limit 1",
    [org.organizationId],
  );
  const both = await pricesWith(`marca5 colore${rows[0].n}`);
  expect(both).toBeLessThan(await pricesWith("marca5"));
});

it("reads of 20,000 contacts little more than what it finds, and of no others", async () => {
  expect(await recordsWith(org.organizationId, "contact", "'cognome77'", "'cognome77'")).toBeLessThan(400);
  expect(await recordsWith(org.organizationId, "contact", "'anna'", null, 1_000)).toBeLessThan(1_000);
  const other = await organization(api);
  expect(await recordsWith(other.organizationId, "contact", "'anna'", "'anna'")).toBeLessThan(40);
});

it("takes a word that is known as it is, and another in every reading", async () => {
  const readings = async (extent: string) => {
    const { rows } = await api.pool.query(
      "select distinct place, reading from record_terms($1, 'cognome7 anny', '{contact}', $2) where place > 0 order by place, reading",
      [org.organizationId, extent],
    );
    return rows.map(({ place, reading }) => `${place} ${reading}`);
  };
  expect(await readings("nearest")).toEqual(["1 exact", "2 typo"]);
  expect(await readings("inexact")).toEqual(["1 exact", "2 typo"]);
  expect(await readings("every")).toEqual(["1 beginning", "1 exact", "2 typo"]);
});

it("counts how many records of a kind have a word, also when they change", async () => {
  const counts = async () => {
    const { rows } = await api.pool.query(
      "select kind, records::integer from search_kind_word where organization_id = $1 and lexeme = 'zorzenon' order by kind",
      [org.organizationId],
    );
    return rows.map(({ kind, records }) => `${kind} ${records}`);
  };
  const { id: contactId } = await org.ok("create_contact", { name: "Piero Zorzenon" });
  await org.ok("create_contact", { name: "Pia Zorzenon" });
  await org.ok("search_records", { query: "zorzenon" });
  expect(await counts()).toEqual(["contact 2", "contact title 2"]);
  await org.ok("update_contact", { contactId, name: "Piero Verdi", notes: "già Zorzenon" });
  await org.ok("search_records", { query: "zorzenon" });
  expect(await counts()).toEqual(["contact 2", "contact title 1"]);
});

it("asks for a word of a few among many", () => {
  const readings = [
    { place: 1, lexeme: "cognome77", reading: "exact" as const, byKind: [9] },
    { place: 2, lexeme: "anna", reading: "exact" as const, byKind: [5_000] },
  ];
  const plan = strictPlan({ readings, totals: [contacts] });
  expect(plan).toMatchObject({
    query: "'cognome77' & 'anna'",
    ways: [{ narrowing: ["'cognome77'", "!'-'"], reach: 0, isMany: false }],
  });
});

it("reads nothing of a large bill to describe a document", async () => {
  const { id: projectId } = await org.ok("create_project", { name: "Villa" });
  await org.ok("create_document", { title: "Relazione", kind: "report", body: "tecnica" });
  const lines = Array.from({ length: 10_000 }, (_, n) => ({ type: "line", desc: `Voce ${n}`, qty: n, price: 1 }));
  await createBill(org, { projectId, name: "Computo" }, lines);
  await org.ok("search_records", { query: "tecnica" });
  expect(await recordsWith(org.organizationId, "document", "'tecnic'", "'tecnic'")).toBeLessThan(60);
});
