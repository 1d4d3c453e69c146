import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import type { ToolCall } from "./call.js";

/** What the handling of MCP messages needs. */
export interface McpParts {
  config: Config;
  log: Logger;
  database: Database;
  /** @throws GuardBroken if the caller has changed */
  callTool(call: ToolCall): Promise<CallToolResult>;
}
