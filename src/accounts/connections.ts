import type { Actor, Trail } from "../db/audit.js";
import type { Database } from "../db/database.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Caller } from "../domain/permissions.js";
import { mailNotice } from "./account-notices.js";

export type Mode = Caller["mode"];

/** An app that a member has approved to act in their name. */
export interface Connection {
  /** the approval's id */
  grantId: string;
  organizationId: string;
  userId: string;
  mode: Mode;
  clientId: string;
  /** the client's own, unverified name; null: it has none that can be shown */
  clientName: string | null;
  /**
   * the host to which the browser was sent after the approval; for an app with its own URL scheme, that scheme, such as
   * `cursor:`
   */
  redirectHost: string;
}

/** The end of a connection, as the audit log names it. */
export type EndingAction = "disconnect_app" | "end_reused_connection" | "end_unused_connection";

const actorOf = ({ organizationId, userId, clientName, grantId }: Connection, via: Actor["via"]): Actor => ({
  organizationId,
  userId,
  keyId: null,
  via,
  client: clientName,
  connectionId: grantId,
});

/**
 * Records an approval, with its audit event.
 * @param sessionId the browser session in which the member approved
 * @returns false, with nothing recorded, if that session or the membership has ended meanwhile
 */
export function addConnection(
  database: Database,
  connection: Connection,
  sessionId: string,
  requestId: string,
): Promise<boolean> {
  const { grantId, organizationId, userId, mode, clientId, clientName, redirectHost } = connection;
  const trail: Trail = { action: "connect_app", actor: actorOf(connection, "page"), requestId };
  return transact(database, trail, async (unit) => {
    // Locked: whatever ends the session or the membership at the same time waits, and then finds this connection and ends it too.
    const live = await unit.execute(
      `select from web_session s join membership m on m.user_id = s.user_id
       where s.id = $1 and s.user_id = $2 and s.expires_at > now() and m.organization_id = $3 for share`,
      [sessionId, userId, organizationId],
    );
    if (live.length === 0) return false;
    unit.append(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [grantId, organizationId, userId, mode, clientId, clientName, redirectHost],
      1,
    );
    unit.note({ record: "connection", id: grantId, op: "create", after: { mode, clientName, redirectHost } });
    await mailNotice(unit, userId, "app_connected", clientName ?? redirectHost);
    return true;
  });
}

interface EndingCause {
  action: EndingAction;
  via: Actor["via"];
  requestId: string | null;
}

const returningConnection = `returning grant_id as "grantId", organization_id as "organizationId", user_id as "userId", mode,
  client_id as "clientId", client_name as "clientName", redirect_host as "redirectHost"`;
// Locks in a fixed order, so that two transactions that end the same connection wait for each other instead of deadlocking.
const deleteArtifacts = `with doomed as (select model, id_sha256 from oauth_artifact where grant_id = any($1) order by model, id_sha256 for update)
  delete from oauth_artifact a using doomed d where a.model = d.model and a.id_sha256 = d.id_sha256`;

/** Ends the open connections that match a condition, with their tokens. Each gets its own audit event. @returns how many ended */
async function endWithin(unit: UnitOfWork, condition: string, values: unknown[], cause: EndingCause): Promise<number> {
  const connections = await unit.execute<Connection>(
    `update connection c set revoked_at = now() where revoked_at is null and ${condition} ${returningConnection}`,
    values,
  );
  await unit.execute(deleteArtifacts, [connections.map(({ grantId }) => grantId)]);
  const { action, via, requestId } = cause;
  for (const connection of connections) {
    const revoked = { before: { revoked: false }, after: { revoked: true } };
    const change = { record: "connection", id: connection.grantId, op: "update", ...revoked } as const;
    unit.audit({ action, actor: actorOf(connection, via), requestId }, [change]);
  }
  return connections.length;
}

/** @param group whose share of the database's connections it takes; unset: that has no limit */
const end = (
  database: Database,
  condition: string,
  values: unknown[],
  cause: EndingCause,
  group?: string,
): Promise<number> => transact(database, null, (unit) => endWithin(unit, condition, values, cause), { group });

/** Ends the connection of one approval: its client asked for it, or one of its tokens was reused. @returns how many ended */
export const endConnection = (database: Database, grantId: string, action: EndingAction): Promise<number> =>
  end(database, "grant_id = $1", [grantId], { action, via: "mcp", requestId: null });

/**
 * Disconnects one of a user's apps; its next call is refused. Disconnecting it again changes nothing.
 * @returns whether the user has, or had, such a connection
 */
export async function disconnect(
  database: Database,
  userId: string,
  grantId: string,
  requestId: string | null = null,
): Promise<boolean> {
  const cause = { action: "disconnect_app", via: "page", requestId } as const;
  const ownConnection: [string, unknown[]] = ["user_id = $1 and grant_id = $2", [userId, grantId]];
  if ((await end(database, ...ownConnection, cause, userId)) > 0) return true;
  return (await database.query(`select from connection where ${ownConnection[0]}`, ownConnection[1])).length === 1;
}

/** Disconnects all of a user's apps, in every organization, for example after a new password. @returns how many ended */
export const endConnectionsOf = (unit: UnitOfWork, userId: string, requestId: string | null): Promise<number> =>
  endWithin(unit, "user_id = $1", [userId], { action: "disconnect_app", via: "page", requestId });

/** How many connections one transaction ends: each adds the parameters of its audit event to one statement. */
const batchSize = 500;
const unusedConnections = `grant_id in (select u.grant_id from connection u where u.revoked_at is null
  and u.created_at < now() - interval '1 hour' and not exists (select from oauth_artifact a where a.grant_id = u.grant_id
    and a.model in ('AuthorizationCode', 'AccessToken', 'RefreshToken') and a.expires_at > now()
    and (a.consumed_at is null or a.consumed_at > now() - interval '5 minutes')) limit $1)`;

/** Ends the connections that have no usable code or token left. @returns how many ended */
export async function endUnusedConnections(database: Database): Promise<number> {
  const cause = { action: "end_unused_connection", via: "workflow", requestId: null } as const;
  for (let total = 0; ; ) {
    const ended = await end(database, unusedConnections, [batchSize], cause);
    total += ended;
    if (ended < batchSize) return total;
  }
}
