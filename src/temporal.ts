import { type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import type { Config } from "./config.js";

const channelArgs = {
  // By default gRPC would try to reconnect only every two minutes after a long outage.
  "grpc.max_reconnect_backoff_ms": 5_000,
  // It would take the environment's https_proxy even to this machine; the worker's own connection never does.
  "grpc.enable_http_proxy": 0,
};

/** How API and worker reach Temporal: TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, with TLS and API key from Temporal's own settings. */
export function temporalSettings(config: Config) {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return {
    connectionOptions: {
      ...connectionOptions,
      address: config.TEMPORAL_ADDRESS ?? connectionOptions.address ?? `127.0.0.1:${config.TEMPORAL_PORT}`,
      channelArgs,
    },
    namespace: namespace ?? config.TEMPORAL_NAMESPACE,
  };
}

type Interceptors = NonNullable<ConnectionOptions["interceptors"]>;

/**
 * For a connection each of whose calls may take only so long, and is tried again meanwhile. The client's own way to say that, `withDeadline`,
 * has Node 20 follow all promises of the program from then on.
 */
export const withinMs = (callTimeoutMs: number): Interceptors => [
  ((options, next) => {
    const latest = Date.now() + callTimeoutMs;
    return next({ ...options, deadline: Math.min(latest, Number(options.deadline ?? latest)) });
  }) as Interceptors[number],
  makeGrpcRetryInterceptor(defaultGrpcRetryOptions()),
];
