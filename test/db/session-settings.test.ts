import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { Database } from "../../src/db/database.js";
import { createTestDatabase, openConnection } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";

const server = forAllTests(createTestDatabase);

/** What somebody may have set for other programs that use the server. */
const oddities = {
  datestyle: "'German'",
  intervalstyle: "'sql_standard'",
  timezone: "'America/St_Johns'",
  default_transaction_isolation: "'serializable'",
  search_path: "'pg_catalog'",
  idle_session_timeout: "'1s'",
  transaction_timeout: "'1s'",
};

beforeAll(async () => {
  const owner = await openConnection(server.ownerUrl);
  const name = new URL(server.ownerUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(oddities))
    await owner.query(`alter database ${name} set ${setting} = ${value}`);
  await owner.end();
});

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

  it("writes dates into JSON as they were written, also from days when the server's zone counted seconds", () =>
    opened(server.appUrl, async (database) => {
      const at = new Date("1900-06-01T00:00:00Z");
      const read = "select $1::timestamptz as at, json_build_object('at', $1::timestamptz) as kept";
      const [row] = await database.query<{ at: Date; kept: { at: string } }>(read, [at]);
      expect([row?.at, new Date(row?.kept.at ?? "")]).toEqual([at, at]);
    }));

  it("writes dates as they are, also where the machine's zone counted seconds", () => {
    const program = `
      import { Database } from ${JSON.stringify(new URL("../../dist/db/database.js", import.meta.url).href)};
      const database = await Database.open(${JSON.stringify(server.appUrl)}, 1);
      const [row] = await database.query("select $1::timestamptz as at", [new Date("1900-06-01T00:00:00Z")]);
      process.stdout.write(row.at.toISOString());
      await database.close();`;
    const options = { env: { ...process.env, TZ: "America/St_Johns" }, encoding: "utf8" } as const;
    const written = execFileSync(process.execPath, ["--input-type=module", "--eval", program], options);
    expect(written).toBe("1900-06-01T00:00:00.000Z");
  });

  it("adds days of 24 hours, also where the server's clocks change", () =>
    opened(server.appUrl, async (database) => {
      const added = "'2027-03-13T12:00Z'::timestamptz + interval '1 day' as at";
      expect(await database.query(`select ${added}`)).toEqual([{ at: new Date("2027-03-14T12:00:00Z") }]);
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
