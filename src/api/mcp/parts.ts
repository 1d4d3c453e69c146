import type { Logger } from "pino";
import type { Execute } from "../../actions/execution.js";
import type { Config } from "../../config.js";

/** What answering MCP's messages takes. */
export interface McpParts {
  config: Config;
  log: Logger;
  execute: Execute;
}
