import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import Router from "@koa/router";
import { maxBodyBytes } from "../actions/action.js";
import { actions } from "../actions/index.js";
import type { Config } from "../config.js";
import { ActionError, forbidden } from "../domain/errors.js";
import type { Caller } from "../domain/permissions.js";
import { isOwnOrigin } from "../web/own-origin.js";
import type { Authenticate } from "./authenticate.js";
import type { BytesInFlight } from "./bytes-in-flight.js";
import { disconnection } from "./disconnection.js";
import { readJsonBody } from "./json-body.js";
import type { AnswerMcp } from "./mcp/answer.js";
import { isPermitted } from "./mcp/tools.js";
import { sendBytes } from "./send-bytes.js";

interface EndpointParts {
  config: Config;
  authenticate: Authenticate;
  answerMcp: AnswerMcp;
  inFlight: BytesInFlight;
}

/** `POST /api/mcp`: the actions as tools of the Model Context Protocol, a thin adapter over the dispatch. */
export function mcpRouter({ config, authenticate, answerMcp, inFlight }: EndpointParts): Router {
  const router = new Router();
  router.all("/api/mcp", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    if (!isOwnOrigin(ctx.get("origin") || undefined, config.BASE_URL)) {
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
    const { requestId } = ctx.state;
    const received = await readJsonBody(ctx, { maxBytes: mostBytes(caller), caller, inFlight });
    const call = { caller, requestId, headers: ctx.req.headers, body: received.parts() };
    const { status, headers, body } = await answerMcp(call, { signal: disconnection(ctx.res) });
    for (const [name, value] of headers) ctx.set(name, value);
    if (body instanceof Uint8Array) sendBytes(ctx, body);
    else ctx.body = body instanceof ReadableStream ? Readable.fromWeb(body) : body;
    ctx.status = status;
  });
  return router;
}

/** The tool stands in the body itself, so the most is read that any tool of the caller may take. */
const mostBytes = (caller: Caller): number =>
  Math.max(maxBodyBytes({}), ...actions.filter((action) => isPermitted(action, caller)).map(maxBodyBytes));
