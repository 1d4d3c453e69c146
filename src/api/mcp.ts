import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import Router from "@koa/router";
import type { Context } from "koa";
import { type Action, maxBodyBytes } from "../actions/action.js";
import { exceedsReadOnly } from "../actions/authorize.js";
import { actions, actionsByName } from "../actions/index.js";
import { ActionError, forbidden } from "../domain/errors.js";
import type { Caller } from "../domain/permissions.js";
import { isOwnOrigin } from "../web/own-origin.js";
import type { Authenticate } from "./authenticate.js";
import type { BytesInFlight } from "./bytes-in-flight.js";
import { parseJson, readJsonBody, tooLarge } from "./json-body.js";
import { createMessageHandler } from "./mcp/exchange.js";
import type { McpParts } from "./mcp/parts.js";
import { requestOf } from "./mcp/request.js";
import { isPermitted } from "./mcp/tools.js";
import { challenge } from "./oauth/resource.js";

/** Only the protocol's revision of March 2025 has batches. A batch counts as one request against the limits. */
const maxBatch = 50;

interface EndpointParts extends McpParts {
  authenticate: Authenticate;
  inFlight: BytesInFlight;
}

/** `POST /api/mcp`: the actions as tools of the Model Context Protocol, a thin adapter over the dispatch. */
export function mcpRouter({ authenticate, inFlight, ...parts }: EndpointParts): Router {
  const router = new Router();
  const handleMessage = createMessageHandler(parts);
  router.all("/api/mcp", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    if (!isOwnOrigin(ctx.get("origin") || undefined, parts.config.BASE_URL)) {
      throw forbidden(
        "Pages of other sites may not call this endpoint; call it from a program, or from our own address.",
      );
    }
    const caller = await authenticate(ctx, "mcp");
    if (ctx.method !== "POST") {
      throw new ActionError(
        "method_not_allowed",
        "This endpoint keeps no session or stream; send messages with POST.",
        {
          headers: { Allow: "POST" },
        },
      );
    }
    const raw = await readJsonBody(ctx, { maxBytes: mostBytes(caller), caller, inFlight });
    const parsedBody = parseJson(raw);
    if (parsedBody === undefined) return refuse(ctx, -32700, "Parse error: the body is not JSON");
    const maxBytes = maxBytesOf(parsedBody);
    if (raw.length > maxBytes) throw tooLarge(maxBytes);
    if (Array.isArray(parsedBody) && parsedBody.length > maxBatch) {
      return refuse(ctx, -32600, `Invalid request: a batch holds at most ${maxBatch} messages`);
    }
    if (asksToChange(parsedBody, caller)) {
      throw new ActionError("forbidden", "This app was approved for reading alone; connect it anew to change things.", {
        headers: { "WWW-Authenticate": challenge(parts.config, "insufficient_scope") },
      });
    }
    const request = requestOf(ctx.req, ctx.res);
    const exchange = { caller, requestId: ctx.state.requestId };
    const { status, headers, body } = await handleMessage(parsedBody, request, exchange);
    for (const [name, value] of headers) if (name !== "cache-control") ctx.set(name, value);
    ctx.body = body instanceof ReadableStream ? Readable.fromWeb(body) : body;
    ctx.status = status;
  });
  return router;
}

/** What a message without a tool may take. */
const smallBody = maxBodyBytes({});

/** The tool stands in the body itself, so the most is read that any tool of the caller may take. */
const mostBytes = (caller: Caller): number =>
  Math.max(smallBody, ...actions.filter((action) => isPermitted(action, caller)).map(maxBodyBytes));

/** What a message may take, by the tool that it calls. A batch never gets more than a small message. */
function maxBytesOf(body: unknown): number {
  const action = calledAction(body);
  return action ? maxBodyBytes(action) : smallBody;
}

/** The action that a message calls as a tool. */
function calledAction(message: unknown): Action | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === "tools/call" ? actionsByName.get(String(params?.name)) : undefined;
}

/** Whether a message calls a tool that changes something, by a read-only caller. An HTTP 403 makes clients ask for the missing scope. */
function asksToChange(body: unknown, caller: Caller): boolean {
  return [body].flat().some((message) => {
    const action = calledAction(message);
    return action !== undefined && exceedsReadOnly(action, caller);
  });
}

function refuse(ctx: Context, code: number, message: string): void {
  ctx.status = 400;
  ctx.body = { jsonrpc: "2.0", id: null, error: { code, message } };
}
