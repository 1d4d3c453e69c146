import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
import { connected } from "../../src/admin/backup/connected.js";
import { closedAfterTest } from "../support/for-tests.js";
import { listening } from "../support/listening.js";
import { testServers } from "../support/servers.js";

const slowly = (client: { query(text: string): Promise<unknown> }) => client.query("select pg_sleep(60)");

it("gives up on a Postgres that accepts a connection and says nothing", async () => {
  const silent = closedAfterTest(await listening(createServer()));
  const url = `postgres://x@127.0.0.1:${silent.port}/x`;
  await expect(connected(url, "a test", slowly, { connectMs: 300, silenceMs: 60_000 })).rejects.toThrow("timeout");
});

it("gives up on a Postgres that says nothing any more", async () => {
  await expect(
    connected(testServers().adminUrl, "a test", slowly, { connectMs: 60_000, silenceMs: 300 }),
  ).rejects.toThrow("Postgres said nothing");
});

it("takes as long as it needs, whatever was set for the role", async () => {
  const url = new URL(testServers().adminUrl);
  url.searchParams.set("options", "-c transaction_timeout=100 -c statement_timeout=100 -c datestyle=German");
  const read = (client: { query(text: string): Promise<{ rows: { day: string }[] }> }) =>
    client.query("select '2026-12-10'::date::text as day from pg_sleep(0.3)");
  expect((await connected(url.href, "a test", read)).rows).toEqual([{ day: "2026-12-10" }]);
});
