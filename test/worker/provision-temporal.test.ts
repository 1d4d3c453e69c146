import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import pino from "pino";
import { provisionTemporal } from "../../src/worker/provision-temporal.js";
import { provisionOnceThere, reachTemporal } from "../../src/worker/reach-temporal.js";
import { startGateway } from "../support/gateway.js";
import { createNamespace, registerNamespace, type TestNamespace } from "../support/namespace.js";

const log = pino({ level: "silent" });
let temporal: TestNamespace;
beforeAll(async () => {
  temporal = await createNamespace({ bare: true });
});
afterAll(() => temporal?.close());

const lay = async () => {
  const connection = await Connection.connect({ address: temporal.address });
  const client = new Client({ connection, namespace: temporal.namespace });
  await provisionTemporal(client, log).finally(() => connection.close());
};
const restoring = () => temporal.client.workflow.getHandle("restore-watchers").describe();

it("gives a new Temporal its search attributes and the sweep, and orders all watchers", async () => {
  await lay();
  const { namespace } = temporal;
  const { customAttributes } = await temporal.client.connection.operatorService.listSearchAttributes({ namespace });
  expect(Object.keys(customAttributes ?? {})).toEqual(
    expect.arrayContaining(["PraticaOrganization", "PraticaProject", "PraticaRecord"]),
  );
  const { spec } = await temporal.client.schedule.getHandle("sweep").describe();
  expect(spec.intervals?.map(({ every }) => every)).toEqual([3_600_000]);
  expect((await restoring()).type).toBe("restoreWatchers");
});

it("leaves one alone that has them", async () => {
  const { runId } = await restoring();
  await temporal.client.workflow.getHandle("restore-watchers").terminate("as if done");
  await lay();
  expect((await restoring()).runId).toBe(runId);
});

it("waits for a Temporal that doesn't answer, and says so once", async () => {
  const lines: string[] = [];
  const spoken = pino({ level: "info" }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const gateway = await startGateway(Number(temporal.address.split(":")[1]), { open: false });
  const address = `127.0.0.1:${gateway.port}`;
  const { signal } = new AbortController();
  const reached = reachTemporal({ address, connectTimeout: 500 }, spoken, signal);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  gateway.restore();
  await (await reached).close();
  expect(lines).toEqual(["Temporal doesn't answer; waiting for it", "Temporal answers"]);
  await gateway.close();
});

it("waits for a namespace that isn't there, and says what to do once", async () => {
  const lines: string[] = [];
  const spoken = pino({ level: "info" }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const connection = await Connection.connect({ address: temporal.address });
  const namespace = `late-${temporal.namespace}`;
  const client = new Client({ connection, namespace });
  const stopping = new AbortController();
  const given = provisionOnceThere(client, spoken, stopping.signal);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await registerNamespace(connection, namespace);
  await given;
  expect(lines[0]).toMatch(/^Temporal has no such namespace: create it, or set TEMPORAL_NAMESPACE/);
  expect(lines.slice(1)).toEqual(["search attributes made in Temporal", "Temporal has the namespace"]);
  const never = provisionOnceThere(new Client({ connection, namespace: `no-${namespace}` }), spoken, stopping.signal);
  stopping.abort();
  await expect(never).rejects.toThrow();
  await connection.close();
});

it("gives up waiting when the worker is to end", async () => {
  const stopping = new AbortController();
  const reached = reachTemporal({ address: "127.0.0.1:9" }, log, stopping.signal);
  stopping.abort();
  await expect(reached).rejects.toThrow();
});
