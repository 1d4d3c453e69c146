import type { Logger } from "pino";
import type { Execute } from "../../actions/execution.js";
import type { Config } from "../../config.js";

/** What the handling of MCP messages needs. */
export interface McpParts {
  config: Config;
  log: Logger;
  execute: Execute;
}
