import { afterAll, expect, it } from "@jest/globals";
import { Connection } from "@temporalio/client";
import { loadConfig } from "../src/config.js";
import { temporalSettings } from "../src/temporal.js";
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
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: "5 seconds" });
  expect(connection.options.address).toBe(testServers().temporalAddress);
  await connection.close();
});
