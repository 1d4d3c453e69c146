import { afterAll, expect, it } from "@jest/globals";
import { Connection } from "@temporalio/client";
import { loadConfig } from "../src/config.js";
import { LastingConnection, temporalSettings } from "../src/temporal.js";
import { eventually } from "./support/eventually.js";
import { closedAfterTest } from "./support/for-tests.js";
import { startGateway } from "./support/gateway.js";
import { freePort } from "./support/ports.js";
import { testServers } from "./support/servers.js";

const variables = ["grpc_proxy", "https_proxy", "http_proxy"];
afterAll(() => {
  for (const name of variables) delete process.env[name];
});

it("Temporal is reached directly where the environment names a proxy", async () => {
  // Where the tests are run with one, this machine is excepted.
  for (const name of ["no_grpc_proxy", "no_proxy"]) delete process.env[name];
  for (const name of variables) process.env[name] = `http://127.0.0.1:${await freePort()}`;
  const { connectionOptions } = temporalSettings(loadConfig({ TEMPORAL_ADDRESS: testServers().temporalAddress }));
  const connection = closedAfterTest(await Connection.connect({ ...connectionOptions, connectTimeout: "5 seconds" }));
  expect(connection.options.address).toBe(testServers().temporalAddress);
});

it("Temporal is reached again after its address took connections and said nothing", async () => {
  const gateway = closedAfterTest(await startGateway(Number(testServers().temporalAddress.split(":")[1])));
  const address = `127.0.0.1:${gateway.port}`;
  const { connectionOptions } = temporalSettings(loadConfig({ TEMPORAL_ADDRESS: address }));
  const connection = closedAfterTest(new LastingConnection(connectionOptions, 500, 200));
  const answers = () =>
    connection.workflowService.getSystemInfo({}).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  gateway.silence();
  expect(await answers()).toBe(false);
  // What is connected now gets no first word either.
  gateway.cut();
  gateway.restore();
  gateway.silence();
  expect(await answers()).toBe(false);
  gateway.restore();
  await eventually(answers);
});

it("a call that waits to be tried again when its connection is closed fails, and ends no program", async () => {
  const { connectionOptions } = temporalSettings(loadConfig({ TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` }));
  const connection = new LastingConnection(connectionOptions, 2_000);
  const called = connection.workflowService.getSystemInfo({});
  await new Promise((resolve) => setTimeout(resolve, 300));
  await connection.close();
  await expect(called).rejects.toThrow("Channel has been shut down");
});
