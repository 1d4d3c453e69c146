import { beforeAll, expect, it } from "@jest/globals";
import { type KeptTable, keptTables, keyOf } from "../../../src/db/deletions/tables.js";
import { deletedKinds } from "../../../src/domain/deletions.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { forAllTests } from "../../support/for-tests.js";

const database = forAllTests(createTestDatabase);
const client = forAllTests(() => openConnection(database.appUrl));
let tables: KeptTable[];

beforeAll(async () => {
  tables = await keptTables({ query: async (text, values) => (await client.query(text, values)).rows });
});

/** The tables of which a deletion may take rows. */
function deletable(): string[] {
  const found = new Set<string>(Object.values(deletedKinds));
  // Each table comes after those that it refers to.
  for (const { name, references } of tables)
    if (references.some(({ target, onDelete }) => onDelete === "cascade" && found.has(target))) found.add(name);
  return [...found];
}

it("every foreign key to what can be deleted is walked", async () => {
  const { rows } = await client.query<{ name: string; target: string; definition: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const known = tables.flatMap(({ name, references }) =>
    references.map(({ column, target, targetColumn, onDelete }) => {
      const actions = { cascade: " ON DELETE CASCADE", "set null": ` ON DELETE SET NULL (${column})`, refuse: "" };
      return `${name}: FOREIGN KEY (organization_id, ${column}) REFERENCES ${target}(organization_id, ${targetColumn})${actions[onDelete]}`;
    }),
  );
  const there = rows.filter(({ target }) => deletable().includes(target));
  expect(there.length).toBeGreaterThan(25);
  expect(there.map(({ name, definition }) => `${name}: ${definition}`).filter((one) => !known.includes(one))).toEqual(
    [],
  );
});

it("every row that can go is known by one id, and no row takes another of its own table along", () => {
  const names = deletable();
  expect(names).toEqual(expect.arrayContaining(["document_revision", "revision_pdf", "delivery", "ai_run", "message"]));
  for (const name of names) {
    const table = tables.find((one) => one.name === name) as KeptTable;
    expect(keyOf(table)).toMatch(/^(\w+_)?id$/);
    expect(table.references.filter(({ target, onDelete }) => target === name && onDelete === "cascade")).toEqual([]);
  }
});

it("no generated column is kept: the database makes it again", () => {
  const entry = tables.find(({ name }) => name === "price_book_entry");
  const names = entry?.columns.map(({ name }) => name);
  expect(names).toContain("description");
  expect(names).not.toContain("search");
});
