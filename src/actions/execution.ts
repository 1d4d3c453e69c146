import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import type { Caller } from "../domain/permissions.js";
import type { Action } from "./action.js";
import type { Idempotency } from "./idempotency.js";
import type { RunWaiter, WaitOptions } from "./run-waiter.js";

/** What carrying out actions takes. */
export interface DispatchParts {
  config: Config;
  database: Database;
  runs: RunWaiter;
  /** called once orders for Temporal are committed */
  ordered(): void;
}

/** One call of an action. */
export interface Execution extends WaitOptions {
  action: Action;
  caller: Caller;
  body: unknown;
  requestId: string;
  idempotency?: Idempotency | undefined;
}

export interface Outcome {
  /** as presented to the caller */
  result: unknown;
  /** the answer was given before, under the same idempotency key */
  replayed: boolean;
}

/**
 * Carries an action out for a caller: the one path of REST and MCP. What it writes, the audit event, the orders for Temporal and
 * the remembered answer are committed together or not at all; where something read has changed meanwhile, it is run again. An
 * action whose work goes on after that is answered once it has ended, or when a minute is over.
 */
export type Execute = (execution: Execution) => Promise<Outcome>;
