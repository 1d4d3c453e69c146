import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { v4 as uuidv4 } from "uuid";
import { refusals, type SecurityFacts, type SecurityLog } from "../accounts/security/security-log.js";
import { toActionError } from "../actions/dispatch/to-action-error.js";
import { type ActionError, invalid } from "../domain/errors.js";
import { sendFailurePage, wantsPage } from "../web/failure-page.js";
import { discardRest } from "./bodies/receive-body.js";
import { logFailure } from "./log-failure.js";
import { nothingHere, problemOf, problemType } from "./problem.js";

type Notes = Pick<SecurityLog, "note">;

/** Gives each request its id, and turns every error into an RFC 9457 problem, or into a page for browsers. */
export const handleFailures = (log: Logger, security: Notes) => async (ctx: Context, next: Next) => {
  ctx.state.requestId = uuidv4();
  ctx.set("X-Request-Id", ctx.state.requestId);
  try {
    // HTTP requires it since 1.1.
    if (ctx.req.headers.host === undefined && ctx.req.httpVersion !== "1.0")
      throw invalid("This isn't a well-formed HTTP request: it has no header Host.");
    await next();
    if (ctx.status === 404 && ctx.body === undefined) throw nothingHere();
  } catch (error) {
    const problem = toActionError(error);
    logFailure(log, "request", { requestId: ctx.state.requestId, error, told: problem });
    noteRefusal(security, ctx, problem);
    ctx.set(problem.extras.headers ?? {});
    // A proxy that is still writing when its connection ends tells the client of that alone, by a 502.
    if (isLastAnswer(ctx)) await discardRest(ctx.req, null);
    ctx.status = problem.status;
    if (wantsPage(ctx)) return sendFailurePage(ctx, problem);
    ctx.body = problemOf(problem, ctx.state.requestId);
    ctx.type = problemType;
  }
};

/** Whether the connection ends with this answer, as most proxies request. On other connections Node continues reading by itself. */
const isLastAnswer = ({ req, res }: Context): boolean =>
  !req.complete && (!res.shouldKeepAlive || res.getHeader("connection") === "close");

interface RequestState {
  requestId: string;
  caller?: SecurityFacts;
  triedAccount?: string | null;
}

/** Logs a refused key, permission or form, and limits that were reached. The caller is known if the request got that far. */
function noteRefusal(security: Notes, ctx: Context, { code }: ActionError): void {
  const action = ctx.state.refusedForm ? "form_refused" : refusals[code];
  if (!action) return;
  // The path itself may hold the token of a link.
  const { _matchedRoute: route } = ctx as { _matchedRoute?: string };
  // A person who tries to sign in is no caller yet: the event is about the account that was tried.
  const { requestId, triedAccount, caller = { userId: triedAccount } } = ctx.state as RequestState;
  security.note(action, { requestId, ...caller, route, ip: ctx.ip });
}
