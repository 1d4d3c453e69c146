import type { Connection } from "@temporalio/client";
import type { Context } from "koa";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../config.js";
import type { Caller } from "../domain/permissions.js";
import type { Limits } from "./auth/limits.js";
import type { OAuthServer } from "./oauth/server.js";
import type { Relay } from "./relay.js";
import type { RunWaiter } from "./run-waiter.js";

/** What the API's parts share. */
export interface App {
  config: Config;
  dataSource: DataSource;
  relay: Relay;
  runs: RunWaiter;
  log: Logger;
  /** connects when first used */
  temporal: Connection;
  limits: Limits;
  oauth: OAuthServer;
  /** The caller of a request, within the limits on requests and on refused keys. */
  authenticate(ctx: Context, via: Caller["via"]): Promise<Caller>;
}
