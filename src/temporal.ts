import { loadClientConnectConfig } from "@temporalio/envconfig";
import type { Config } from "./config.js";

/** How API and worker reach Temporal: TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, with TLS and API key from Temporal's own settings. */
export function temporalSettings(config: Config) {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return {
    connectionOptions: {
      ...connectionOptions,
      address: config.TEMPORAL_ADDRESS ?? connectionOptions.address ?? `127.0.0.1:${config.TEMPORAL_PORT}`,
    },
    namespace: namespace ?? config.TEMPORAL_NAMESPACE,
  };
}
