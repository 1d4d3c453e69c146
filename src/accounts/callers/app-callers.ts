import type { Queries } from "../../db/database.js";
import { Guard } from "../../db/guard.js";
import { type Caller, strongestShare } from "../../domain/permissions.js";
import type { ShareRole } from "../../domain/vocabulary.js";
import type { Mode } from "../connections.js";
import { scopes } from "../scopes.js";
import { shareRolesOf } from "./share-roles.js";

/** What the database says of an access token that is valid, and of the connection that it belongs to. */
export type TokenRow = Omit<Caller, "keyId" | "keyPermissions" | "via" | "strongestShare"> & {
  shareRoles: ShareRole[];
  scope: string | null;
};

const connectionColumns = `c.organization_id as "organizationId", c.user_id as "userId", m.role, o.timezone, c.grant_id as "connectionId",
    c.mode, c.client_name as client, ${shareRolesOf("c")}`;
const ofConnection = `join membership m on m.organization_id = c.organization_id and m.user_id = c.user_id
  join organization o on o.id = c.organization_id`;

// Read or guarded on each request, by index, so that a disconnected app, a changed role or a removed member takes effect at once.
const tokenQuery = `
  select ${connectionColumns}, a.payload ->> 'scope' as scope,
    c.last_used_at is null or c.last_used_at < now() - interval '1 minute' as "isLongUnused"
  from oauth_artifact a
  join connection c on c.grant_id = a.grant_id
  ${ofConnection}
  where a.model = 'AccessToken' and a.id_sha256 = $1 and a.expires_at > now() and a.payload ->> 'aud' = $2 and c.revoked_at is null`;

const connectionQuery = `
  select ${connectionColumns} from connection c ${ofConnection} where c.grant_id = $1 and c.revoked_at is null`;

/**
 * The row of an access token for `resource`; null if the token is unknown, expired or revoked. At most once a minute it notes that the
 * connection was used, since a read should seldom cause a write.
 */
export async function tokenRow(queries: Queries, tokenSha256: Buffer, resource: string): Promise<TokenRow | null> {
  const [found] = await queries.query<TokenRow & { isLongUnused: boolean }>(tokenQuery, [tokenSha256, resource]);
  if (!found) return null;
  const { isLongUnused, ...row } = found;
  if (!scopes.some((scope) => scopesOf(row).includes(scope))) return null;
  if (isLongUnused)
    await queries.query("update connection set last_used_at = now() where grant_id = $1", [row.connectionId]);
  return row;
}

// By `=`, Postgres might look for the connection among all those of its user.
const unchangedToken = `exists (select from (${tokenQuery}) t where t."organizationId" is not distinct from $3
  and t."userId" is not distinct from $4 and t.role = $5 and t.timezone = $6 and t."connectionId" is not distinct from $7
  and t.mode = $8 and t.client is not distinct from $9 and t.scope = $10 and t."shareRoles" = $11 and not t."isLongUnused")`;

/** Holds as long as the row of a token would be read as it was, and need not note that the connection is used. */
export const tokenGuard = (row: TokenRow, tokenSha256: Buffer, resource: string): Guard =>
  new Guard(unchangedToken, [
    tokenSha256,
    resource,
    row.organizationId,
    row.userId,
    row.role,
    row.timezone,
    row.connectionId,
    row.mode,
    row.client,
    row.scope,
    row.shareRoles,
  ]);

const scopesOf = ({ scope }: TokenRow): string[] => scope?.split(" ") ?? [];

/** A member, through a connected app: what they may do is bounded by the app's approval, the token's scope and the member's role. */
export function callerOfToken(row: TokenRow): Caller {
  const { scope: _, ...connection } = row;
  const mode: Mode = row.mode === "change" && scopesOf(row).includes("actions:write") ? "change" : "read";
  return throughApp({ ...connection, mode });
}

/** The caller through this connection now; null: it has ended. */
export async function callerByConnection(queries: Queries, connectionId: string | null): Promise<Caller | null> {
  const [row] = await queries.query<Omit<TokenRow, "scope">>(connectionQuery, [connectionId]);
  return row ? throughApp(row) : null;
}

const throughApp = ({ shareRoles, ...caller }: Omit<TokenRow, "scope">): Caller => ({
  ...caller,
  strongestShare: strongestShare(shareRoles),
  keyId: null,
  keyPermissions: null,
  via: "mcp",
});
