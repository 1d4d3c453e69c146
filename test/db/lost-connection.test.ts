import { expect, it } from "@jest/globals";
import { migrations } from "../../src/db/migrations/index.js";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { createTestDatabase, openPool } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";

const database = forAllTests(createTestDatabase);
const pool = forAllTests(() => openPool(database.ownerUrl));

/** Ends the connection that holds the lock of those who prepare a database, while its migrations run by another. */
class Cutting {
  name = "Cutting4102444800000" as const;
  async up(): Promise<void> {
    await pool.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  async down(): Promise<void> {}
}

it("says that the connection broke, rather than end the process", async () => {
  const prepared = prepareDatabase(database.ownerUrl, undefined, [...migrations, Cutting] as typeof migrations);
  await expect(prepared).rejects.toThrow(
    /^The connection to Postgres broke while the database was being prepared: .*Start again/,
  );
});
