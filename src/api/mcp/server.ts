import {
  type AuthInfo,
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Action } from "../../actions/action.js";
import { authorize } from "../../actions/authorize.js";
import { actionsByName } from "../../actions/index.js";
import type { WaitOptions } from "../../actions/run-waiter.js";
import { programVersion } from "../../config.js";
import { type Guard, GuardBroken } from "../../db/guard.js";
import { ActionError } from "../../domain/errors.js";
import { type Caller, credentialIdOf } from "../../domain/permissions.js";
import { clientName } from "./client-name.js";
import { knowsStructure } from "./form.js";
import type { McpParts } from "./parts.js";
import { toolsFor } from "./tools.js";

const listTtlMs = 60_000;
const instructions =
  "Pratica keeps the cases of an Italian building and surveying firm: projects, tasks, messages, bills of quantities, contacts, deadlines, documents and price books. Ids come from earlier results and from the list_* tools. Of a long answer the text is a digest, and structuredContent has the whole. Where an answer was shortened, its `cut` says what is missing and how to get it. What a client or an authority will read is written in Italian.";

/** What the protocol side needs to know of the HTTP request. It comes with each message, so that a server can have many at once. */
export interface Exchange {
  caller: Caller;
  /** unset: the caller was read for this request, or is proven */
  guard?: Guard | undefined;
  requestId: string;
  headers: NodeJS.Dict<string | string[]>;
  /** the list of tools stays empty here, and is inserted into the answer's text later */
  addsTools?: boolean;
  /** called when all that remains is to wait for an AI run */
  waits?: (() => void) | undefined;
  /** called when nothing in the message itself is refused any more */
  reached?: () => void;
  /** called with what isn't to become an answer */
  failed?: (error: GuardBroken) => void;
}

/** The exchange as the SDK passes it on with a message. */
export function authInfoOf(exchange: Exchange): AuthInfo {
  // Only the authentication sees the credentials themselves.
  return { token: "", clientId: credentialIdOf(exchange.caller), scopes: [], extra: { ...exchange } };
}

const exchangeOf = ({ http }: ServerContext): Exchange => http?.authInfo?.extra as unknown as Exchange;

const version = programVersion();

const hint = { ttlMs: listTtlMs, cacheScope: "private" } as const;

const newServer = (supportedProtocolVersions?: string[]): Server =>
  new Server(
    { name: "pratica", title: "Pratica", version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { "tools/list": hint, "server/discover": hint },
      ...(supportedProtocolVersions && { supportedProtocolVersions }),
    },
  );

/** Creates an MCP server for one exchange. */
export function createServer(parts: McpParts): Server {
  const server = newServer();
  server.setRequestHandler("tools/list", (_request, context) => {
    const { caller, addsTools } = exchangeOf(context);
    return { tools: addsTools ? [] : toolsFor(caller) };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => call(parts, params, context));
  return server;
}

/** Creates an MCP server for plain calls of tools alone: it checks neither them nor their answers. */
export function createCallServer(parts: McpParts, supportedProtocolVersions: string[]): Server {
  const server = newServer(supportedProtocolVersions);
  server.fallbackRequestHandler = ({ params }, context) => {
    exchangeOf(context).reached?.();
    return call(parts, params as unknown as CallParams, context);
  };
  return server;
}

interface CallParams {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  _meta?: { progressToken?: string | number | undefined } | undefined;
}

async function call(parts: McpParts, params: CallParams, context: ServerContext): Promise<CallToolResult> {
  const exchange = exchangeOf(context);
  const { caller, guard, requestId, waits, headers } = exchange;
  const action = actionsByName.get(params.name);
  if (!action) throw invalidParams(`Unknown tool: ${params.name.slice(0, 80)}`);
  requirePermitted(action, caller);
  const actor = { ...caller, client: caller.client ?? clientOf(context, headers["user-agent"]?.toString()) };
  const waiting = { signal: context.mcpReq.signal, waits, ...progressOf(context, params._meta?.progressToken) };
  const isStructureKnown = knowsStructure(headers["mcp-protocol-version"]?.toString());
  const args = params.arguments ?? {};
  try {
    return await parts.callTool({ action, caller: actor, guard, args, requestId, isStructureKnown, ...waiting });
  } catch (error) {
    if (error instanceof GuardBroken) exchange.failed?.(error);
    throw error;
  }
}

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** A tool that exists, but isn't among the caller's: models know it from elsewhere, and are told what is missing. */
function requirePermitted(action: Action, caller: Caller): void {
  try {
    authorize(action, caller);
  } catch (error) {
    if (error instanceof ActionError) throw invalidParams(`Not permitted: ${error.message}`);
    throw error;
  }
}

/**
 * The client's name for the audit log, if it didn't sign in interactively. Clients of the newer era send it with each request; those of
 * the older era don't, so their User-Agent is used.
 */
function clientOf({ mcpReq }: ServerContext, userAgent: string | undefined): string | null {
  const envelope = mcpReq.envelope as Record<string, { name?: unknown } | undefined> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY];
  return clientName(info?.name) ?? clientName(userAgent);
}

/** Sends progress notifications, in seconds, to a client that asked for them. */
function progressOf({ mcpReq }: ServerContext, progressToken: string | number | undefined): WaitOptions {
  if (progressToken === undefined) return {};
  return {
    progress: ({ elapsedMs, message }) => {
      const params = { progressToken, progress: Math.round(elapsedMs / 1000), message };
      // If the client has disconnected, the call's own signal aborts.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}
