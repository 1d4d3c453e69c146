import { expect } from "@jest/globals";
import { createKey } from "../../src/admin/provision.js";
import { keptTables } from "../../src/db/deletions/tables.js";
import type { TestApi } from "./caller.js";
import { comparable } from "./comparable.js";
import { organization, type TestOrganization } from "./factories.js";

/** In whose name a deed is done. */
export interface Acting {
  organizationId: string;
  key: string;
}
/** What throws when it is refused: a refusal would prove nothing. */
export type Deed<F> = [name: string, deed: (firm: F, acting: Acting) => Promise<unknown>];

interface Scene<F> {
  /** makes a firm, whose texts have this word */
  build(word: string): Promise<F>;
  /** gives a firm what a copy lacks, such as settings whose secrets are bound to their firm */
  equip?(organizationId: string): Promise<void>;
  /** gives the other firm more than its copy has, which a question to the copy must not find */
  grow(other: F): Promise<void>;
  deeds: readonly Deed<F>[];
}

/**
 * Has a firm do all of this beside another whose records have the very same ids, as the product makes none: whatever leaves out its
 * organization meets both. Its answers and what it stores must be those of a firm that is alone, and nothing of the other may change.
 */
export async function expectApart<F extends { org: TestOrganization }>(api: TestApi, scene: Scene<F>): Promise<void> {
  const { build, equip = async () => undefined, grow, deeds } = scene;
  const alone = await build("Nostri");
  const expected = await doneBy(api, alone, alone.org, deeds);
  const other = await build("Altrui");
  const { organizationId } = await organization(api);
  await copyRows(api, other.org.organizationId, organizationId);
  await equip(organizationId);
  const { key } = await createKey(api.app.database, { organizationId, name: "copy" });
  await grow(other);
  const before = await allRowsOf(api, other.org.organizationId);
  const done = await doneBy(api, other, { organizationId, key }, deeds);
  for (const [n, answer] of done.answers.entries()) expect(answer).toEqual(expected.answers[n]);
  expect(done.added).toEqual(expected.added);
  expect(await allRowsOf(api, other.org.organizationId)).toEqual(before);
}

/** What a firm is answered, and how many rows it has more in each table then. */
async function doneBy<F>(api: TestApi, firm: F, acting: Acting, deeds: readonly Deed<F>[]) {
  const added: Record<string, number> = {};
  const count = async (by: 1 | -1): Promise<void> => {
    for (const row of await allRowsOf(api, acting.organizationId)) {
      const [table = ""] = row.split(" ", 1);
      // The words of what is searched are counted behind the answers.
      if (!table.startsWith("search_")) added[table] = (added[table] ?? 0) + by;
    }
  };
  await count(-1);
  const answers: unknown[] = [];
  for (const [name, deed] of deeds) {
    answers.push([name, comparable()(await deed(firm, acting))]);
  }
  await count(1);
  return { answers, added: Object.fromEntries(Object.entries(added).filter(([, n]) => n !== 0)) };
}

/** They follow from other rows, or are those of the whole installation, or their secrets are bound to their organization. */
const isLeft = (name: string): boolean =>
  /^(search_|thread_text|outbox|api_key|connection|account_link|file_link|security_event|audit_event|mail_channel)/.test(
    name,
  );

/** Gives another firm the same rows with the same ids, in which "Altrui" is "Nostri". */
async function copyRows({ pool, app: { database } }: TestApi, from: string, to: string): Promise<void> {
  const kept = (await keptTables(database)).map(({ name, columns }) => ({ name, columns: columns.map((c) => c.name) }));
  const deleted = ["deletion", "deleted_row", "deleted_content"].map((name) => ({ name, columns: null }));
  for (const { name, columns } of [...kept, ...deleted]) {
    if (isLeft(name)) continue;
    const rows = await pool.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${name} t where organization_id = $1`,
      [from],
    );
    const text = rows.rows[0]?.rows.replaceAll("Altrui", "Nostri").replaceAll(from, to);
    const [into, values] = columns ? [`(${columns.join(", ")})`, columns.map((c) => `r.${c}`).join(", ")] : ["", "r.*"];
    await pool.query(
      `insert into ${name} ${into} select ${values} from json_populate_recordset(null::${name}, $1::json) r`,
      [text],
    );
  }
}

/** All that the database holds of a firm. */
export async function allRowsOf({ pool }: TestApi, organizationId: string): Promise<string[]> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'organization_id' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where organization_id = $1 order by 1`,
      [organizationId],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}
