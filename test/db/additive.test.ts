import { expect, it } from "@jest/globals";
import type { QueryRunner } from "typeorm";
import { migrations } from "../../src/db/migrations/index.js";

/** The first migration that containers of the release before had to go on with. */
const since = "Restorable1795219200009";

/** What breaks the rule and is right nevertheless, by migration and statement, with the reason. */
const exempt: Record<string, string> = {
  "Accounts1795219200011: create index api_key_maker on api_key (created_by)": "an installation has few keys",
  "BoundedReach1795219200013: alter view search_source rename to record_source":
    "the functions of the search alone read it, and find the new view under its name",
  "Files1795219200029: alter table stored_file add foreign key (organization_id, project_id) references project (organization_id, id) on delete set null (project_id), add foreign key (organization_id, created_by) references membership (organization_id, user_id) on delete set null (created_by)":
    "the release before never writes these new columns, so nothing of its own is refused, and there is nothing to check",
  "SearchCountsByLexeme1795651200062: alter table search_kind_word drop constraint search_kind_word_pkey, add constraint search_kind_word_pkey primary key using index search_kind_word_lexeme":
    "the same columns in another order, whose index is built already and has no null",
};

interface Migration {
  name: string;
  transaction: boolean;
  statements: string[];
}

/** The statements of a migration, without comments, texts and the bodies of functions. */
async function read(Class: (typeof migrations)[number]): Promise<Migration> {
  const sql: string[] = [];
  const listener = { query: async (text: string) => sql.push(text) } as unknown as QueryRunner;
  const migration: { name: string; transaction?: boolean; up(db: QueryRunner): Promise<unknown> } = new Class();
  await migration.up(listener);
  return { name: migration.name, transaction: migration.transaction ?? true, statements: sql.flatMap(statementsOf) };
}

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, "")
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim().toLowerCase())
    .filter(Boolean);

/** `add column a numeric(12, 2), drop column b` in its parts. */
function partsOf(changes: string): string[] {
  let depth = 0;
  const parts = [""];
  for (const letter of changes) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts.push(parts.pop() + letter);
  }
  return parts.map((part) => part.trim());
}

const mayBeRepeated = [
  /^((create (unique )?index concurrently if not|drop index concurrently if) exists|create or replace function) /,
  // What is generated of the columns is made anew; what is queued twice is indexed twice.
  /^update \w+ set (?:(\w+) = \1, )*(\w+) = \2 where /,
  /^insert into search_backlog /,
];

/** What the release before could not go on with, or would have to wait for. */
function faultsOf({ transaction, statements }: Omit<Migration, "name">): string[] {
  const made = new Set<string>();
  return statements.filter((statement) => {
    const [, created] = /^create table (?:if not exists )?(\w+)/.exec(statement) ?? [];
    if (created) made.add(created);
    if (!transaction) return !mayBeRepeated.some((form) => form.test(statement));
    if (/^(drop|truncate|delete|revoke) /.test(statement) || / rename /.test(statement)) return true;
    const [, index] = /^create (?:unique )?index \w+ on (?:only )?(\w+)/.exec(statement) ?? [];
    if (index) return !made.has(index);
    const [, table, changes] = /^alter table (?:if exists )?(?:only )?(\w+) (.+)$/.exec(statement) ?? [];
    return table && changes && !made.has(table) ? partsOf(changes).some(breaks) : false;
  });
}

const breaks = (change: string): boolean =>
  /^(drop|rename) /.test(change) ||
  /^alter (column )?\w+ (type|set data type|set not null|drop default) ?/.test(change) ||
  /^add (constraint|unique|check|primary|foreign|exclude)\b/.test(change) ||
  (/^add /.test(change) && /\bnot null\b/.test(change) && !/\b(default|generated)\b/.test(change));

it.each([
  ["alter table contact add column fax text", true],
  ["alter table contact add column fax text not null default '', add column born date", true],
  ["alter table contact add column fax text not null", false],
  ["alter table contact add column rank numeric(12, 2) default 0, drop column name", false],
  ["alter table contact rename column name to title", false],
  ["alter table contact rename to person", false],
  ["alter table contact alter column name type varchar(10)", false],
  ["alter table contact alter name set not null", false],
  ["alter table contact alter column name drop not null", true],
  ["alter table contact add constraint named check (name <> '')", false],
  ["drop table contact", false],
  ["create index a on contact (name)", false],
  ["create unique index a on contact (name)", false],
  [
    "create table fax (id uuid primary key); create index a on fax (id); alter table fax add check (id is not null)",
    true,
  ],
  ["update contact set notes = 'drop table; x' -- drop table\n", true],
])("the rule tells what is additive: %s", (sql, isAdditive) => {
  expect(faultsOf({ transaction: true, statements: statementsOf(sql) }).length === 0).toBe(isAdditive);
});

it.each([
  ["create index concurrently if not exists a on contact (name)", true],
  ["create index concurrently a on contact (name)", false],
  ["create or replace function a() returns text language sql as $$ select '' $$", true],
  ["create function a() returns text language sql as $$ select '' $$", false],
  ["update contact set name = name, notes = notes where true; insert into search_backlog values (1)", true],
  ["update contact set name = name, notes = name where true", false],
  ["create index concurrently if not exists a on contact (name); alter table contact add column b text", false],
])("a migration without a transaction has but what may be repeated: %s", (sql, isRepeatable) => {
  expect(faultsOf({ transaction: false, statements: statementsOf(sql) }).length === 0).toBe(isRepeatable);
});

it("each migration lets the release before go on, or says here why it may not", async () => {
  const all = await Promise.all(migrations.map(read));
  const newer = all.slice(all.findIndex(({ name }) => name === since));
  expect(newer.length).toBeGreaterThan(2);
  const faults = newer.flatMap((migration) => faultsOf(migration).map((fault) => `${migration.name}: ${fault}`));
  expect(faults).toEqual(Object.keys(exempt));
});
