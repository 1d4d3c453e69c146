import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import Router from "@koa/router";
import { maxBodyBytes } from "../../actions/action.js";
import { isPermitted } from "../../actions/dispatch/authorize.js";
import { actions } from "../../actions/index.js";
import type { Config } from "../../config.js";
import { forbidden, methodNotAllowed } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { isOwnOrigin } from "../../web/own-origin.js";
import type { Body } from "../bodies/body.js";
import type { BytesInFlight } from "../bodies/bytes-in-flight.js";
import { readJsonBody } from "../bodies/json-body.js";
import { sendBytes, sendShared } from "../bodies/send-bytes.js";
import type { AsCaller, Authenticate } from "../callers/authenticate.js";
import { Connected } from "../connections/connected.js";
import type { AnswerMcp } from "./answer.js";

interface EndpointParts {
  config: Config;
  authenticate: Authenticate;
  asCaller: AsCaller;
  answerMcp: AnswerMcp;
  inFlight: BytesInFlight;
  answersInFlight: BytesInFlight;
}

/** `POST /api/mcp`: the actions as tools of the Model Context Protocol, a thin adapter over the dispatch. */
export function mcpRouter({
  config,
  authenticate,
  asCaller,
  answerMcp,
  inFlight,
  answersInFlight,
}: EndpointParts): Router {
  const router = new Router();
  router.all("/api/mcp", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    if (!isOwnOrigin(ctx.get("origin") || undefined, config.BASE_URL)) {
      throw forbidden(
        "Pages of other sites may not call this endpoint; call it from a program, or from a page at Pratica's own address.",
      );
    }
    if (ctx.method !== "POST") {
      await authenticate(ctx, "mcp");
      throw methodNotAllowed("POST", "This endpoint keeps no session or stream; send messages with POST.");
    }
    const { requestId } = ctx.state;
    let received: Promise<Body> | undefined;
    const { status, headers, body } = await asCaller(ctx, "mcp", async (caller, guard) => {
      received ??= readJsonBody(ctx, { maxBytes: mostBytes(caller), caller, inFlight });
      const call = { caller, requestId, headers: ctx.req.headers, body: (await received).parts() };
      return answerMcp(call, { client: new Connected(ctx.res) }, guard);
    });
    for (const [name, value] of headers) ctx.set(name, value);
    if (Array.isArray(body)) return sendShared(ctx, body);
    if (body instanceof Uint8Array) sendBytes(ctx, body, answersInFlight.open(ctx.state.caller));
    else ctx.body = body instanceof ReadableStream ? Readable.fromWeb(body) : body;
    ctx.status = status;
  });
  return router;
}

/** Callers are kept across requests, and this with them. */
const knownMost = new WeakMap<Caller, number>();

/** The tool stands in the body itself, so the most is read that any tool of the caller may take. */
function mostBytes(caller: Caller): number {
  const known = knownMost.get(caller);
  if (known !== undefined) return known;
  const most = Math.max(...[{}, ...takingMore.filter((action) => isPermitted(action, caller))].map(maxBodyBytes));
  knownMost.set(caller, most);
  return most;
}

const takingMore = actions.filter((action) => maxBodyBytes(action) > maxBodyBytes({}));
