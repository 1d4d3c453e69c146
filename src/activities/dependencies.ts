import { heartbeat } from "@temporalio/activity";
import type { Logger } from "pino";
import type { MailServers } from "../channels/mail-servers.js";
import type { Config } from "../config.js";
import type { Trail } from "../db/audit.js";
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

/** How the audit log records a change that a workflow makes by itself. */
export const byWorkflow = (organizationId: string, action: string): Trail => ({
  action,
  actor: { organizationId, userId: null, keyId: null, via: "workflow", client: null },
  requestId: null,
});

/** Sends heartbeats until `work` ends, so that Temporal knows that this worker is alive. */
export async function withHeartbeat<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => heartbeat(), heartbeatMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
