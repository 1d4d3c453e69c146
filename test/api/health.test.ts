import { expect, it } from "@jest/globals";
import pino from "pino";
import { leave } from "../../src/channels/reader/place.js";
import { databaseState, workerState } from "../../src/db/state.js";
import { tryWrite } from "../../src/db/write-probe.js";
import { hourMs } from "../../src/domain/calendar/durations.js";
import { giveSignsOfLife } from "../../src/worker/sign-of-life.js";
import { startApi } from "../support/caller.js";
import { openConnection, openPool } from "../support/database.js";
import { organization } from "../support/factories.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { testServers } from "../support/servers.js";
import { withClockSet } from "../support/set-clock.js";

const api = forAllTests(startApi);

const readiness = async () => {
  const answer = await fetch(`${api.url}/readyz`);
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
};
const metric = async (name: string) => {
  const [, value] = new RegExp(`^${name} (.+)$`, "m").exec(await (await fetch(`${api.url}/metrics`)).text()) ?? [];
  return Number(value);
};

it("says when no worker was seen, and when one was", async () => {
  expect(await readiness()).toEqual([200, expect.objectContaining({ status: "ready", worker: "never seen" })]);
  expect(await metric("pratica_worker_seconds_since_seen")).toBe(-1);
  await giveSignsOfLife(api.app.database, pino({ level: "silent" })).stop();
  expect(await readiness()).toEqual([200, expect.objectContaining({ worker: "ok" })]);
  await api.pool.query("update worker_seen set seen_at = now() - interval '90 seconds'");
  const [, { worker }] = await readiness();
  expect(worker).toMatch(/^not seen for 9\d s$/);
  expect(await metric("pratica_worker_seconds_since_seen")).toBeGreaterThanOrEqual(90);
  // Of a worker that ended before the clock was set back.
  await api.pool.query("insert into worker_seen values (gen_random_uuid(), now(), now() + interval '1 hour')");
  expect((await readiness())[1].worker).toMatch(/^not seen for 9\d s$/);
  expect(await metric("pratica_worker_seconds_since_seen")).toBeGreaterThanOrEqual(90);
  expect(workerState(44)).toBe("ok");
});

it("says that Temporal is there without its namespace", async () => {
  const lost = await startApi({ beside: api, settings: { TEMPORAL_NAMESPACE: "lost" } });
  expect(await (await fetch(`${api.url}/readyz`)).json()).toMatchObject({ status: "ready", temporal: "ok" });
  const readyz = await fetch(`${lost.url}/readyz`);
  const said = await readyz.json();
  await lost.close();
  expect([readyz.status, said]).toEqual([
    200,
    expect.objectContaining({ status: "ready", temporal: "has no namespace lost" }),
  ]);
});

it("counts the mailboxes that are read, and those that can't be", async () => {
  const org = await organization(api);
  const set = "insert into mail_channel (organization_id, channel, settings, updated_at) values ($1, $2, '', now())";
  const reading = `insert into mailbox_reading (organization_id, channel, mailbox, read_at, error, held_by, held_until)
    values ($1, $2, 'm', now() - $3 * interval '1 second', $4, 'worker', now() + interval '5 minutes')`;
  for (const channel of ["email", "pec", "sms"]) await api.pool.query(set, [org.organizationId, channel]);
  await api.pool.query(reading, [org.organizationId, "email", 10, null]);
  await api.pool.query(reading, [org.organizationId, "pec", 300, "the mail server refused the login"]);
  await api.pool.query(reading, [org.organizationId, "sms", 900, null]);
  expect(await metric("pratica_mailboxes_read")).toBe(1);
  expect(await metric("pratica_mailboxes_failing")).toBe(1);
  expect(await metric("pratica_mailboxes_oldest_reading_seconds")).toBeGreaterThanOrEqual(300);
  expect(await metric("pratica_mailboxes_oldest_reading_seconds")).toBeLessThan(900);
  await leave(api.app.database, { organizationId: org.organizationId, channel: "pec", holder: "worker" });
  expect(await metric("pratica_mailboxes_failing")).toBe(0);
  expect(await metric("pratica_mailboxes_oldest_reading_seconds")).toBeLessThan(300);
});

it("tells the program's version", async () => {
  expect(await metric('pratica_build_info\\{version="[0-9.]+"\\}')).toBe(1);
});

it("isn't ready without one of its tables, and says which", async () => {
  // As the application's role sees a table that is gone.
  const search = (text: string, values?: unknown[]) =>
    api.app.database.query(
      text,
      values?.map((tables) => [...(tables as string[]), "price_list"]),
    );
  expect(await databaseState({ query: search as typeof api.app.database.query })).toEqual({
    status: "tables missing",
    missingTables: ["price_list"],
  });
});

it("notices that Postgres can't write, by trying", async () => {
  expect(await metric("pratica_database_writable")).toBe(1);
  const administrator = closedAfterTest(await openConnection(testServers().adminUrl));
  const [{ name }] = (await api.pool.query("select current_database() as name")).rows;
  const foundWith = async (setting: string) => {
    await administrator.query(`alter database ${name} ${setting}`);
    const pool = openPool(api.app.config.DATABASE_URL as string);
    const found = await tryWrite(pool);
    await pool.end();
    return found;
  };
  expect(await foundWith("set temp_file_limit = 64")).toBe("disk full");
  expect(await foundWith("set default_transaction_read_only = on")).toBe("not writable");
  await administrator.query(`alter database ${name} reset all`);
});

it("asks anew whether Postgres can write also where the clock was set back an hour", async () => {
  let asked = 0;
  const pool = { query: async () => asked++ } as unknown as Parameters<typeof tryWrite>[0];
  await tryWrite(pool);
  await withClockSet({ passedMs: 4_000, setMs: -hourMs }, () => tryWrite(pool));
  expect(asked).toBe(2);
});
