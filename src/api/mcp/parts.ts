import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { ToolCall } from "./call.js";

/** What the handling of MCP messages needs. */
export interface McpParts {
  config: Config;
  log: Logger;
  callTool(call: ToolCall): Promise<CallToolResult>;
}
