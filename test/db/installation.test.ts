import { expect, it } from "@jest/globals";
import { loadConfig } from "../../src/config.js";
import { Database } from "../../src/db/database.js";
import { acceptSecretKey, checkSecretKey } from "../../src/db/installation.js";
import { madeTables } from "../../src/db/preparation/made-tables.js";
import { prepareDatabase } from "../../src/db/preparation/prepare.js";
import { createTestDatabase } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";

const test = forAllTests(createTestDatabase);
const database = forAllTests(() => Database.open(test.appUrl, 1));

it("knows the SECRET_KEY of its first start again, until another one is accepted", async () => {
  const [first, other] = ["ab", "cd"].map((pair) => loadConfig({ SECRET_KEY: pair.repeat(32) }));
  const check = (config = first) => checkSecretKey(database, config as NonNullable<typeof first>);
  await check();
  await check();
  await expect(check(other)).rejects.toThrow(/SECRET_KEY isn't the key .* secrets\.json .* secret-key accept/);
  await acceptSecretKey(database, other?.SECRET_KEY as string);
  await check(other);
  await expect(check()).rejects.toThrow(/SECRET_KEY isn't the key/);
});

it("is seen to have been restored where it lies in another place than before", async () => {
  const marks = () =>
    database.query<{ restored: boolean; wanted: boolean }>(
      "select restored_at is not null as restored, repair_wanted_at is not null as wanted from installation",
    );
  expect(await marks()).toEqual([{ restored: false, wanted: false }]);
  // The template was prepared, and this is its copy.
  await prepareDatabase(test.ownerUrl);
  expect(await marks()).toEqual([{ restored: true, wanted: true }]);
  await database.query("update installation set repair_wanted_at = null");
  await prepareDatabase(test.ownerUrl);
  expect(await marks()).toEqual([{ restored: true, wanted: false }]);
});

it("isn't called up to date while one of its tables is missing", async () => {
  const made = await database.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1",
  );
  expect(await madeTables()).toEqual(made.map(({ name }) => name));
  const owner = await Database.open(test.ownerUrl, 1);
  await owner.query("drop table price_book_entry, search_word");
  await owner.close();
  await expect(prepareDatabase(test.ownerUrl)).rejects.toThrow(/lacks price_book_entry, search_word, though/);
});
