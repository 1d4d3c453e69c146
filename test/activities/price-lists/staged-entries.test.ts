import { expect, it } from "@jest/globals";
import { StagedEntries } from "../../../src/activities/price-lists/staged-entries.js";
import { Database } from "../../../src/db/database.js";
import { createTestDatabase, openConnection } from "../../support/database.js";
import { eventually } from "../../support/eventually.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { startGateway } from "../../support/gateway.js";

it("fails, and does not end its thread, where the database goes away while entries are sent", async () => {
  const { appUrl, ownerUrl } = closedAfterTest(await createTestDatabase());
  const direct = new URL(appUrl);
  const gateway = closedAfterTest(await startGateway(Number(direct.port)));
  direct.port = String(gateway.port);
  const session = closedAfterTest(await Database.open(direct.href, 1));
  const owner = closedAfterTest(await openConnection(ownerUrl));
  const staged = await StagedEntries.begin(session);
  await session.pool.query(`create function pg_temp.linger() returns trigger language plpgsql as
      $$ begin perform pg_sleep(600); return new; end $$;
    create trigger linger before insert on incoming_price for each row execute function pg_temp.linger()`);
  await staged.add([
    { code: "A.1", chapter: null, description: "Scavo", unit: "mc", price: 12.5, labourPct: null, safetyPct: null },
  ]);
  const sent = staged.send().catch((error: Error) => error);
  await eventually(async () => {
    const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
    return (await owner.query(sleeping)).rowCount;
  });
  gateway.cut();
  expect(await sent).toBeInstanceOf(Error);
});

it("keeps texts as Postgres can: without NUL and halves of letters, escaped, and no longer than the actions take", async () => {
  const { appUrl } = closedAfterTest(await createTestDatabase());
  const session = closedAfterTest(await Database.open(appUrl, 1));
  const staged = await StagedEntries.begin(session);
  const entry = { chapter: null, unit: "mc", price: 1, labourPct: null, safetyPct: null };
  await staged.add([
    { ...entry, code: "A".repeat(301), description: "Scavo\0 a\tmano \ud83d, \\N\r\n compreso il trasporto" },
    { ...entry, code: "", description: "" },
  ]);
  await staged.send();
  const { rows } = await session.pool.query("select code, chapter, description from incoming_price order by n");
  expect(rows).toEqual([
    { code: "A".repeat(300), chapter: null, description: "Scavo a\tmano \ufffd, \\N\r\n compreso il trasporto" },
    { code: null, chapter: null, description: "" },
  ]);
});
