import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { v7 as uuidv7 } from "uuid";
import { createOrganization } from "../../src/admin/provision.js";
import { Database } from "../../src/db/database.js";
import { Contact } from "../../src/db/entities/contact.js";
import { Guard, GuardBroken } from "../../src/db/guard.js";
import { transact } from "../../src/db/transact.js";
import { UnitOfWork } from "../../src/db/unit-of-work.js";
import { createTestDatabase } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";

const server = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(server.appUrl, 3));
let organizationId: string;

beforeAll(async () => {
  ({ organizationId } = await createOrganization(database, { name: "Studio Prova" }));
});
beforeEach(() => name("Studio Prova"));

const name = (to: string) => database.query("update organization set name = $2 where id = $1", [organizationId, to]);
/** That the organization has its name still. */
const guard = () =>
  new Guard("exists (select from organization where id = $1 and name = $2)", [organizationId, "Studio Prova"]);
const numbers = "select n from generate_series(1, $1::int) n order by n desc";
const contact = { role: "client" as const, emails: [], phones: [] };
const contactsNamed = (like: string) =>
  database.query("select id from contact where organization_id = $1 and name = $2", [organizationId, like]);

it("is proven by the first row of a query, whose rows stay as they are and in their order", async () => {
  const holding = guard();
  const unit = new UnitOfWork(database, null, { guard: holding });
  expect(await unit.query(numbers, [3])).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }]);
  expect(holding.isProven).toBe(true);
});

it("is not proven by a query without rows, and then by the commit", async () => {
  const holding = guard();
  const rows = await transact(database, null, (unit) => unit.query(numbers, [0]), { guard: holding });
  expect([rows, holding.isProven]).toEqual([[], true]);
  await name("Altro studio");
  // Of the second, Postgres sees that it finds nothing before it looks at the condition.
  for (const text of [numbers, "select n from generate_series(1, $1::int) n where false"]) {
    const broken = transact(database, null, (unit) => unit.query(text, [0]), { guard: guard() });
    await expect(broken).rejects.toBeInstanceOf(GuardBroken);
  }
});

it("refuses a query that would find rows, and a unit that did nothing", async () => {
  await name("Altro studio");
  for (const work of [(unit: UnitOfWork) => unit.query(numbers, [3]), async () => []]) {
    const broken = guard();
    await expect(transact(database, null, work, { guard: broken })).rejects.toBeInstanceOf(GuardBroken);
    expect(broken.isProven).toBe(false);
  }
});

it("is part of the statement that writes: a broken one leaves nothing written", async () => {
  const write = async (unit: UnitOfWork) => {
    unit.insert(Contact, { ...contact, organizationId, name: "Anna Prova" });
  };
  const holding = guard();
  await transact(database, null, write, { guard: holding });
  expect([holding.isProven, (await contactsNamed("Anna Prova")).length]).toEqual([true, 1]);
  await name("Altro studio");
  await expect(transact(database, null, write, { guard: guard() })).rejects.toBeInstanceOf(GuardBroken);
  expect(await contactsNamed("Anna Prova")).toHaveLength(1);
});

it("is proven anew before the work is done again", async () => {
  let times = 0;
  const sameOrganization = "insert into organization select * from organization where id = $1";
  const broken = transact(
    database,
    null,
    async (unit) => {
      times++;
      await unit.query(numbers, [1]);
      await name("Altro studio");
      await unit.execute(sameOrganization, [organizationId]);
    },
    { guard: guard() },
  );
  await expect(broken).rejects.toBeInstanceOf(GuardBroken);
  expect(times).toBe(1);
});

it("rolls back what was written at once, if it broke in between", async () => {
  const insert = `insert into contact (organization_id, id, created_at, updated_at, name, role, emails, phones)
    values ($1, $2, now(), now(), 'Bruno Prova', 'client', '{}', '{}')`;
  const broken = transact(
    database,
    null,
    async (unit) => {
      await unit.execute(insert, [organizationId, uuidv7()]);
      await name("Altro studio");
    },
    { guard: guard() },
  );
  await expect(broken).rejects.toBeInstanceOf(GuardBroken);
  expect(await contactsNamed("Bruno Prova")).toEqual([]);
});

it("lets the work run again that it refused, if it holds again by then", async () => {
  await name("Altro studio");
  const holding = guard();
  let attempts = 0;
  const work = async (unit: UnitOfWork) => {
    attempts++;
    const found = unit.query(numbers, [1]);
    await found.catch(() => name("Studio Prova"));
    return found;
  };
  expect(await transact(database, null, work, { guard: holding })).toEqual([{ n: 1 }]);
  expect([attempts, holding.isProven]).toEqual([2, true]);
});
