import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { Database } from "../../src/db/database.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let server: TestDatabase;

/** What somebody may have set for other programs that use the server. */
const oddities = {
  datestyle: "'German'",
  intervalstyle: "'sql_standard'",
  timezone: "'Pacific/Kiritimati'",
  default_transaction_isolation: "'serializable'",
  search_path: "'pg_catalog'",
  idle_session_timeout: "'1s'",
  transaction_timeout: "'1s'",
};

beforeAll(async () => {
  server = await createTestDatabase();
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const name = new URL(server.ownerUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(oddities))
    await owner.query(`alter database ${name} set ${setting} = ${value}`);
  await owner.end();
});
afterAll(() => server?.drop());

async function opened(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await Database.open(url, 1);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

describe("a session on a server that others have set up", () => {
  it("reads dates as they were written, and the product's own tables", () =>
    opened(server.appUrl, async (database) => {
      const at = new Date("2026-12-10T09:30:00.123Z");
      expect(await database.query("select $1::timestamptz as at", [at])).toEqual([{ at }]);
      expect(await database.query("select id from contact")).toEqual([]);
    }));

  it("sees what others have committed meanwhile, and waits as long as it may", () =>
    opened(server.appUrl, async (database) => {
      const names = ["default_transaction_isolation", "idle_session_timeout", "transaction_timeout"];
      const read = "select setting from pg_settings where name = any($1) order by name";
      const settings = await database.query<{ setting: string }>(read, [names]);
      expect(settings.map(({ setting }) => setting)).toEqual(["read committed", "0", "0"]);
    }));

  it("keeps its limits and what the address says beside them", () => {
    const url = new URL(server.appUrl);
    url.searchParams.set("options", "-c work_mem=3MB -c datestyle=SQL");
    return opened(url.href, async (database) => {
      const read = "select setting from pg_settings where name = any($1) order by name";
      const names = ["DateStyle", "statement_timeout", "work_mem"];
      const settings = await database.query<{ setting: string }>(read, [names]);
      expect(settings.map(({ setting }) => setting)).toEqual(["ISO, MDY", "45000", "3072"]);
    });
  });
});
