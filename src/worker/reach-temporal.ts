import { setTimeout as wait } from "node:timers/promises";
import { type Client, Connection, type ConnectionOptions } from "@temporalio/client";
import { NamespaceNotFoundError } from "@temporalio/common";
import type { Logger } from "pino";
import { LastingConnection } from "../temporal.js";
import { provisionTemporal } from "./provision-temporal.js";

const connectTimeoutMs = 5_000;
const shortestPauseMs = 1_000;
const longestPauseMs = 15_000;
const checkEveryMs = 60_000;
const callTimeoutMs = 30_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Connects to Temporal, however long that takes. Logs once that it doesn't answer, and once that it does again.
 * @throws AbortError once `signal` is aborted
 */
export async function reachTemporal(
  options: ConnectionOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<LastingConnection> {
  let logged = false;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted();
    const attempt = Connection.lazy({ ...options, connectTimeout: connectTimeoutMs });
    try {
      await attempt.ensureConnected();
      if (logged) log.info("Temporal answers");
      return new LastingConnection(options, callTimeoutMs);
    } catch (error) {
      if (!logged)
        log.warn({ address: options.address, reason: reasonOf(error) }, "Temporal doesn't answer; waiting for it");
      logged = true;
    } finally {
      await attempt.close();
    }
    await wait(pauseMs, undefined, { signal });
  }
}

/**
 * Creates what the product needs in Temporal, as soon as Temporal has the namespace. Logs once that it hasn't, and once that it has.
 * @throws AbortError once `signal` is aborted
 */
export async function provisionOnceThere(client: Client, log: Logger, signal: AbortSignal): Promise<void> {
  const { namespace } = client.options;
  let logged = false;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await provisionTemporal(client, log);
      if (logged) log.info("Temporal has the namespace");
      return;
    } catch (error) {
      if (!(error instanceof NamespaceNotFoundError)) throw error;
      if (!logged)
        log.warn(
          { namespace },
          "Temporal has no such namespace: create it, or set TEMPORAL_NAMESPACE to one that is there; waiting for it",
        );
      logged = true;
    }
    await wait(pauseMs, undefined, { signal });
  }
}

/** Checks every minute whether Temporal still has what the product needs, and creates it again after Temporal has lost its database. */
export function keepProvisioned(client: Client, log: Logger): { stop(): Promise<void> } {
  let logged = false;
  let checking: Promise<void> = Promise.resolve();
  const check = async () => {
    try {
      await provisionTemporal(client, log);
      if (logged) log.info("Temporal answers again");
      logged = false;
    } catch (error) {
      if (!logged)
        log.warn({ reason: reasonOf(error) }, "Temporal doesn't answer; the worker continues when it is back");
      logged = true;
    }
  };
  const timer = setInterval(() => {
    checking = check();
  }, checkEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}
