import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { DataSource } from "typeorm";
import { toActionError } from "../../src/api/failures.js";
import { createDataSource, poolOf } from "../../src/db/data-source.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.appUrl, 1, 300).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

it("takes a Postgres that doesn't answer for one out of reach, in and out of a transaction, and recovers", async () => {
  const slow = "select pg_sleep(30)";
  const alone = await poolOf(dataSource)
    .query(slow)
    .catch((error: unknown) => error);
  const unit = new UnitOfWork(dataSource);
  const inTransaction = await unit.execute(slow, []).catch((error: unknown) => error);
  await unit.release();
  for (const error of [alone, inTransaction]) expect(toActionError(error).code).toBe("unavailable");
  expect((await poolOf(dataSource).query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});
