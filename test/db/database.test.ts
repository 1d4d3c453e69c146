import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Database } from "../../src/db/database.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { isUnreachable } from "../../src/db/unreachable.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  database = await Database.open(server.appUrl, 1, 300);
});
afterAll(async () => {
  await database?.close();
  await server?.drop();
});

it("takes a Postgres that doesn't answer for one out of reach, in and out of a transaction, and recovers", async () => {
  const slow = "select pg_sleep(30)";
  const alone = await database.query(slow).catch((error: unknown) => error);
  const unit = new UnitOfWork(database);
  const inTransaction = await unit.execute(slow, []).catch((error: unknown) => error);
  await unit.release();
  for (const error of [alone, inTransaction]) expect(isUnreachable(error)).toBe(true);
  expect(await database.query("select 1 as n")).toEqual([{ n: 1 }]);
});
