import { timingSafeEqual } from "node:crypto";
import type { DataSource } from "typeorm";
import { parseApiKey, secretSha256 } from "../../db/api-key.js";
import { poolOf } from "../../db/data-source.js";
import { ActionError } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import type { Role, ShareRole } from "../../domain/vocabulary.js";

interface KeyRow {
  organizationId: string;
  userId: string | null;
  secretSha256: Buffer;
  permissions: string[] | null;
  role: Role | null;
  timezone: string;
  strongestShare: ShareRole | null;
}

// Read anew on each request, so that a revoked key, a changed role or a removed member takes effect at once.
const keyQuery = {
  name: "caller",
  text: `
    select k.organization_id as "organizationId", k.user_id as "userId", k.secret_sha256 as "secretSha256", k.permissions, m.role, o.timezone,
      (select min(s.role) from project_share s where s.organization_id = k.organization_id and s.user_id = k.user_id) as "strongestShare"
    from api_key k
    join organization o on o.id = k.organization_id
    left join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
    where k.id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and (k.user_id is null or m.role is not null)`,
};

export const unauthenticated = (message: string): ActionError =>
  new ActionError("unauthenticated", message, { headers: { "WWW-Authenticate": 'Bearer realm="pratica"' } });

/**
 * Who speaks, by the key in an `Authorization: Bearer` header.
 * @throws unauthenticated for a missing, malformed, unknown, revoked or expired key, or a user who is no member any more
 */
export async function authenticate(
  dataSource: DataSource,
  authorization: string | undefined,
  via: Caller["via"],
): Promise<Caller> {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (!key) throw unauthenticated("Send an API key: Authorization: Bearer pra_…");
  const parsed = parseApiKey(key);
  const rows = parsed ? (await poolOf(dataSource).query<KeyRow>({ ...keyQuery, values: [parsed.keyId] })).rows : [];
  const [row] = rows;
  if (!parsed || !row || !timingSafeEqual(row.secretSha256, secretSha256(parsed.secret))) {
    throw unauthenticated("This API key is not valid: it is unknown, revoked or expired.");
  }
  return {
    organizationId: row.organizationId,
    userId: row.userId,
    keyId: parsed.keyId,
    role: row.userId === null ? null : row.role,
    keyPermissions: row.permissions && new Set(row.permissions),
    strongestShare: row.strongestShare,
    timezone: row.timezone,
    via,
    client: null,
  };
}
