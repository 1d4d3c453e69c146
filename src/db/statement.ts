import { createHash } from "node:crypto";
import type { VersionedRecord } from "./entities/record.js";
import { type Guard, renumbered } from "./guard.js";
import type { JsonText } from "./json-text.js";
import type { Table } from "./table.js";

type Row = Record<string, unknown>;

export interface Write {
  sql: string;
  values: unknown[];
  /** the number of rows that must be affected; undefined: any number */
  expected?: number;
}

/** A query that runs within the statement of the writes, and sees the rows as they were before. */
export interface Reading {
  sql: string;
  values: unknown[];
}

const maxNamedStatements = 1_000;
const statementNames = new Map<string, string>();

/**
 * A statement for `pg`, named by a hash of its text, so that Postgres parses it once per connection. Beyond the limit,
 * statements stay unnamed.
 */
export function named(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  let name = statementNames.get(text);
  if (name === undefined && statementNames.size < maxNamedStatements) {
    name = createHash("sha1").update(text).digest("base64url");
    statementNames.set(text, name);
  }
  return { ...(name === undefined ? {} : { name }), text, values };
}

/** The insert of a new record. @param textOf writes the values of JSON columns */
export function insertOf({ name, columns }: Table, record: VersionedRecord, textOf: JsonText): Write {
  const parameters = columns.map((_, i) => `$${i + 1}`);
  return {
    sql: `insert into ${name} (${columns.map((c) => c.name).join(", ")}) values (${parameters.join(", ")})`,
    values: columns.map((column) => encode(column.isJson, (record as unknown as Row)[column.property], textOf)),
  };
}

/** The update of these properties of a record, guarded by the version that was read. @param textOf writes the values of JSON columns */
export function updateOf(table: Table, record: VersionedRecord, properties: object, textOf: JsonText): Write {
  const changed = table.columns.filter(({ property }) => property in properties || property === "updatedAt");
  const { condition, values } = guardOf(table, record);
  const assignments = changed.map((column, i) => `${column.name} = $${values.length + i + 1}`);
  return {
    sql: `update ${table.name} set version = version + 1, ${assignments.join(", ")} where ${condition}`,
    values: [
      ...values,
      ...changed.map((column) => encode(column.isJson, (record as unknown as Row)[column.property], textOf)),
    ],
    expected: 1,
  };
}

/** The deletion of a record, guarded by the version that was read. */
export function deleteOf(table: Table, record: VersionedRecord): Write {
  const { condition, values } = guardOf(table, record);
  return { sql: `delete from ${table.name} where ${condition}`, values, expected: 1 };
}

/**
 * Combines many writes into one statement: each is a CTE with its parameters renumbered; the final select checks the affected
 * rows and the guard, and gives the rows of each reading as JSON, in a column `r0`, `r1`…
 */
export function combine(
  writes: Write[],
  readings: readonly Reading[] = [],
  guard: Guard | null = null,
): [text: string, values: unknown[]] {
  const values: unknown[] = [];
  const columns: string[] = [];
  const placed = (sql: string, own: readonly unknown[]): string => {
    const text = renumbered(sql, values.length);
    values.push(...own);
    return text;
  };
  const ctes = writes.map((write, n) => {
    if (write.expected !== undefined) columns.push(`expect_rows((select count(*) from w${n}), ${write.expected})`);
    return `w${n} as (${placed(write.sql, write.values)} returning 1)`;
  });
  for (const [n, reading] of readings.entries())
    columns.push(`(select coalesce(json_agg(r), '[]') from (${placed(reading.sql, reading.values)}) r) as r${n}`);
  if (guard) columns.push(`expect_true((select ${placed(guard.condition, guard.values)}))`);
  return [`with ${ctes.join(",\n")} select ${columns.join(", ") || "1"}`, values];
}

function guardOf({ keys }: Table, record: VersionedRecord): { condition: string; values: unknown[] } {
  const clauses = keys.map(({ name }, i) => `${name} = $${i + 1}`);
  return {
    condition: `${clauses.join(" and ")} and version = $${keys.length + 1}`,
    values: [...keys.map(({ property }) => (record as unknown as Row)[property]), record.version],
  };
}

/** Values of JSON columns are sent as text, because pg would send an array as a Postgres array. */
const encode = (isJson: boolean, value: unknown, textOf: JsonText): unknown =>
  isJson && value !== null ? textOf(value) : value;
