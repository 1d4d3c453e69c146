import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { withNewPostgres } from "../../src/admin/embedded-postgres.js";
import { openConnection } from "../support/database.js";

const folder = mkdtempSync(path.join(tmpdir(), "pratica-new-postgres-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a restore says why Postgres ended meanwhile, and leaves nothing", async () => {
  const dataDir = path.join(folder, "data");
  const restored = withNewPostgres(dataDir, "a password", async (ownerUrl) => {
    const client = await openConnection(ownerUrl);
    client.on("error", () => undefined);
    // Like a full disk it is met where a change is written, and ends the server.
    rmSync(path.join(dataDir, "postgres", "pg_wal"), { recursive: true });
    await client.query("select pg_switch_wal()");
    await client.query("create table some (n int)");
  });
  await expect(restored).rejects.toThrow(/^Postgres ended: could not .*pg_wal/);
  expect(readdirSync(dataDir)).toEqual([]);
});
