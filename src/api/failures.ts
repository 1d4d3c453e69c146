import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { v4 as uuidv4 } from "uuid";
import { logSecurity, refusals, type SecurityFacts } from "../accounts/security-log.js";
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
    logRefusal(log, ctx, problem);
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

/** Notes a refused key, permission or form, and limits that were reached. Who asked is known where that was found out. */
function logRefusal(log: Logger, ctx: Context, { code }: ActionError): void {
  const action = ctx.state.refusedForm ? "form_refused" : refusals[code];
  if (!action) return;
  // The path itself may hold the token of a link.
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string };
  const caller = ctx.state.caller as SecurityFacts | undefined;
  logSecurity(log, action, { requestId: ctx.state.requestId, ...caller, route });
}
