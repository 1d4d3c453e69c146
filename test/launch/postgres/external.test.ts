import { expect, it } from "@jest/globals";
import { externalPostgres } from "../../../src/launch/postgres/external.js";
import { testServers } from "../../support/servers.js";

const { signal } = new AbortController();

it("says why a Postgres that is there can't be used, which waiting won't change", async () => {
  const url = new URL(testServers().adminUrl);
  url.searchParams.set("sslmode", "verify-full");
  await expect(externalPostgres(url.href, signal, 100)).rejects.toThrow(
    `Postgres of DATABASE_URL (${url.host}/postgres): an answer: not after 0 s: The server does not support SSL connections`,
  );
});

it("finds one that answers", async () => {
  const { adminUrl } = testServers();
  expect(await externalPostgres(adminUrl, signal)).toBe(adminUrl);
});
