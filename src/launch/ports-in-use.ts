import type { Config } from "../config.js";
import { isPortFree } from "./ports.js";

interface Wanted {
  setting: string;
  port: number;
  hosts?: string[] | undefined;
}

/** @throws Error naming every port that two settings share or another program listens on, and the settings that change it */
export async function checkPorts(config: Config): Promise<void> {
  const api: Wanted = { setting: "PORT", port: config.PORT, hosts: config.HOST ? [config.HOST] : undefined };
  const temporal = [
    { setting: "TEMPORAL_PORT", port: config.TEMPORAL_PORT, hosts: ["127.0.0.1"] },
    { setting: "TEMPORAL_UI_PORT", port: config.TEMPORAL_UI_PORT, hosts: ["127.0.0.1"] },
  ];
  const wanted: Wanted[] = config.TEMPORAL_ADDRESS ? [api] : [api, ...temporal];
  checkDifferent(wanted);
  const taken: string[] = [];
  for (const { setting, port, hosts } of wanted) {
    if (!(await isPortFree(port, hosts))) taken.push(`${port} (${setting})`);
  }
  if (taken.length > 0)
    throw new Error(`In use by another program: port ${taken.join(", port ")}. End it, or set another port.`);
}

function checkDifferent(wanted: Wanted[]): void {
  const words = [...new Set(wanted.map(({ port }) => port))].flatMap((port) => {
    const settings = wanted.filter((one) => one.port === port).map(({ setting }) => setting);
    return settings.length > 1 ? [`${settings.join(" and ")} are ${port}`] : [];
  });
  if (words.length === 0) return;
  throw new Error(`Each part needs a port of its own: ${words.join("; ")}. Set different ones.`);
}
