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
import { authorize } from "../../actions/dispatch/authorize.js";
import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import { actionsByName } from "../../actions/index.js";
import { programVersion } from "../../config.js";
import { GuardBroken } from "../../db/guard.js";
import { ActionError } from "../../domain/errors.js";
import { type Caller, credentialIdOf } from "../../domain/permissions.js";
import { shortened } from "../../domain/text/shortened.js";
import type { Exchange, McpParts } from "./parts.js";
import { toolCallOf } from "./tool-call.js";
import { toolsFor } from "./tools.js";

const listTtlMs = 60_000;
const instructions =
  "Pratica manages the cases (pratiche) of an Italian building and surveying firm: projects, tasks, messages, bills of quantities (computi metrici), contacts, reminders, documents and price books (prezzari). Take ids from earlier results, search_records and the list_* tools. The text of a long answer is a digest; structuredContent has all of it. If an answer was shortened, its `cut` says what is missing and how to get it. Write in Italian what a client or an authority will read.";

/** An exchange on the SDK's way, with what it takes there. */
export interface FollowedExchange extends Exchange {
  /** whose connection it is, where the client asks what the server is */
  names?: Names | undefined;
  /** the list of tools stays empty here, and is inserted into the answer's text later */
  addsTools?: boolean;
  /** what a call has failed with already, so that only its answer remains */
  failed?: unknown;
  /** called with the result of a call, as JSON */
  wrote?: (result: string) => void;
}

export interface Names {
  firm: string;
  /** null: a key of the organization itself */
  person: string | null;
}

/** The exchange as the SDK passes it on with a message. */
export function authInfoOf(exchange: FollowedExchange): AuthInfo {
  // Only the authentication sees the credentials themselves.
  return { token: "", clientId: credentialIdOf(exchange.caller), scopes: [], extra: { ...exchange } };
}

const exchangeIn = (authInfo: AuthInfo | undefined): FollowedExchange => authInfo?.extra as unknown as FollowedExchange;
const exchangeOf = ({ http }: ServerContext): FollowedExchange => exchangeIn(http?.authInfo);

const version = programVersion();

/** An app that may only read can be given more at any moment: it would go on without the tools that it has asked for. */
const hintFor = ({ caller: { mode } }: FollowedExchange) =>
  ({ ttlMs: mode === "read" ? 0 : listTtlMs, cacheScope: "private" }) as const;

/**
 * Assistants are connected to several firms, each of which they know as "Pratica"; and a firm has several people, of whom one asks what
 * is due for "me".
 */
function instructionsFor({ names, caller: { timezone, userId } }: FollowedExchange): string {
  if (names === undefined) return instructions;
  const firm = ` This connection is for the firm ${quoted(names.firm)} alone, in the time zone ${timezone}.`;
  const person = names.person === null ? "" : ` It acts for ${quoted(names.person)}, userId ${userId}.`;
  return instructions + firm + person;
}

const quoted = (name: string): string => JSON.stringify(shortened(name, 100));

/** Creates an MCP server for one exchange. */
export function createServer(parts: McpParts, authInfo: AuthInfo | undefined): Server {
  const hint = hintFor(exchangeIn(authInfo));
  const server = new Server(
    { name: "pratica", title: "Pratica", version },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor(exchangeIn(authInfo)),
      cacheHints: { "tools/list": hint, "server/discover": hint },
    },
  );
  server.setRequestHandler("tools/list", (_request, context) => {
    const { caller, addsTools } = exchangeOf(context);
    return { tools: addsTools ? [] : toolsFor(caller) };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => call(parts, params, context));
  return server;
}

interface CallParams {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  _meta?: { progressToken?: string | number | undefined } | undefined;
}

async function call(parts: McpParts, params: CallParams, context: ServerContext): Promise<CallToolResult> {
  const exchange = exchangeOf(context);
  const action = actionsByName.get(params.name);
  if (!action) throw invalidParams(`Unknown tool: ${shortened(params.name, 80)}`);
  requirePermitted(action, exchange.caller);
  if (exchange.failed !== undefined) throw exchange.failed;
  const called = { action, args: params.arguments ?? {}, ownName: ownNameOf(context) };
  // Up to fifty calls come in one batch, and each waits for its turn.
  const toolCall = toolCallOf({ ...exchange, guard: exchange.guard?.anew() }, called, context.mcpReq);
  const result = await parts
    .callTool({ ...toolCall, ...progressOf(context, params._meta?.progressToken) })
    .catch((error) => {
      throw error instanceof GuardBroken ? changedCaller() : error;
    });
  exchange.wrote?.(result);
  return JSON.parse(result);
}

const changedCaller = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidRequest,
    "The key or connection changed after the request came in, so nothing was done; call again.",
  );

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** A tool that exists but isn't available to the caller: models know it from elsewhere, and are told which permission is missing. */
function requirePermitted(action: Action, caller: Caller): void {
  try {
    authorize(action, caller);
  } catch (error) {
    if (error instanceof ActionError) throw invalidParams(`Not permitted: ${error.message}`);
    throw error;
  }
}

function ownNameOf({ mcpReq }: ServerContext): unknown {
  const envelope = mcpReq.envelope as Record<string, { name?: unknown } | undefined> | undefined;
  return envelope?.[CLIENT_INFO_META_KEY]?.name;
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
