import { type Config, metricsPort } from "../config.js";
import { isPortFree } from "./ports.js";

interface PortSetting {
  setting: string;
  port: number;
  hosts?: string[] | undefined;
}

/** Checks that every port is free. @throws Error naming all ports that two settings share or another program uses, with their settings */
export async function checkPorts(config: Config): Promise<void> {
  const hosts = config.HOST ? [config.HOST] : undefined;
  const api: PortSetting[] = [{ setting: "PORT", port: config.PORT, hosts }];
  const metrics = metricsPort(config);
  if (metrics !== null && metrics !== config.PORT) api.push({ setting: "METRICS_PORT", port: metrics, hosts });
  if (config.WORKER_METRICS_PORT !== undefined)
    api.push({ setting: "WORKER_METRICS_PORT", port: config.WORKER_METRICS_PORT, hosts: [config.HOST ?? "127.0.0.1"] });
  const temporal = [
    { setting: "TEMPORAL_PORT", port: config.TEMPORAL_PORT, hosts: ["127.0.0.1"] },
    { setting: "TEMPORAL_UI_PORT", port: config.TEMPORAL_UI_PORT, hosts: ["127.0.0.1"] },
  ];
  const settings = config.TEMPORAL_ADDRESS ? api : [...api, ...temporal];
  checkDifferent(settings);
  const taken: string[] = [];
  for (const { setting, port, hosts } of settings) {
    if (!(await isPortFree(port, hosts))) taken.push(`${port} (${setting})`);
  }
  if (taken.length > 0)
    throw new Error(`In use by another program: port ${taken.join(", port ")}. End it, or set another port.`);
}

function checkDifferent(settings: PortSetting[]): void {
  const shared = [...new Set(settings.map(({ port }) => port))].flatMap((port) => {
    const names = settings.filter((other) => other.port === port).map(({ setting }) => setting);
    return names.length > 1 ? [`${names.join(" and ")} are ${port}`] : [];
  });
  if (shared.length === 0) return;
  throw new Error(`Each part needs a port of its own: ${shared.join("; ")}. Set different ones.`);
}
