import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import Router from "@koa/router";
import { type NodeIncomingMessageLike, toWebRequest } from "@modelcontextprotocol/node";
import type { Context } from "koa";
import { ActionError, forbidden } from "../domain/errors.js";
import type { App } from "./app.js";
import { isOwnOrigin } from "./mcp/origin.js";
import { createHandler, type McpCaller } from "./mcp/server.js";
import { readJsonBody } from "./rest.js";

/** `POST /api/mcp`: the actions as tools of the Model Context Protocol, a thin adapter over the dispatch. */
export function mcpRouter(app: App): Router {
  const router = new Router();
  const handler = createHandler(app);
  router.all("/api/mcp", async (ctx) => {
    const caller = await app.authenticate(ctx, "mcp");
    if (!isOwnOrigin(ctx.get("origin") || undefined, app.config.BASE_URL)) {
      throw forbidden(
        "Pages of other sites may not call this endpoint; call it from a program, or from our own address.",
      );
    }
    if (ctx.method !== "POST") {
      throw new ActionError(
        "method_not_allowed",
        "This endpoint keeps no session or stream; send messages with POST.",
        {
          headers: { Allow: "POST" },
        },
      );
    }
    const parsedBody = parseMessage(await readJsonBody(ctx));
    if (parsedBody === undefined) return refuseUnreadable(ctx);
    const extra: McpCaller = { caller, requestId: ctx.state.requestId };
    // The key itself goes no further than here.
    const authInfo = { token: "", clientId: caller.keyId ?? "", scopes: [], extra: { ...extra } };
    const request = await toWebRequest(ctx.req as NodeIncomingMessageLike, parsedBody);
    await answer(ctx, await handler.fetch(request, { parsedBody, authInfo }));
  });
  return router;
}

/** undefined: not JSON */
function parseMessage(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}

function refuseUnreadable(ctx: Context): void {
  ctx.status = 400;
  ctx.body = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: the body is not JSON" } };
}

async function answer(ctx: Context, response: Response): Promise<void> {
  for (const [name, value] of response.headers) ctx.set(name, value);
  if (response.headers.get("content-type")?.startsWith("application/json")) ctx.body = await response.text();
  else ctx.body = response.body && Readable.fromWeb(response.body as ReadableStream);
  ctx.status = response.status;
}
