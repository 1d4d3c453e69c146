import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import type { Guard } from "../../db/guard.js";
import type { ReadingBound } from "../../db/reading.js";
import type { Caller } from "../../domain/permissions.js";
import type { Action } from "../action.js";
import type { Outside, Readers } from "../outside.js";
import type { EndWaiter, WaitOptions } from "./end-waiter.js";
import type { Idempotency } from "./idempotency.js";

/** What the dispatch needs to carry actions out. */
export interface DispatchParts extends Readers {
  config: Config;
  database: Database;
  ends: EndWaiter;
  /** called after a commit with orders for Temporal */
  ordered(): void;
  /** how much an action may read; unset: anything */
  bound?: ReadingBound;
}

/** One call of an action. */
export interface Execution extends WaitOptions {
  action: Action;
  caller: Caller;
  /** holds as long as the caller is unchanged; unset: that is already certain, or this caller can't change meanwhile */
  guard?: Guard | undefined;
  body: unknown;
  requestId: string;
  idempotency?: Idempotency | undefined;
  /** called with an image that the answer is to show */
  showImage?: Outside["showImage"];
}

export interface Outcome {
  /** the answer as the caller gets it */
  result: unknown;
  /** whether it is the remembered answer to an earlier request with the same idempotency key */
  replayed: boolean;
  /** how long ago that earlier request was carried out */
  firstMsAgo?: number;
}

/**
 * Carries an action out for a caller: the only way, for REST and MCP alike. Its writes, the audit event, the orders for Temporal and
 * the remembered answer are committed together or not at all. If something that it read has changed meanwhile, it runs again. If its
 * work continues after the commit, the answer comes when the work has ended, or after a minute.
 * @throws GuardBroken if the caller has changed; TooMuchHere if it would parse or read more than is allowed here. Nothing is written then.
 */
export type Execute = (execution: Execution) => Promise<Outcome>;
