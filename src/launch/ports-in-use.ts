import type { Config } from "../config.js";
import { isPortFree } from "./ports.js";

/** @throws Error naming every port that another program listens on, and the setting that changes it */
export async function checkPorts(config: Config): Promise<void> {
  const api = { setting: "PORT", port: config.PORT, hosts: config.HOST ? [config.HOST] : undefined };
  const temporal = [
    { setting: "TEMPORAL_PORT", port: config.TEMPORAL_PORT, hosts: ["127.0.0.1"] },
    { setting: "TEMPORAL_UI_PORT", port: config.TEMPORAL_UI_PORT, hosts: ["127.0.0.1"] },
  ];
  const wanted = config.TEMPORAL_ADDRESS ? [api] : [api, ...temporal];
  const taken: string[] = [];
  for (const { setting, port, hosts } of wanted) {
    if (!(await isPortFree(port, hosts))) taken.push(`${port} (${setting})`);
  }
  if (taken.length > 0)
    throw new Error(`In use by another program: port ${taken.join(", port ")}. End it, or set another port.`);
}
