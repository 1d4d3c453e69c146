import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import type { Guard } from "../../db/guard.js";
import type { Caller } from "../../domain/permissions.js";
import type { ToolCall } from "./call.js";

/** What the handling of MCP messages needs. */
export interface McpParts {
  config: Config;
  log: Logger;
  database: Database;
  /** @returns a `CallToolResult` as JSON @throws GuardBroken if the caller has changed */
  callTool(call: ToolCall): Promise<string>;
}

/** What the protocol side needs to know of the HTTP request. */
export interface Exchange {
  caller: Caller;
  /** holds as long as the caller is what it was; unset in the lane, where that is proven */
  guard?: Guard | undefined;
  requestId: string;
  headers: NodeJS.Dict<string | string[]>;
  /** called when nothing but a wait remains */
  waits?: (() => void) | undefined;
}
