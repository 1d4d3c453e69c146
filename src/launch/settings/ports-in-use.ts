import { type Config, metricsPort } from "../../config.js";
import type { Account } from "../lesser-user/account.js";
import { mayListen } from "../lesser-user/rights.js";
import { obstacleTo } from "../ports.js";

interface PortSetting {
  setting: string;
  /** whose port it is */
  part: string;
  port: number;
  hosts?: string[] | undefined;
}

/**
 * Checks that every port is free, and none is root's that our programs open as another user.
 * @param account the user of our programs; null: that of the launcher
 * @throws Error naming all ports that two settings share or another program uses, or all that are root's, with their settings
 */
export async function checkPorts(config: Config, account: Account | null): Promise<void> {
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
  const closed: PortSetting[] = [];
  for (const setting of settings) {
    const obstacle = await obstacleTo(setting.port, setting.hosts);
    const isClosed = account && setting.port < lowestOpenPort && api.includes(setting) && !mayListen(account, setting);
    if (obstacle === "EACCES" || (!obstacle && isClosed)) closed.push(setting);
    else if (obstacle) taken.push(setting);
  }
  if (closed.length > 0) throw new Error(rootsOnly(closed));
  if (taken.length > 0) throw new Error(inUse(taken));
}

/** Those below are root's, unless the system was told otherwise. */
const lowestOpenPort = 1024;

const named = (settings: readonly PortSetting[]): string =>
  settings.map(({ setting, part, port }) => `port ${port} (${setting}), which ${part} needs`).join("; ");

const suggested = (settings: readonly PortSetting[]): string =>
  settings.map(({ setting, port }) => `${setting}=${another(port)}`).join(" ");

function another(port: number): number {
  if (port < lowestOpenPort) return port + 8_000;
  return port < 65_435 ? port + 100 : port - 100;
}

const rootsOnly = (closed: readonly PortSetting[]): string =>
  `Only root's programs may open: ${named(closed)}. Set higher ports, such as ${suggested(closed)}; a proxy may pass requests on (docs/deploy.md).`;

const inUse = (taken: readonly PortSetting[]): string =>
  `In use by another program: ${named(taken)}. End that program, or set free ports, such as ${suggested(taken)}.`;

function checkDifferent(settings: PortSetting[]): void {
  const shared = [...new Set(settings.map(({ port }) => port))].flatMap((port) => {
    const names = settings.filter((other) => other.port === port).map(({ setting }) => setting);
    return names.length > 1 ? [`${names.join(" and ")} are ${port}`] : [];
  });
  if (shared.length === 0) return;
  throw new Error(`Each part needs a port of its own: ${shared.join("; ")}. Set different ones.`);
}
