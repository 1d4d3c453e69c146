import {
  Connection,
  type ConnectionLike,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  isGrpcDeadlineError,
  type Metadata,
  makeGrpcRetryInterceptor,
} from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import type { Config } from "./config.js";

const channelArgs = {
  // By default gRPC would try to reconnect only every two minutes after a long outage.
  "grpc.max_reconnect_backoff_ms": 5_000,
  // It would take the environment's https_proxy even to this machine; the worker's own connection never does.
  "grpc.enable_http_proxy": 0,
  // By default all connections of a program to one address share what they open, also what never gets an answer.
  "grpc.use_local_subchannel_pool": 1,
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
type Interceptor = Interceptors[number];

/** Fails a call that is tried again after its connection was closed: there gRPC throws, out of a timer, and that would end the program. */
const unlessClosed = ((options, next) => {
  try {
    return next(options);
  } catch (error) {
    const start: ReturnType<Interceptor>["start"] = (metadata, listener) => {
      listener?.onReceiveMessage?.(null);
      listener?.onReceiveStatus?.({ code: 1, details: `CANCELLED: ${error}`, metadata });
    };
    const nothing = () => undefined;
    return { start, sendMessage: nothing, sendMessageWithContext: nothing, startRead: nothing, halfClose: nothing };
  }
}) as Interceptor;

/**
 * For a connection each of whose calls may take only so long, and is tried again meanwhile. The client's own way to say that, `withDeadline`,
 * has Node 20 follow all promises of the program from then on.
 */
const withinMs = (callTimeoutMs: number): Interceptors => [
  ((options, next) => {
    const latest = Date.now() + callTimeoutMs;
    return next({ ...options, deadline: Math.min(latest, Number(options.deadline ?? latest)) });
  }) as Interceptor,
  makeGrpcRetryInterceptor(defaultGrpcRetryOptions()),
  unlessClosed,
];

const checkEveryMs = 10_000;

/**
 * A connection for as long as the program runs. A server that has taken it, or what stands before the server, may say nothing: gRPC waits
 * for that first word for ever. So it asks from time to time, and without an answer connects anew.
 */
export class LastingConnection implements ConnectionLike {
  private current: Connection;
  private isAsking = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly options: ConnectionOptions,
    private readonly callTimeoutMs: number,
    everyMs = checkEveryMs,
  ) {
    this.current = this.open();
    this.timer = setInterval(() => void this.ask(), everyMs).unref();
  }

  get workflowService() {
    return this.current.workflowService;
  }
  get operatorService() {
    return this.current.operatorService;
  }
  get plugins() {
    return this.current.plugins;
  }
  ensureConnected(): Promise<void> {
    return this.current.ensureConnected();
  }
  withDeadline<Result>(deadline: number | Date, work: () => Promise<Result>): Promise<Result> {
    return this.current.withDeadline(deadline, work);
  }
  withMetadata<Result>(metadata: Metadata, work: () => Promise<Result>): Promise<Result> {
    return this.current.withMetadata(metadata, work);
  }
  withAbortSignal<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.current.withAbortSignal(signal, work);
  }

  close(): Promise<void> {
    clearInterval(this.timer);
    return this.current.close();
  }

  private open(): Connection {
    return Connection.lazy({ ...this.options, interceptors: withinMs(this.callTimeoutMs) });
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const asked = this.current;
    try {
      await asked.workflowService.getSystemInfo({});
    } catch (error) {
      if (isGrpcDeadlineError(error)) this.replace(asked);
    } finally {
      this.isAsking = false;
    }
  }

  private replace(silent: Connection): void {
    this.current = this.open();
    // Other calls may still wait on it, none of them longer than this.
    setTimeout(() => void silent.close(), 2 * this.callTimeoutMs).unref();
  }
}
