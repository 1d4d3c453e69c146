import type { Logger } from "pino";
import { createDispatch } from "../../actions/dispatch/dispatch.js";
import type { Client, EndWaiter, WaitOptions } from "../../actions/dispatch/end-waiter.js";
import { actionNamed } from "../../actions/index.js";
import type { Readers } from "../../actions/outside.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { mcpAnswers } from "../mcp/answer.js";
import { callTool, type ToolCall } from "../mcp/call.js";
import { restAnswers } from "../rest/call.js";
import { boundApart } from "./here-or-apart.js";
import type { Jobs, Kind } from "./messages.js";

export type Waiting = WaitOptions & { client: Client };

interface Parts {
  config: Config;
  log: Logger;
  database: Database;
  ends: EndWaiter;
  readers: Readers;
}

/** Makes what carries out the lane's jobs, by kind. */
export function createJobs({ config, log, database, ends, readers }: Parts): {
  [K in Kind]: (call: Jobs[K]["call"], waiting: Waiting) => Promise<Jobs[K]["answer"]>;
} {
  // Postgres itself notifies the relay of new orders.
  const execute = createDispatch({ config, database, ends, ...readers, ordered: () => undefined, bound: boundApart });
  const call = (toolCall: ToolCall) => callTool({ config, log, execute }, toolCall);
  const answerRest = restAnswers(execute);
  const answerMcp = mcpAnswers({ config, log, database, callTool: call });
  const utf8 = new TextEncoder();
  return {
    async rest(restCall, waiting) {
      const { json, replayed } = await answerRest(restCall, waiting);
      return { json: utf8.encode(String(json)), replayed };
    },
    async mcp(mcpCall, waiting) {
      const answer = await answerMcp(mcpCall, waiting);
      const given = Array.isArray(answer.body) ? Buffer.concat(answer.body) : answer.body;
      // An answer in several events is sent as a whole, too: between threads there are no streams.
      const body = new Uint8Array(await new Response(given as BodyInit | null).arrayBuffer());
      return { ...answer, body };
    },
    tool: ({ operation, ...toolCall }, waiting) => call({ ...toolCall, action: actionNamed(operation), ...waiting }),
  };
}
