import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { v4 as uuidv4 } from "uuid";
import { toActionError } from "../actions/to-action-error.js";
import { ActionError, errorCodes } from "../domain/errors.js";
import { sendFailurePage, wantsPage } from "../web/failure-page.js";

/** Gives each request its id, and turns every error into an RFC 9457 problem, or into a page for browsers. */
export const handleFailures = (log: Logger) => async (ctx: Context, next: Next) => {
  ctx.state.requestId = uuidv4();
  ctx.set("X-Request-Id", ctx.state.requestId);
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined)
      throw new ActionError("not_found", "There is nothing at this address.");
  } catch (error) {
    const problem = toActionError(error);
    if (problem.code === "internal") log.error({ requestId: ctx.state.requestId, err: error }, "request failed");
    ctx.set(problem.extras.headers ?? {});
    ctx.status = problem.status;
    if (wantsPage(ctx)) return sendFailurePage(ctx, problem);
    ctx.body = {
      type: `/docs#${problem.code}`,
      title: errorCodes[problem.code].title,
      status: problem.status,
      detail: problem.message,
      code: problem.code,
      requestId: ctx.state.requestId,
      ...(problem.extras.errors ? { errors: problem.extras.errors } : {}),
    };
    ctx.type = "application/problem+json";
  }
};
