import { expect, it } from "@jest/globals";
import { createDataSource } from "../../src/db/data-source.js";
import { migrations } from "../../src/db/migrations/index.js";
import { startApi } from "../support/caller.js";
import { createTestDatabase } from "../support/database.js";
import { createBill, createPriceBook, createProject, organization, type TestRecord } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { untilWaitedFor } from "../support/waiting.js";

const database = forAllTests(createTestDatabase);
const api = forAllTests(() => startApi({ through: { database: async () => database.appUrl } }));
const owner = forAllTests(() => createDataSource(database.ownerUrl, 1).initialize());

it("records and prices with the word facciate, indexed before it had a stem, are found by it", async () => {
  const org = await organization(api);
  const found = async () => {
    const { projects, threads, bills, contacts } = await org.ok<Record<string, TestRecord[]>>("search_records", {
      query: "facciate",
    });
    const { entries } = await org.ok<{ entries: TestRecord[] }>("search_price_book", { query: "facciate" });
    return [projects, threads, bills, contacts, entries].map((hits) => hits?.map(({ id, code }) => code ?? id));
  };
  const migration = migrations.map((each) => new each()).find(({ name }) => name?.startsWith("Facciate"));
  const runner = owner.createQueryRunner();
  await migration?.down(runner);

  const { id: projectId } = await createProject(org, {
    name: "Condominio Aurora",
    description: "Rifacimento FACCIATE",
  });
  await createProject(org, { name: "Rifacimento del tetto" });
  const { thread } = await org.ok<{ thread: TestRecord }>("send_message", {
    to: "anna@posta.test",
    subject: "Lavori",
    body: "Quando si fanno le facciate?",
  });
  const lines = [{ type: "line", desc: "Tinteggiatura di facciate", qty: 1, unit: "m²", price: 9 }];
  const bill = await createBill(org, { projectId, name: "Computo" }, lines);
  const entries = [
    { code: "F.1", description: "Pulitura di facciate", unit: "m²", price: 12 },
    { code: "F.2", description: "Pulitura di coperture", unit: "m²", price: 12 },
  ];
  const { id: bookId } = await createPriceBook(org, { name: "Listino" }, entries);
  expect(await found()).toEqual([[], [], [], [], []]);

  // An import that the migration waits for, and one of prices that come meanwhile.
  const [held, beside] = [await api.pool.connect(), { code: "F.3", description: "Facciate a vista", unit: "m²" }];
  await held.query("begin");
  await held.query("select from price_book_entry where code = 'F.1' for update");
  const migrated = migration?.up(runner);
  await untilWaitedFor(api.pool, held);
  await org.ok("add_price_book_entries", { bookId, entries: [{ ...beside, price: 30 }] });
  await held.query("commit");
  held.release();
  await migrated;
  await runner.release();
  expect(await found()).toEqual([[projectId], [thread.id], [bill.id], [], expect.arrayContaining(["F.1", "F.3"])]);
  const words =
    "select lexeme, entries from search_word where area = 'prices' and lexeme in ('', 'facc', 'pulitur') order by 1";
  expect(await owner.query(words)).toEqual([
    { lexeme: "", entries: 3 },
    { lexeme: "facc", entries: 2 },
    { lexeme: "pulitur", entries: 2 },
  ]);
});
