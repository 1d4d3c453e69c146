import Router from "@koa/router";
import type { Context } from "koa";
import { maxBodyBytes } from "../actions/action.js";
import { authorize } from "../actions/authorize.js";
import type { Execute } from "../actions/execution.js";
import { idempotencyOf } from "../actions/idempotency.js";
import { actionsByName } from "../actions/index.js";
import { ActionError } from "../domain/errors.js";
import type { Authenticate } from "./authenticate.js";
import type { BytesInFlight } from "./bytes-in-flight.js";
import { parseJsonObject, readJsonBody } from "./json-body.js";

interface RestParts {
  authenticate: Authenticate;
  execute: Execute;
  inFlight: BytesInFlight;
}

/** `POST /api/rest/actions/{operation}`: a thin adapter over the dispatch. */
export function restRouter({ authenticate, execute, inFlight }: RestParts): Router {
  const router = new Router();
  router.all("/api/rest/actions/:operation", async (ctx) => {
    ctx.set("Cache-Control", "no-store");
    const action = actionsByName.get(ctx.params.operation ?? "");
    if (!action) throw new ActionError("unknown_action", "There is no such action; /docs lists them all.");
    if (ctx.method !== "POST") {
      throw new ActionError("method_not_allowed", "Actions are called with POST.", { headers: { Allow: "POST" } });
    }
    const caller = await authenticate(ctx, "rest");
    authorize(action, caller);
    const raw = await readJsonBody(ctx, { maxBytes: maxBodyBytes(action), caller, inFlight });
    const { result, replayed } = await execute({
      action,
      caller,
      body: parseJsonObject(raw),
      requestId: ctx.state.requestId,
      idempotency: idempotencyOf(header(ctx, "idempotency-key"), caller, action.name, raw),
      signal: disconnection(ctx),
    });
    if (replayed) ctx.set("Idempotency-Replayed", "true");
    ctx.body = { result };
  });
  return router;
}

/** Undefined without the header; Koa's own `get` can't tell that from an empty one. */
const header = ({ req }: Context, name: string): string | undefined => req.headers[name]?.toString();

/** Aborts when the client disconnects; after the answer this has no effect. */
function disconnection({ res }: Context): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => controller.abort());
  return controller.signal;
}
