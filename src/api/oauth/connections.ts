import type { DataSource } from "typeorm";
import { type Actor, auditChanges } from "../../db/audit.js";
import { UnitOfWork } from "../../db/unit-of-work.js";

export type Mode = "read" | "change";

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

type Unit = Pick<UnitOfWork, "append">;
type Change = UnitOfWork["changes"][number];

const actorOf = ({ organizationId, userId, clientName, grantId }: Connection, via: Actor["via"]): Actor => ({
  organizationId,
  userId,
  keyId: null,
  via,
  client: clientName,
  connectionId: grantId,
});

function audit(unit: Unit, actor: Actor, action: string, change: Omit<Change, "record">, requestId: string | null) {
  const changes = [{ record: "connection", ...change }];
  auditChanges({ changes, append: (...write) => unit.append(...write) }, actor, action, new Date(), requestId);
}

/** Records an approval, with its audit event. */
export async function addConnection(dataSource: DataSource, connection: Connection, requestId: string): Promise<void> {
  const { grantId, organizationId, userId, mode, clientId, clientName, redirectHost } = connection;
  const unit = new UnitOfWork(dataSource);
  try {
    unit.append(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [grantId, organizationId, userId, mode, clientId, clientName, redirectHost],
      1,
    );
    const after = { mode, clientName, redirectHost };
    audit(unit, actorOf(connection, "page"), "connect_app", { id: grantId, op: "create", after }, requestId);
    await unit.commit();
  } finally {
    await unit.release();
  }
}

interface EndingBy {
  action: Ending;
  via: Actor["via"];
  requestId: string | null;
}

const ended = `returning grant_id as "grantId", organization_id as "organizationId", user_id as "userId", mode,
  client_id as "clientId", client_name as "clientName", redirect_host as "redirectHost"`;
// In one order, so that two that end the same connection wait for each other instead of both being stopped.
const forget = `with doomed as (select model, id_sha256 from oauth_artifact where grant_id = any($1) order by model, id_sha256 for update)
  delete from oauth_artifact a using doomed d where a.model = d.model and a.id_sha256 = d.id_sha256`;

/** Ends the live connections that `condition` finds: they, their tokens and the audit events in one transaction. @returns how many */
async function end(dataSource: DataSource, condition: string, values: unknown[], by: EndingBy): Promise<number> {
  const unit = new UnitOfWork(dataSource);
  try {
    const connections = await unit.execute<Connection>(
      `update connection c set revoked_at = now() where revoked_at is null and ${condition} ${ended}`,
      values,
    );
    await unit.execute(forget, [connections.map(({ grantId }) => grantId)]);
    for (const connection of connections) {
      const change = {
        id: connection.grantId,
        op: "update" as const,
        before: { revoked: false },
        after: { revoked: true },
      };
      audit(unit, actorOf(connection, by.via), by.action, change, by.requestId);
    }
    await unit.commit();
    return connections.length;
  } finally {
    await unit.release();
  }
}

/** Ends the connection of one approval, as its client asked or its tokens gave reason to. */
export const endConnection = (dataSource: DataSource, grantId: string, action: Ending): Promise<number> =>
  end(dataSource, "grant_id = $1", [grantId], { action, via: "mcp", requestId: null });

/**
 * Disconnects an app of the user's; its next call is refused.
 * @returns whether there was such a connection
 */
export const disconnect = async (
  dataSource: DataSource,
  userId: string,
  grantId: string,
  requestId: string | null = null,
): Promise<boolean> => {
  const by = { action: "disconnect_app", via: "page", requestId } as const;
  return (await end(dataSource, "user_id = $1 and grant_id = $2", [userId, grantId], by)) > 0;
};

/** Disconnects all of the user's apps, in every organization, as after a new password. @returns how many there were */
export const revokeConnectionsOf = (
  dataSource: DataSource,
  userId: string,
  requestId: string | null = null,
): Promise<number> => end(dataSource, "user_id = $1", [userId], { action: "disconnect_app", via: "page", requestId });

/** Ends the connections that have no code or token left that could still be used. */
export const endUnusedConnections = (dataSource: DataSource): Promise<number> =>
  end(
    dataSource,
    `created_at < now() - interval '1 hour' and not exists (select from oauth_artifact a where a.grant_id = c.grant_id
       and a.model in ('AuthorizationCode', 'AccessToken', 'RefreshToken') and a.expires_at > now()
       and (a.consumed_at is null or a.consumed_at > now() - interval '5 minutes'))`,
    [],
    { action: "end_unused_connection", via: "workflow", requestId: null },
  );
