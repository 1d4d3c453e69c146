import type { DataSource } from "typeorm";
import { type Actor, auditChanges } from "../../db/audit.js";
import { poolOf } from "../../db/data-source.js";
import type { OneChange } from "../../db/one-change.js";
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

/**
 * Records an approval, with its audit event.
 * @param sessionId of the browser that it was given with
 * @returns false, and nothing recorded, where that session ended meanwhile, as by a new password
 */
export async function addConnection(
  dataSource: DataSource,
  connection: Connection,
  sessionId: string,
  requestId: string,
): Promise<boolean> {
  const { grantId, organizationId, userId, mode, clientId, clientName, redirectHost } = connection;
  const unit = new UnitOfWork(dataSource);
  try {
    // Who ends the session meanwhile waits for this connection, and then finds it.
    const live = await unit.execute(
      "select from web_session where id = $1 and user_id = $2 and expires_at > now() for share",
      [sessionId, userId],
    );
    if (live.length === 0) return false;
    unit.append(
      `insert into connection (grant_id, organization_id, user_id, mode, client_id, client_name, redirect_host, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [grantId, organizationId, userId, mode, clientId, clientName, redirectHost],
      1,
    );
    const after = { mode, clientName, redirectHost };
    audit(unit, actorOf(connection, "page"), "connect_app", { id: grantId, op: "create", after }, requestId);
    await unit.commit();
    return true;
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

type Run = <T extends object>(sql: string, values: unknown[]) => Promise<T[]>;

/** Ends the live connections that `condition` finds, with their tokens and the audit events. @returns how many */
async function endIn(run: Run, condition: string, values: unknown[], by: EndingBy): Promise<number> {
  const connections = await run<Connection>(
    `update connection c set revoked_at = now() where revoked_at is null and ${condition} ${ended}`,
    values,
  );
  await run(forget, [connections.map(({ grantId }) => grantId)]);
  const events: [string, unknown[]][] = [];
  const unit = { append: (sql: string, given: unknown[]) => void events.push([sql, given]) };
  for (const connection of connections) {
    const revoked = { before: { revoked: false }, after: { revoked: true } };
    const change = { id: connection.grantId, op: "update" as const, ...revoked };
    audit(unit, actorOf(connection, by.via), by.action, change, by.requestId);
  }
  for (const event of events) await run(...event);
  return connections.length;
}

/** As `endIn`, in one transaction. */
async function end(dataSource: DataSource, condition: string, values: unknown[], by: EndingBy): Promise<number> {
  const unit = new UnitOfWork(dataSource);
  try {
    const count = await endIn((sql, given) => unit.execute(sql, given), condition, values, by);
    await unit.commit();
    return count;
  } finally {
    await unit.release();
  }
}

/** Ends the connection of one approval, as its client asked or its tokens gave reason to. */
export const endConnection = (dataSource: DataSource, grantId: string, action: Ending): Promise<number> =>
  end(dataSource, "grant_id = $1", [grantId], { action, via: "mcp", requestId: null });

/**
 * Disconnects an app of the user's; its next call is refused. Doing it again changes nothing.
 * @returns whether the user has, or had, such a connection
 */
export async function disconnect(
  dataSource: DataSource,
  userId: string,
  grantId: string,
  requestId: string | null = null,
): Promise<boolean> {
  const by = { action: "disconnect_app", via: "page", requestId } as const;
  const mine: [string, unknown[]] = ["user_id = $1 and grant_id = $2", [userId, grantId]];
  if ((await end(dataSource, ...mine, by)) > 0) return true;
  const { rowCount } = await poolOf(dataSource).query(`select from connection where ${mine[0]}`, mine[1]);
  return rowCount === 1;
}

/** Disconnects all of the user's apps, in every organization, as after a new password. @returns how many there were */
export const revokeConnectionsOf = (change: OneChange, userId: string, requestId: string | null): Promise<number> =>
  endIn((sql, values) => change.query(sql, values), "user_id = $1", [userId], {
    action: "disconnect_app",
    via: "page",
    requestId,
  });

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
