import type { Context, Next } from "koa";
import type { Logger } from "pino";
import { v4 as uuidv4 } from "uuid";
import { ActionError, errorCodes } from "../domain/errors.js";
import { sendFailurePage, wantsPage } from "./pages/failure-page.js";

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08006",
  "08001",
  "08003",
]);
const unreachableWords =
  /connection terminated|timeout exceeded when trying to connect|server closed the connection|connection ended unexpectedly|client has encountered a connection error|query read timeout/i;

/** The error as callers are told of it: an ActionError as it is, an unreachable Postgres as unavailable, the rest as internal. */
export function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  if (code === "55P03") return new ActionError("conflict", "Another request is working on the same record; try again.");
  if (unreachableCodes.has(code) || unreachableWords.test(message)) {
    return new ActionError("unavailable", "The database can't be reached right now; try again.", {
      headers: { "Retry-After": "5" },
    });
  }
  return new ActionError("internal", "Something went wrong here; tell us the request id.");
}

/** Gives each request its id, and turns whatever goes wrong into an RFC 9457 problem, or a page for a browser that asks for one. */
export const failures = (log: Logger) => async (ctx: Context, next: Next) => {
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
