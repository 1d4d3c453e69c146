import type { IncomingMessage } from "node:http";
import Router from "@koa/router";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { ActionError, invalidInput } from "../domain/errors.js";
import { actionsByName } from "./actions/index.js";
import type { App } from "./app.js";
import { authorize, execute } from "./dispatch.js";
import { idempotencyOf } from "./idempotency.js";

export const maxBodyBytes = 32 * 1024 * 1024;
const discardTimeoutMs = 2_000;

/** `POST /api/rest/actions/{operation}`, a thin adapter over the dispatch. */
export function restRouter(app: App): Router {
  const router = new Router();
  router.all("/api/rest/actions/:operation", async (ctx) => {
    const action = actionsByName.get(ctx.params.operation ?? "");
    if (!action) throw new ActionError("unknown_action", "There is no such action; /docs lists them all.");
    if (ctx.method !== "POST") {
      throw new ActionError("method_not_allowed", "Actions are called with POST.", { headers: { Allow: "POST" } });
    }
    const caller = await app.authenticate(ctx, "rest");
    authorize(action, caller);
    const raw = await readJsonBody(ctx);
    const { result, replayed } = await execute({
      app,
      action,
      caller,
      body: parseJson(raw),
      requestId: ctx.state.requestId,
      idempotency: idempotencyOf(ctx.get("idempotency-key") || undefined, caller, action.name, raw),
      signal: hangUp(ctx),
    });
    if (replayed) ctx.set("Idempotency-Replayed", "true");
    ctx.body = { result };
  });
  return router;
}

/** Aborts when the client goes away before it is answered. */
function hangUp({ res }: Context): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  return gone.signal;
}

/** @throws unsupported_media_type, too_large */
export async function readJsonBody(ctx: Context): Promise<Buffer> {
  if (ctx.request.type !== "application/json") {
    throw new ActionError("unsupported_media_type", "Send the body as JSON, with content-type: application/json.");
  }
  const encoding = ctx.get("content-encoding");
  if (encoding && encoding !== "identity") {
    throw new ActionError("unsupported_media_type", "Send the body without content-encoding.");
  }
  try {
    return await getRawBody(ctx.req, { limit: maxBodyBytes, length: ctx.get("content-length") || null });
  } catch (error) {
    if ((error as { type?: string }).type === "entity.too.large") {
      await discardRest(ctx.req);
      ctx.set("Connection", "close");
      throw new ActionError("too_large", `The body is larger than ${maxBodyBytes / 1024 / 1024} MB; send it in parts.`);
    }
    throw invalidInput([{ pointer: "", detail: "the body did not arrive whole" }]);
  }
}

/** Lets the rest of a body come in, unread, for a while: many clients look for an answer only once they have sent everything. */
const discardRest = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const patience = setTimeout(resolve, discardTimeoutMs);
    for (const event of ["end", "close", "error"]) {
      request.once(event, () => {
        clearTimeout(patience);
        resolve();
      });
    }
    request.resume();
  });

/** @throws invalid_input when it is not a JSON object in UTF-8 */
export function parseJson(raw: Buffer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    throw invalidInput([{ pointer: "", detail: "the body is not JSON" }]);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidInput([{ pointer: "", detail: "the body must be a JSON object" }]);
  }
  return body;
}
