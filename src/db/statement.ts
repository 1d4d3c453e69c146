import type { VersionedRecord } from "./entities/record.js";
import { type Guard, renumbered } from "./guard.js";
import type { JsonText } from "./json-text.js";
import type { Table } from "./table.js";
import { TextTree } from "./text-tree.js";

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

const inserts = new WeakMap<Table, string>();
const updates = new WeakMap<Table, Map<string, string>>();

/** The insert of a new record. @param textOf writes the values of JSON columns */
export function insertOf(table: Table, record: VersionedRecord, textOf: JsonText): Write {
  const { columns } = table;
  let sql = inserts.get(table);
  if (sql === undefined) {
    const parameters = columns.map((_, i) => `$${i + 1}`);
    sql = `insert into ${table.name} (${columns.map((c) => c.name).join(", ")}) values (${parameters.join(", ")})`;
    inserts.set(table, sql);
  }
  return {
    sql,
    values: columns.map((column) => encode(column.isJson, (record as unknown as Row)[column.property], textOf)),
  };
}

/** The update of these properties of a record, guarded by the version that was read. @param textOf writes the values of JSON columns */
export function updateOf(table: Table, record: VersionedRecord, properties: object, textOf: JsonText): Write {
  const changed = table.columns.filter(({ property }) => property in properties || property === "updatedAt");
  const values = guardValues(table, record);
  return {
    sql: updateText(table, changed, values.length),
    values: [
      ...values,
      ...changed.map((column) => encode(column.isJson, (record as unknown as Row)[column.property], textOf)),
    ],
    expected: 1,
  };
}

function updateText(table: Table, changed: Table["columns"], guardLength: number): string {
  const known = updates.get(table) ?? new Map<string, string>();
  updates.set(table, known);
  const assignments = changed.map(({ name }, i) => `${name} = $${guardLength + i + 1}`).join(", ");
  const sql =
    known.get(assignments) ??
    `update ${table.name} set version = version + 1, ${assignments} where ${guardCondition(table)}`;
  known.set(assignments, sql);
  return sql;
}

/** The deletion of a record, guarded by the version that was read. */
export function deleteOf(table: Table, record: VersionedRecord): Write {
  return {
    sql: `delete from ${table.name} where ${guardCondition(table)}`,
    values: guardValues(table, record),
    expected: 1,
  };
}

/** Statements by the writes that they combine. Building one again takes as long as sending it. */
const combined = new TextTree();

/**
 * Combines many writes into one statement: each is a CTE with its parameters renumbered; the final select checks the affected
 * rows and the guard, and gives the rows of each reading as JSON, in a column `r0`, `r1`…
 */
export function combine(
  writes: Write[],
  readings: readonly Reading[] = [],
  guard: Guard | null = null,
): [text: string, values: unknown[]] {
  const path = [
    ...writes.flatMap(({ sql, expected = "any" }) => [sql, String(expected)]),
    "readings",
    ...readings.map(({ sql }) => sql),
    "guard",
    guard?.condition ?? "none",
  ];
  const values = [...writes, ...readings].flatMap((part) => part.values).concat(guard?.values ?? []);
  return [combined.find(path, () => combinedText(writes, readings, guard)), values];
}

function combinedText(writes: Write[], readings: readonly Reading[], guard: Guard | null): string {
  const columns: string[] = [];
  let placedCount = 0;
  const placed = (sql: string, { length }: readonly unknown[]): string => {
    const text = renumbered(sql, placedCount);
    placedCount += length;
    return text;
  };
  const ctes = writes.map((write, n) => {
    if (write.expected !== undefined) columns.push(`expect_rows((select count(*) from w${n}), ${write.expected})`);
    return `w${n} as (${placed(write.sql, write.values)} returning 1)`;
  });
  for (const [n, reading] of readings.entries())
    columns.push(`(select coalesce(json_agg(r), '[]') from (${placed(reading.sql, reading.values)}) r) as r${n}`);
  if (guard) columns.push(`expect_true((select ${placed(guard.condition, guard.values)}))`);
  return `with ${ctes.join(",\n")} select ${columns.join(", ") || "1"}`;
}

const guardCondition = ({ keys }: Table): string =>
  `${keys.map(({ name }, i) => `${name} = $${i + 1}`).join(" and ")} and version = $${keys.length + 1}`;

const guardValues = ({ keys }: Table, record: VersionedRecord): unknown[] => [
  ...keys.map(({ property }) => (record as unknown as Row)[property]),
  record.version,
];

/** Values of JSON columns are sent as text, because pg would send an array as a Postgres array. */
const encode = (isJson: boolean, value: unknown, textOf: JsonText): unknown =>
  isJson && value !== null ? textOf(value) : value;
