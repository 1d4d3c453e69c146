import { CancelledFailure, heartbeat } from "@temporalio/activity";
import type { Logger } from "pino";
import type { MailServers } from "../channels/mail-servers.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import type { Files } from "../files/files.js";
import type { Typesetter } from "./pdf/typesetter.js";

export interface Dependencies {
  config: Config;
  database: Database;
  log: Logger;
}

/** The dependencies with what all activities of one worker share. */
export interface Shared extends Dependencies {
  mailServers: MailServers;
  files: Files;
  typesetter: Typesetter;
}

const heartbeatMs = 5_000;

/**
 * Sends heartbeats until `work` ends, so that Temporal knows that this worker is alive.
 * @param details what the next attempt is to know, if this one doesn't succeed
 */
export async function withHeartbeat<T>(work: Promise<T>, details?: unknown): Promise<T> {
  const timer = setInterval(() => heartbeat(details), heartbeatMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Whether an activity ended early because its worker stops, as at each deployment: its work hasn't failed, and goes on in the next one. */
export const isWorkerStopping = (error: unknown): boolean =>
  error instanceof CancelledFailure && error.message === "WORKER_SHUTDOWN";
