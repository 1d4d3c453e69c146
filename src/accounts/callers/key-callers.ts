import { timingSafeEqual } from "node:crypto";
import type { Queries } from "../../db/database.js";
import { Guard } from "../../db/guard.js";
import { type Caller, strongestShare } from "../../domain/permissions.js";
import type { Role, ShareRole } from "../../domain/vocabulary.js";
import type { ApiKey } from "../keys/api-key.js";
import { isValidKey } from "../keys/keys.js";
import { secretHash } from "../secret-hash.js";
import { shareRolesOf } from "./share-roles.js";

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

/** The caller with this key now; null: it has ended. */
export async function callerByKey(queries: Queries, keyId: string): Promise<Caller | null> {
  const [row] = await queries.query<KeyRow>(keyQuery, [keyId]);
  return row ? callerOfKey(row, "rest") : null;
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
