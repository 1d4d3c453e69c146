import type { QueryRunner } from "typeorm";
import { migrations } from "../migrations/index.js";

/** Which of the tables `$1` the database lacks. */
export const missingTables = "select name from unnest($1::text[]) name where to_regclass('public.' || name) is null";

/** The tables that the migrations make, by their own statements. */
export async function madeTables(): Promise<string[]> {
  const statements: string[] = [];
  const listener = {
    query: async (sql: string) => {
      statements.push(sql.replace(/--.*$/gm, ""));
      return [];
    },
  } as unknown as QueryRunner;
  for (const Migration of migrations) await new Migration().up(listener);
  const tables = new Set<string>();
  for (const [, verb, names] of statements
    .join(";")
    .matchAll(/\b(create|drop) (?:unlogged )?table (?:if (?:not )?exists )?([\w, ]+)/g))
    for (const name of (names as string).split(",").map((one) => one.trim().split(" ")[0] as string))
      if (verb === "create") tables.add(name);
      else tables.delete(name);
  return [...tables].sort();
}

/** The tables with something to keep: all but the counts of the last minutes. */
export const backedUpTables = async (): Promise<string[]> =>
  (await madeTables()).filter((table) => table !== "rate_count");
