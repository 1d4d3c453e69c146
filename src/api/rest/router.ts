import Router from "@koa/router";
import { maxBodyBytes } from "../../actions/action.js";
import { authorize } from "../../actions/dispatch/authorize.js";
import { actionNamed } from "../../actions/index.js";
import { methodNotAllowed } from "../../domain/errors.js";
import type { Body } from "../bodies/body.js";
import type { BytesInFlight } from "../bodies/bytes-in-flight.js";
import { readJsonBody } from "../bodies/json-body.js";
import { sendBytes } from "../bodies/send-bytes.js";
import type { AsCaller } from "../callers/authenticate.js";
import { Connected } from "../connections/connected.js";
import type { AnswerRest } from "./call.js";

interface RestParts {
  asCaller: AsCaller;
  answerRest: AnswerRest;
  inFlight: BytesInFlight;
  answersInFlight: BytesInFlight;
}

/** `POST /api/rest/actions/{operation}`: a thin adapter over the dispatch. */
export function restRouter({ asCaller, answerRest, inFlight, answersInFlight }: RestParts): Router {
  const router = new Router();
  router.all("/api/rest/actions/:operation", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    const action = actionNamed(ctx.params.operation ?? "");
    if (ctx.method !== "POST") throw methodNotAllowed("POST", "Actions are called with POST.");
    let received: Promise<Body> | undefined;
    const { json, replayed } = await asCaller(ctx, "rest", async (caller, guard) => {
      authorize(action, caller);
      received ??= readJsonBody(ctx, { maxBytes: maxBodyBytes(action), caller, inFlight });
      const call = {
        operation: action.name,
        caller,
        requestId: ctx.state.requestId,
        // Koa's own `get` can't tell an empty header from none.
        idempotencyKey: ctx.req.headers["idempotency-key"]?.toString(),
        body: (await received).parts(),
      };
      return answerRest(call, { client: new Connected(ctx.res) }, guard);
    });
    if (replayed) ctx.set("Idempotency-Replayed", "true");
    ctx.type = "json";
    if (typeof json === "string") ctx.body = json;
    else sendBytes(ctx, json, answersInFlight.open(ctx.state.caller));
  });
  return router;
}
