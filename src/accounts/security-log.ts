import type { Logger } from "pino";
import type { ErrorCode } from "../domain/errors.js";

/** Who and what an event is about: ids alone, since a log is read by more people than the records are. */
export interface SecurityFacts {
  requestId?: string | null | undefined;
  userId?: string | null | undefined;
  organizationId?: string | null | undefined;
  keyId?: string | null | undefined;
  connectionId?: string | null | undefined;
  clientId?: string | undefined;
  /** the pattern of the address, without what stood in it */
  route?: string | undefined;
  /** of a refusal */
  reason?: string | undefined;
}

/** Writes one line about what matters to security: `{"event": "security", "action": "signed_in", …}`. No secret, address or name. */
export function logSecurity(log: Logger, action: string, facts: SecurityFacts): void {
  log.info({ event: "security", action, ...facts }, action);
}

/** The refusals that are security events, by the error's code. */
export const refusals: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "credentials_refused",
  forbidden: "permission_refused",
  rate_limited: "attempts_limited",
};
