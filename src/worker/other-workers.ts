import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type Client, isGrpcServiceError } from "@temporalio/client";
import type { Logger } from "pino";
import { mainQueue } from "../contracts/task-queues.js";

const kindsOfTasks = [1, 2]; // TASK_QUEUE_TYPE_WORKFLOW and _ACTIVITY
/** Temporal notes when a worker began to ask for work, which lasts a minute at most; then it asks again. */
const aliveWithinMs = 65_000;
const lookEveryMs = 5_000;

export const takesOthersWork =
  "Workers of another database use this namespace of Temporal, and each takes the other's work: end them, or set TEMPORAL_NAMESPACE to another one";

interface Poller {
  identity?: string | null;
  lastAccessTime?: { seconds?: unknown } | null;
}

/** A worker's name in Temporal, with where its database is (`placeOfDatabase`), by which those of another database know it. */
export const identityAt = (place: string | null): string =>
  `${process.pid}@${hostname()}${place === null ? "" : ` of database ${place}`}`;

/**
 * The workers of another database that ask for the namespace's work, or did in the last 65 s. Those of earlier releases don't say where theirs is.
 * @param place of our database; null: it isn't known, nor what another one would be
 */
export async function othersOn(client: Client, place: string | null): Promise<string[]> {
  if (place === null) return [];
  const others = new Set<string>();
  for (const { identity, lastAccessTime } of await pollersOf(client)) {
    const theirs = / of database (\S+)$/.exec(identity ?? "")?.[1];
    const silentMs = Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000;
    if (identity && theirs && theirs !== place && silentMs < aliveWithinMs) others.add(identity);
  }
  return [...others];
}

async function pollersOf({ connection, options: { namespace } }: Client): Promise<Poller[]> {
  const pollers: Poller[] = [];
  try {
    for (const taskQueueType of kindsOfTasks) {
      const asked = { namespace, taskQueue: { name: mainQueue }, taskQueueType };
      pollers.push(...((await connection.workflowService.describeTaskQueue(asked)).pollers ?? []));
    }
  } catch (error) {
    // A worker that may not ask, or gets no answer now, works all the same.
    if (!isGrpcServiceError(error)) throw error;
  }
  return pollers;
}

/**
 * Waits until no worker of another database asks for the namespace's work: of a row that isn't in this one, a worker would end the workflow.
 * Logs once that it waits, and once that they are gone.
 * @throws AbortError once `signal` is aborted
 */
export async function waitForOthers(
  client: Client,
  place: string | null,
  log: Logger,
  signal: AbortSignal,
  everyMs = lookEveryMs,
): Promise<void> {
  for (let logged = false; ; logged = true) {
    const others = await othersOn(client, place);
    if (others.length === 0) {
      if (logged) log.info("the workers of another database are gone");
      return;
    }
    if (!logged)
      log.error({ namespace: client.options.namespace, others }, `${takesOthersWork}; waiting for them to end`);
    await wait(everyMs, undefined, { signal });
  }
}
