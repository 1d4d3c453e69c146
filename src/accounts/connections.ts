import type { Actor, Trail } from "../db/audit.js";
import type { Database } from "../db/database.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import type { Caller } from "../domain/permissions.js";

export type Mode = Caller["mode"];

/** An app that a member has approved to act in their name. */
export interface Connection {
  /** the approval's id */
  grantId: string;
  organizationId: string;
  userId: string;
  mode: Mode;
  clientId: string;
  /** what the client calls itself, unverified; null: nothing that can be shown */
  clientName: string | null;
  /** where the browser was sent after the approval; of an app's own scheme the scheme, such as `cursor:` */
  redirectHost: string;
}

/** How a connection ends, as the audit log names it. */
export type Ending = "disconnect_app" | "end_reused_connection" | "end_unused_connection";

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
 * @param sessionId of the browser that it was given with
 * @returns false, and nothing recorded, where that session or the membership ended meanwhile
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
    // Who ends the session or the membership meanwhile waits for this connection, and then finds it.
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
    return true;
  });
}

interface EndingBy {
  action: Ending;
  via: Actor["via"];
  requestId: string | null;
}

const ended = `returning grant_id as "grantId", organization_id as "organizationId", user_id as "userId", mode,
  client_id as "clientId", client_name as "clientName", redirect_host as "redirectHost"`;
// In one order, so that two that end the same connection wait for each other instead of both being stopped.
const deleteArtifacts = `with doomed as (select model, id_sha256 from oauth_artifact where grant_id = any($1) order by model, id_sha256 for update)
  delete from oauth_artifact a using doomed d where a.model = d.model and a.id_sha256 = d.id_sha256`;

/** Ends the open connections that `condition` finds, with their tokens; each has an audit event of its own. @returns how many */
async function endIn(unit: UnitOfWork, condition: string, values: unknown[], by: EndingBy): Promise<number> {
  const connections = await unit.execute<Connection>(
    `update connection c set revoked_at = now() where revoked_at is null and ${condition} ${ended}`,
    values,
  );
  await unit.execute(deleteArtifacts, [connections.map(({ grantId }) => grantId)]);
  for (const connection of connections) {
    const { action, via, requestId } = by;
    const revoked = { before: { revoked: false }, after: { revoked: true } };
    const change = { record: "connection", id: connection.grantId, op: "update", ...revoked } as const;
    unit.audit({ action, actor: actorOf(connection, via), requestId }, [change]);
  }
  return connections.length;
}

const end = (database: Database, condition: string, values: unknown[], by: EndingBy): Promise<number> =>
  transact(database, null, (unit) => endIn(unit, condition, values, by));

/** Ends the connection of one approval, as its client asked or its tokens gave reason to. */
export const endConnection = (database: Database, grantId: string, action: Ending): Promise<number> =>
  end(database, "grant_id = $1", [grantId], { action, via: "mcp", requestId: null });

/**
 * Disconnects an app of the user's; its next call is refused. Doing it again changes nothing.
 * @returns whether the user has, or had, such a connection
 */
export async function disconnect(
  database: Database,
  userId: string,
  grantId: string,
  requestId: string | null = null,
): Promise<boolean> {
  const by = { action: "disconnect_app", via: "page", requestId } as const;
  const mine: [string, unknown[]] = ["user_id = $1 and grant_id = $2", [userId, grantId]];
  if ((await end(database, ...mine, by)) > 0) return true;
  return (await database.query(`select from connection where ${mine[0]}`, mine[1])).length === 1;
}

/** Disconnects all of the user's apps, in every organization, as after a new password. @returns how many there were */
export const endConnectionsOf = (unit: UnitOfWork, userId: string, requestId: string | null): Promise<number> =>
  endIn(unit, "user_id = $1", [userId], { action: "disconnect_app", via: "page", requestId });

/** Ends the connections that have no code or token left that could still be used. */
export const endUnusedConnections = (database: Database): Promise<number> =>
  end(
    database,
    `created_at < now() - interval '1 hour' and not exists (select from oauth_artifact a where a.grant_id = c.grant_id
       and a.model in ('AuthorizationCode', 'AccessToken', 'RefreshToken') and a.expires_at > now()
       and (a.consumed_at is null or a.consumed_at > now() - interval '5 minutes'))`,
    [],
    { action: "end_unused_connection", via: "workflow", requestId: null },
  );
