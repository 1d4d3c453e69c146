import type { Context } from "koa";
import type { SecurityAction } from "../accounts/security/security-actions.js";
import type { SecurityFacts } from "../accounts/security/security-log.js";
import type { WebParts } from "./parts.js";

/** Tells the log and the owners what somebody did on a page, by which request and from where. */
export const noteSecurity = (
  { security }: Pick<WebParts, "security">,
  ctx: Context,
  action: SecurityAction,
  facts: SecurityFacts,
): void => security.note(action, { requestId: ctx.state.requestId, ip: ctx.ip, ...facts });
