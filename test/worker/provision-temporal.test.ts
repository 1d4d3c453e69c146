import { once } from "node:events";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, it } from "@jest/globals";
import { Client, Connection } from "@temporalio/client";
import pino from "pino";
import { provisionTemporal } from "../../src/worker/provision-temporal.js";
import { provisionOnceThere, reachTemporal } from "../../src/worker/reach-temporal.js";
import { closedAfterTest, forAllTests } from "../support/for-tests.js";
import { startGateway } from "../support/gateway.js";
import { createNamespace, registerNamespace } from "../support/namespace.js";

const log = pino({ level: "silent" });
const temporal = forAllTests(() => createNamespace({ bare: true }));

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
  const gateway = closedAfterTest(await startGateway(Number(temporal.address.split(":")[1]), { open: false }));
  const address = `127.0.0.1:${gateway.port}`;
  const { signal } = new AbortController();
  const reached = reachTemporal({ address, connectTimeout: 500 }, spoken, signal);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  gateway.restore();
  await (await reached).close();
  expect(lines).toEqual(["Temporal doesn't answer; waiting for it", "Temporal answers"]);
});

it("says what a Temporal answers that refuses the API key", async () => {
  const server = createHttp2Server();
  const refusal = { "grpc-status": "7", "grpc-message": "Request unauthorized." };
  server.on("stream", (stream) =>
    stream.respond({ ":status": 200, "content-type": "application/grpc", ...refusal }, { endStream: true }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stopping = new AbortController();
  const reason = new Promise<string>((resolve) => {
    const spoken = pino({}, { write: (line: string) => resolve(JSON.parse(line).reason) });
    reachTemporal({ address: `127.0.0.1:${port}`, apiKey: "x", tls: false }, spoken, stopping.signal).catch(() => {});
  });
  expect(await reason).toMatch(/Request unauthorized/);
  stopping.abort();
  server.close();
});

it("waits for a namespace that isn't there, and says what to do once", async () => {
  const lines: string[] = [];
  const spoken = pino({ level: "info" }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const connection = closedAfterTest(await Connection.connect({ address: temporal.address }));
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
});

it("gives up waiting when the worker is to end", async () => {
  const stopping = new AbortController();
  const reached = reachTemporal({ address: "127.0.0.1:9" }, log, stopping.signal);
  stopping.abort();
  await expect(reached).rejects.toThrow();
});
