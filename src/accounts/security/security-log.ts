import type { Logger } from "pino";
import type { Queries } from "../../db/database.js";
import type { ErrorCode } from "../../domain/errors.js";
import { concernsAll, type SecurityAction } from "./security-actions.js";
import { SecurityEvents } from "./security-events.js";

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
  /** whom or what else it concerns, and from where; the owners see these, the log doesn't hold them */
  about?: string | null | undefined;
  ip?: string | undefined;
}

/** Tells what matters to security: the log at once, and the owners of whom it concerns within a second. */
export class SecurityLog {
  private readonly events: SecurityEvents;

  constructor(
    queries: Queries,
    private readonly log: Logger,
  ) {
    this.events = new SecurityEvents(queries, log);
  }

  /** Writes one line, `{"event": "security", "action": "signed_in", …}`, and keeps the same for the owners. No secret or name. */
  note(action: SecurityAction, { ip, about, ...facts }: SecurityFacts): void {
    this.log.info({ event: "security", action, ...facts }, action);
    const { organizationId, userId, keyId, connectionId, route, reason } = facts;
    this.events.add({
      action,
      organizationId: concernsAll(action) ? null : (organizationId ?? null),
      userId: userId ?? null,
      keyId: keyId ?? null,
      connectionId: connectionId ?? null,
      route: route ?? null,
      reason: reason ?? null,
      about: about ?? null,
      ip: ip?.replace(/^::ffff:/, "") ?? null,
    });
  }

  /** Writes what the owners can't see yet. */
  flush(): Promise<void> {
    return this.events.flush();
  }
}

/** The refusals that are security events, by the error's code. */
export const refusals: Partial<Record<ErrorCode, SecurityAction>> = {
  unauthenticated: "credentials_refused",
  forbidden: "permission_refused",
  rate_limited: "attempts_limited",
};
