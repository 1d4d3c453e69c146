import { createHash } from "node:crypto";
import type { FirmRecord } from "./entities/record.js";
import type { Table } from "./table.js";

type Row = Record<string, unknown>;

export interface Write {
  sql: string;
  values: unknown[];
  /** rows that must be affected; undefined: any number */
  expected?: number;
}

const maxNamedStatements = 1_000;
const statementNames = new Map<string, string>();

/** A name for a statement's text, so that Postgres plans it once per connection; past the limit statements stay unnamed. */
export function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= maxNamedStatements) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  statementNames.set(text, name);
  return name;
}

/** The insert of a new record. */
export function insertOf({ name, columns }: Table, record: FirmRecord): Write {
  const parameters = columns.map((_, i) => `$${i + 1}`);
  return {
    sql: `insert into ${name} (${columns.map((c) => c.name).join(", ")}) values (${parameters.join(", ")})`,
    values: columns.map((column) => encode(column.isJson, (record as unknown as Row)[column.property])),
  };
}

/** The update of a record's properties, guarded by the version that was read. */
export function updateOf({ name, columns }: Table, record: FirmRecord, properties: object): Write {
  const changed = columns.filter(({ property }) => property in properties || property === "updatedAt");
  const assignments = changed.map((column, i) => `${column.name} = $${i + 4}`);
  return {
    sql: `update ${name} set version = version + 1, ${assignments.join(", ")} where organization_id = $1 and id = $2 and version = $3`,
    values: [
      ...guard(record),
      ...changed.map((column) => encode(column.isJson, (record as unknown as Row)[column.property])),
    ],
    expected: 1,
  };
}

/** The deletion of a record, guarded by the version that was read. */
export const deleteOf = ({ name }: Table, record: FirmRecord): Write => ({
  sql: `delete from ${name} where organization_id = $1 and id = $2 and version = $3`,
  values: guard(record),
  expected: 1,
});

/** One statement of many writes: each a CTE, its parameters renumbered, and a last select that checks the affected rows. */
export function combine(writes: Write[]): [text: string, values: unknown[]] {
  const values: unknown[] = [];
  const checks: string[] = [];
  const ctes = writes.map((write, n) => {
    const offset = values.length;
    values.push(...write.values);
    if (write.expected !== undefined) checks.push(`expect_rows((select count(*) from w${n}), ${write.expected})`);
    return `w${n} as (${write.sql.replace(/\$(\d+)/g, (_, i) => `$${Number(i) + offset}`)} returning 1)`;
  });
  return [`with ${ctes.join(",\n")} select ${checks.join(", ") || "1"}`, values];
}

const guard = (record: FirmRecord): unknown[] => [record.organizationId, record.id, record.version];

/** pg would send an array as a Postgres array; JSON columns want text. */
const encode = (isJson: boolean, value: unknown): unknown => (isJson && value !== null ? JSON.stringify(value) : value);
