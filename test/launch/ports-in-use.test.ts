import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import { loadConfig } from "../../src/config.js";
import { checkPorts } from "../../src/launch/ports-in-use.js";
import { freePort } from "../support/ports.js";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const takenPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    servers.push(server);
  });

it("names each port that another program has, what needs it, and by which setting it is changed", async () => {
  const [temporal, ui] = [await takenPort(), await takenPort()];
  const config = loadConfig({
    PORT: String(await freePort()),
    TEMPORAL_PORT: String(temporal),
    TEMPORAL_UI_PORT: String(ui),
  });
  await expect(checkPorts(config)).rejects.toThrow(
    new RegExp(
      `^In use by another program: port ${temporal} \\(TEMPORAL_PORT\\), which the embedded Temporal needs; ` +
        `port ${ui} \\(TEMPORAL_UI_PORT\\), which Temporal's Web UI needs\\. ` +
        "End that program, or set free ports, such as TEMPORAL_PORT=\\d+ TEMPORAL_UI_PORT=\\d+\\.$",
    ),
  );
});
