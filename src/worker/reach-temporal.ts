import { setTimeout as wait } from "node:timers/promises";
import { type Client, Connection, type ConnectionOptions } from "@temporalio/client";
import { NamespaceNotFoundError } from "@temporalio/common";
import type { Logger } from "pino";
import { atIntervals } from "../at-intervals.js";
import { LastingConnection } from "../temporal.js";
import { othersOn, takesOthersWork } from "./other-workers.js";
import { provisionTemporal } from "./provision-temporal.js";

const connectTimeoutMs = 5_000;
const shortestPauseMs = 1_000;
const longestPauseMs = 15_000;
const checkEveryMs = 60_000;
const callTimeoutMs = 30_000;

/** With the cause, such as a refused API key, which the client's own "Failed to connect" leaves out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

interface Waiting {
  mayPass?: (error: unknown) => boolean;
  /** called once */
  onWait: (error: unknown) => void;
  /** called once where it had to wait */
  onThere: () => void;
}

/** Does the work again after each failure that may pass. @throws AbortError once `signal` is aborted */
async function onceThere(
  work: () => Promise<void>,
  signal: AbortSignal,
  { mayPass = () => true, onWait, onThere }: Waiting,
): Promise<void> {
  let logged = false;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      await work();
      if (logged) onThere();
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (!logged) onWait(error);
      logged = true;
    }
    await wait(pauseMs, undefined, { signal });
  }
}

/**
 * Connects to Temporal, however long that takes. Logs once that it doesn't answer, and once that it does again.
 * @throws AbortError once `signal` is aborted
 */
export async function reachTemporal(
  options: ConnectionOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<LastingConnection> {
  const connect = async () => {
    const attempt = Connection.lazy({ ...options, connectTimeout: connectTimeoutMs });
    try {
      await attempt.ensureConnected();
    } finally {
      await attempt.close();
    }
  };
  await onceThere(connect, signal, {
    onWait: (error) =>
      log.warn({ address: options.address, reason: reasonOf(error) }, "Temporal doesn't answer; waiting for it"),
    onThere: () => log.info("Temporal answers"),
  });
  return new LastingConnection(options, callTimeoutMs);
}

/**
 * Creates what the product needs in Temporal, as soon as Temporal has the namespace. Logs once that it hasn't, and once that it has.
 * @throws AbortError once `signal` is aborted
 */
export function provisionOnceThere(client: Client, log: Logger, signal: AbortSignal): Promise<void> {
  return onceThere(() => provisionTemporal(client, log), signal, {
    mayPass: (error) => error instanceof NamespaceNotFoundError,
    onWait: () =>
      log.warn(
        { namespace: client.options.namespace },
        "Temporal has no such namespace: create it, or set TEMPORAL_NAMESPACE to one that is there; waiting for it",
      ),
    onThere: () => log.info("Temporal has the namespace"),
  });
}

/**
 * Checks every minute whether Temporal still has what the product needs, and creates it again after Temporal has lost its database. Logs once
 * that workers of another database have come: all go on, since none would otherwise.
 */
export function keepProvisioned(
  client: Client,
  place: string | null,
  log: Logger,
  everyMs = checkEveryMs,
): { stop(): Promise<void> } {
  let logged = false;
  let hasOthers = false;
  const check = async () => {
    try {
      await provisionTemporal(client, log);
      if (logged) log.info("Temporal answers again");
      logged = false;
      const others = hasOthers ? [] : await othersOn(client, place);
      if (others.length === 0) return;
      hasOthers = true;
      log.error({ namespace: client.options.namespace, others }, takesOthersWork);
    } catch (error) {
      if (!logged)
        log.warn({ reason: reasonOf(error) }, "Temporal doesn't answer; the worker continues when it is back");
      logged = true;
    }
  };
  return atIntervals(check, everyMs);
}
