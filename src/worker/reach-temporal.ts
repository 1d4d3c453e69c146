import { setTimeout as wait } from "node:timers/promises";
import { Connection, type ConnectionOptions } from "@temporalio/client";
import type { Logger } from "pino";
import { provisionTemporal } from "./provision-temporal.js";

const connectTimeoutMs = 5_000;
const shortestPauseMs = 1_000;
const longestPauseMs = 15_000;
const lookEveryMs = 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * A connection to a Temporal that answers, however long that takes: told once when it doesn't, and once when it does again.
 * @throws AbortError once `signal` is aborted
 */
export async function reachTemporal(options: ConnectionOptions, log: Logger, signal: AbortSignal): Promise<Connection> {
  let told = false;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      const connection = await Connection.connect({ ...options, connectTimeout: connectTimeoutMs });
      if (told) log.info("Temporal answers");
      return connection;
    } catch (error) {
      if (!told)
        log.warn({ address: options.address, reason: reasonOf(error) }, "Temporal doesn't answer; waiting for it");
      told = true;
    }
    await wait(pauseMs, undefined, { signal });
  }
}

/** Looks every minute whether Temporal still has what the product needs: one that lost its database gets it back. */
export function keepProvisioned(connection: Connection, namespace: string, log: Logger): { stop(): Promise<void> } {
  let told = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      await connection.withDeadline(Date.now() + lookEveryMs / 2, () => provisionTemporal(connection, namespace, log));
      if (told) log.info("Temporal answers again");
      told = false;
    } catch (error) {
      if (!told) log.warn({ reason: reasonOf(error) }, "Temporal doesn't answer; the worker goes on when it is back");
      told = true;
    }
  };
  const timer = setInterval(() => {
    looking = look();
  }, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
