import type { Logger } from "pino";
import type { Limits } from "../accounts/limits/limits.js";
import type { SecurityLog } from "../accounts/security/security-log.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";

/** What the pages take. */
export interface WebParts {
  config: Config;
  database: Database;
  limits: Limits;
  log: Logger;
  security: SecurityLog;
}
