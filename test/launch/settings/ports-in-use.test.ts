import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, it } from "@jest/globals";
import { loadConfig } from "../../../src/config.js";
import { checkPorts } from "../../../src/launch/settings/ports-in-use.js";
import { closedAfterTest } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";
import { freePort } from "../../support/ports.js";

const takenPort = async () => closedAfterTest(await listening(createServer())).port;

it("names each port that another program has, what needs it, and by which setting it is changed", async () => {
  const [temporal, ui] = [await takenPort(), await takenPort()];
  const config = loadConfig({
    PORT: String(await freePort()),
    TEMPORAL_PORT: String(temporal),
    TEMPORAL_UI_PORT: String(ui),
  });
  await expect(checkPorts(config, null)).rejects.toThrow(
    new RegExp(
      `^In use by another program: port ${temporal} \\(TEMPORAL_PORT\\), which the embedded Temporal needs; ` +
        `port ${ui} \\(TEMPORAL_UI_PORT\\), which Temporal's Web UI needs\\. ` +
        "End that program, or set free ports, such as TEMPORAL_PORT=\\d+ TEMPORAL_UI_PORT=\\d+\\.$",
    ),
  );
});

it("refuses two settings of the same port, naming both", async () => {
  const config = loadConfig({ PORT: "4401", TEMPORAL_UI_PORT: "4401" });
  await expect(checkPorts(config, null)).rejects.toThrow(
    /^Each part needs a port of its own: PORT and TEMPORAL_UI_PORT are 4401\. /,
  );
});

/** Linux alone keeps ports for root, and a container may keep none. */
const keptPorts =
  process.platform === "linux" ? Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8")) : 0;

(keptPorts > 80 ? it : it.skip)(
  "tells ports that are root's, also where root starts the program for another user",
  async () => {
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
    const config = loadConfig({ PORT: "79", METRICS_PORT: "78", TEMPORAL_ADDRESS: "127.0.0.1:1" });
    await expect(checkPorts(config, nobody)).rejects.toThrow(
      "Only root's programs may open: port 79 (PORT), which Pratica itself needs; port 78 (METRICS_PORT), which the API's metrics needs. " +
        "Set higher ports, such as PORT=8079 METRICS_PORT=8078; a proxy may pass requests on (docs/deploy.md).",
    );
  },
);
