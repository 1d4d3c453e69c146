import { type Config, metricsPort } from "../config.js";
import { isPortFree } from "./ports.js";

interface PortSetting {
  setting: string;
  /** whose port it is */
  part: string;
  port: number;
  hosts?: string[] | undefined;
}

/** Checks that every port is free. @throws Error naming all ports that two settings share or another program uses, with their settings */
export async function checkPorts(config: Config): Promise<void> {
  const hosts = config.HOST ? [config.HOST] : undefined;
  const api: PortSetting[] = [{ setting: "PORT", part: "Pratica itself", port: config.PORT, hosts }];
  const metrics = metricsPort(config);
  if (metrics !== null && metrics !== config.PORT)
    api.push({ setting: "METRICS_PORT", part: "the API's metrics", port: metrics, hosts });
  if (config.WORKER_METRICS_PORT !== undefined)
    api.push({
      setting: "WORKER_METRICS_PORT",
      part: "the worker's metrics",
      port: config.WORKER_METRICS_PORT,
      hosts: [config.HOST ?? "127.0.0.1"],
    });
  const temporal = [
    { setting: "TEMPORAL_PORT", part: "the embedded Temporal", port: config.TEMPORAL_PORT, hosts: ["127.0.0.1"] },
    { setting: "TEMPORAL_UI_PORT", part: "Temporal's Web UI", port: config.TEMPORAL_UI_PORT, hosts: ["127.0.0.1"] },
  ];
  const settings = config.TEMPORAL_ADDRESS ? api : [...api, ...temporal];
  checkDifferent(settings);
  const taken: PortSetting[] = [];
  for (const setting of settings) if (!(await isPortFree(setting.port, setting.hosts))) taken.push(setting);
  if (taken.length > 0) throw new Error(inUse(taken));
}

const inUse = (taken: readonly PortSetting[]): string => {
  const each = taken.map(({ setting, part, port }) => `port ${port} (${setting}), which ${part} needs`);
  const others = taken.map(({ setting, port }) => `${setting}=${port < 65_435 ? port + 100 : port - 100}`);
  return `In use by another program: ${each.join("; ")}. End that program, or set free ports, such as ${others.join(" ")}.`;
};

function checkDifferent(settings: PortSetting[]): void {
  const shared = [...new Set(settings.map(({ port }) => port))].flatMap((port) => {
    const names = settings.filter((other) => other.port === port).map(({ setting }) => setting);
    return names.length > 1 ? [`${names.join(" and ")} are ${port}`] : [];
  });
  if (shared.length === 0) return;
  throw new Error(`Each part needs a port of its own: ${shared.join("; ")}. Set different ones.`);
}
