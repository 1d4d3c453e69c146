import { timingSafeEqual } from "node:crypto";
import type { Queries } from "../db/database.js";
import { Guard } from "../db/guard.js";
import { type Caller, strongestShare } from "../domain/permissions.js";
import type { Role, ShareRole } from "../domain/vocabulary.js";
import type { ApiKey } from "./api-key.js";
import type { Mode } from "./connections.js";
import { isValidKey } from "./keys.js";
import { scopes } from "./scopes.js";
import { secretHash } from "./secret-hash.js";

/** A column of SQL: the roles that a user has on single projects. @param alias a table with `organization_id` and `user_id` */
const shareRolesOf = (alias: string): string =>
  `array(select distinct s.role from project_share s where s.organization_id = ${alias}.organization_id and s.user_id = ${alias}.user_id order by 1) as "shareRoles"`;

/** What the database says of a key that is valid. */
export interface KeyRow {
  keyId: string;
  organizationId: string;
  userId: string | null;
  secretSha256: Buffer;
  permissions: string[] | null;
  role: Role | null;
  timezone: string;
  shareRoles: ShareRole[];
}

// Read or guarded on each request, so that a revoked key, a changed role or a removed member takes effect at once.
const keyQuery = `
  select k.id as "keyId", k.organization_id as "organizationId", k.user_id as "userId", k.secret_sha256 as "secretSha256", k.permissions, m.role, o.timezone,
    ${shareRolesOf("k")}
  from api_key k
  join organization o on o.id = k.organization_id
  left join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
  where k.id = $1 and ${isValidKey("k")} and (k.user_id is null or m.role is not null)`;

/** The row of an API key; null if the key is unknown, revoked or expired, or its user is no member any more. */
export async function keyRow(queries: Queries, key: ApiKey): Promise<KeyRow | null> {
  const [row] = await queries.query<KeyRow>(keyQuery, [key.keyId]);
  return row && isOf(row, key) ? row : null;
}

/** Whether a key has the secret whose hash is stored. */
export const isOf = ({ secretSha256 }: Pick<KeyRow, "secretSha256">, { secret }: ApiKey): boolean =>
  timingSafeEqual(secretSha256, secretHash(secret));

// By `=`, Postgres might look for the key among all those of its organization.
const unchangedKey = `exists (select from (${keyQuery}) k where k."organizationId" is not distinct from $2 and k."userId" is not distinct from $3
  and k."secretSha256" = $4 and k.permissions is not distinct from $5 and k.role is not distinct from $6 and k.timezone = $7
  and k."shareRoles" = $8)`;

/** Holds as long as the row of a key would be read as it was. */
export const keyGuard = (row: KeyRow): Guard =>
  new Guard(unchangedKey, [
    row.keyId,
    row.organizationId,
    row.userId,
    row.secretSha256,
    row.permissions,
    row.role,
    row.timezone,
    row.shareRoles,
  ]);

/** The caller with the key of this row. */
export const callerOfKey = (row: KeyRow, via: Caller["via"]): Caller => ({
  organizationId: row.organizationId,
  userId: row.userId,
  keyId: row.keyId,
  role: row.role,
  keyPermissions: row.permissions && new Set(row.permissions),
  strongestShare: strongestShare(row.shareRoles),
  timezone: row.timezone,
  via,
  client: null,
  connectionId: null,
  mode: "change",
});

/** Who made a link, or began to send a file: the caller as if by the same key or connection now. Null if that has ended. */
export async function callerNow(
  queries: Queries,
  { keyId, connectionId }: Pick<Caller, "keyId" | "connectionId">,
): Promise<Caller | null> {
  if (keyId !== null) {
    const [row] = await queries.query<KeyRow>(keyQuery, [keyId]);
    return row ? callerOfKey(row, "rest") : null;
  }
  const [row] = await queries.query<Omit<TokenRow, "scope">>(connectionQuery, [connectionId]);
  return row ? throughApp(row) : null;
}

/** Whose key this was, for the owners to know that it is still tried. Null unless its secret is right: ids alone are no secret. */
export async function endedKey(
  queries: Queries,
  key: ApiKey,
): Promise<Pick<Caller, "organizationId" | "userId" | "keyId"> | null> {
  const [row] = await queries.query<Pick<KeyRow, "organizationId" | "userId" | "secretSha256">>(
    `select organization_id as "organizationId", user_id as "userId", secret_sha256 as "secretSha256" from api_key where id = $1`,
    [key.keyId],
  );
  return row && isOf(row, key) ? { organizationId: row.organizationId, userId: row.userId, keyId: key.keyId } : null;
}

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

const throughApp = ({ shareRoles, ...caller }: Omit<TokenRow, "scope">): Caller => ({
  ...caller,
  strongestShare: strongestShare(shareRoles),
  keyId: null,
  keyPermissions: null,
  via: "mcp",
});
