import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Caller } from "../../domain/permissions.js";
import { actionsByName } from "../actions/index.js";
import type { App } from "../app.js";
import { callTool } from "./call.js";
import { clientName } from "./client-name.js";
import { isPermitted, toolsFor } from "./tools.js";

const listTtlMs = 60_000;
const instructions =
  "Pratica keeps the cases of an Italian building and surveying firm: projects, tasks, messages, bills of quantities, contacts, deadlines, documents and price books. Ids come from earlier results and from the list_* tools. What a client or an authority will read is written in Italian.";

/** Who calls, and under which request: what the HTTP side knows and the protocol's side needs. */
export interface McpCaller {
  caller: Caller;
  requestId: string;
}

/** The protocol's side of the endpoint, both eras, without state: a server for each request, over tools that are made once. */
export function createHandler(app: App): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => createServer(app, (authInfo?.extra ?? {}) as unknown as McpCaller),
    // What was refused is told to the client; this is only for those who look into a client's troubles.
    { onerror: (error) => app.log.debug({ err: error }, "MCP request refused") },
  );
}

function createServer(app: App, { caller, requestId }: McpCaller): Server {
  const hint = { ttlMs: listTtlMs, cacheScope: "private" } as const;
  const server = new Server(
    { name: "pratica", title: "Pratica", version: "1.0.0" },
    { capabilities: { tools: {} }, instructions, cacheHints: { "tools/list": hint, "server/discover": hint } },
  );
  server.setRequestHandler("tools/list", () => ({ tools: toolsFor(caller) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const action = actionsByName.get(params.name);
    if (!action || !isPermitted(action, caller)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 80)}`);
    }
    const speaker = { ...caller, client: caller.client ?? clientOf(context) };
    return callTool(app, { action, caller: speaker, args: params.arguments ?? {}, requestId });
  });
  return server;
}

/** The client's name for the audit log, where it didn't sign in interactively: sent with each request in the newer era; in the older, where calls don't carry it, the User-Agent. */
function clientOf({ mcpReq, http }: ServerContext): string | null {
  const envelope = mcpReq.envelope as Record<string, { name?: unknown } | undefined> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY];
  return clientName(info?.name) ?? clientName(http?.req?.headers.get("user-agent"));
}
