import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import pg from "pg";
import { findExecutable } from "../../src/launch/temporal/find-executable.js";
import { temporalCli } from "../../src/launch/temporal/tools.js";
import { startApi } from "../support/caller.js";
import { openConnection } from "../support/database.js";
import { eventually } from "../support/eventually.js";
import { organization } from "../support/factories.js";
import { testServers } from "../support/servers.js";
import { startSmtp } from "../support/smtp.js";
import { buildTemporal, composeSettings, findGo, runScript, startTemporalServer } from "../support/temporal-server.js";
import { startWorkers } from "../support/worker.js";

const deploy = fileURLToPath(new URL("../../deploy/temporal", import.meta.url));
const namespace = "pratica";

async function temporalCommand(): Promise<string> {
  for await (const found of findExecutable(temporalCli, () => undefined, new AbortController().signal)) return found;
  throw new Error("there is no temporal command");
}

/** Sends a message by the product's API and worker, over this server. */
async function sendMessage(address: string): Promise<void> {
  const smtp = await startSmtp();
  const api = await startApi({ relay: true, through: { temporal: { address, namespace } } });
  const connection = await NativeConnection.connect({ address });
  const workers = await startWorkers(connection, namespace, api.app.database, smtp.url);
  try {
    const org = await organization(api);
    const { message } = await org.ok("send_message", { to: "cliente@example.test", body: "Buongiorno" });
    await smtp.waitFor(1);
    const sent = "select from message where id = $1 and status = 'sent'";
    await eventually(async () => (await api.pool.query(sent, [message.id])).rowCount);
  } finally {
    await workers.close();
    await connection.close();
    await api.close();
    await smtp.close();
  }
}

it("the scripts and settings of docker-compose.yml make a server on Postgres that the product works with", async () => {
  const go = findGo();
  if (!go) {
    process.stdout.write("Not run: Temporal's server is built from its sources, which needs go.\n");
    return;
  }
  const { bin, schemaDir } = buildTemporal(go);
  const commands = mkdtempSync(path.join(tmpdir(), "pratica-commands-"));
  symlinkSync(await temporalCommand(), path.join(commands, "temporal"));
  const PATH = `${commands}:${bin}:${process.env.PATH}`;
  const { hostname, port } = new URL(testServers().adminUrl);
  const owner = await openConnection(testServers().adminUrl);
  // The tests' Postgres hashes passwords once; Temporal's driver refuses a server that asks for less than Postgres' own 4,096 times.
  await owner.query("set scram_iterations = 4096");
  await owner.query("create role temporal login createdb password 'temporal'");
  const start = (more: Record<string, string> = {}) =>
    startTemporalServer(bin, {
      ...composeSettings("temporal"),
      DB_PORT: port,
      POSTGRES_SEEDS: hostname,
      POSTGRES_PWD: "temporal",
      BIND_ON_IP: "127.0.0.1",
      DYNAMIC_CONFIG_FILE_PATH: path.join(deploy, "dynamic-config.yaml"),
      ...more,
    });
  let server: Awaited<ReturnType<typeof start>> | undefined;
  try {
    const where = { SQL_HOST: hostname, SQL_PORT: port, SQL_PASSWORD: "temporal", SCHEMA_DIR: schemaDir, PATH };
    await runScript("lay-schema.sh", where);
    await runScript("lay-schema.sh", where);
    server = await start();
    const at = { TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: namespace, PATH };
    for (const _ of [1, 2])
      expect(await runScript("prepare-namespace.sh", at)).toContain("The namespace pratica is ready.");
    await sendMessage(server.address);
    const shards = "select max(shard_id)::int as n from shards";
    const temporal = new pg.Client({
      host: hostname,
      port: Number(port),
      user: "temporal",
      password: "temporal",
      database: "temporal",
    });
    await temporal.connect();
    expect((await temporal.query(shards)).rows).toEqual([{ n: 512 }]);
    await temporal.end();
    await server.stop();

    // Another number of shards than the first start's is no harm: the first one stays.
    server = await start({ NUM_HISTORY_SHARDS: "16" });
    await runScript("prepare-namespace.sh", { ...at, TEMPORAL_ADDRESS: server.address });
    await sendMessage(server.address);
    expect(server.log()).toMatch(/"ignored-value":16,"value":512/);
  } catch (error) {
    process.stdout.write(server?.log().slice(-4_000) ?? "");
    throw error;
  } finally {
    await server?.stop();
    for (const name of ["temporal", "temporal_visibility"])
      await owner.query(`drop database if exists ${name} with (force)`);
    await owner.query("drop role temporal");
    await owner.end();
    rmSync(commands, { recursive: true });
  }
}, 1_500_000);
