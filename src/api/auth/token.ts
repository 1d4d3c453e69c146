import type { DataSource } from "typeorm";
import { poolOf } from "../../db/data-source.js";
import type { Caller } from "../../domain/permissions.js";
import { artifactHash } from "../oauth/adapter.js";
import type { Mode } from "../oauth/connections.js";
import { scopes } from "../oauth/resource.js";

type TokenRow = Omit<Caller, "keyId" | "keyPermissions" | "via"> & { scope: string | null; isStale: boolean };

// One indexed read, anew on each request: a disconnected app, a changed role or a removed member counts at once.
const tokenQuery = {
  name: "caller-by-token",
  text: `
    select c.organization_id as "organizationId", c.user_id as "userId", m.role, o.timezone, c.grant_id as "connectionId", c.mode,
      c.client_name as client, a.payload ->> 'scope' as scope,
      (select min(s.role) from project_share s where s.organization_id = c.organization_id and s.user_id = c.user_id) as "strongestShare",
      c.last_used_at is null or c.last_used_at < now() - interval '1 minute' as "isStale"
    from oauth_artifact a
    join connection c on c.grant_id = a.grant_id
    join membership m on m.organization_id = c.organization_id and m.user_id = c.user_id
    join organization o on o.id = c.organization_id
    where a.model = 'AccessToken' and a.id_sha256 = $1 and a.expires_at > now() and a.payload ->> 'aud' = $2 and c.revoked_at is null`,
};

/**
 * Who speaks by an access token for `resource`: a member through a connected app, with what the app was approved for, what the token is
 * for and what the member's role allows. Null for a token that is unknown or over.
 */
export async function callerByToken(dataSource: DataSource, token: string, resource: string): Promise<Caller | null> {
  const pool = poolOf(dataSource);
  const { rows } = await pool.query<TokenRow>({ ...tokenQuery, values: [artifactHash(token), resource] });
  const [row] = rows;
  if (!row) return null;
  const { scope, isStale, ...caller } = row;
  const granted = scope?.split(" ") ?? [];
  if (!scopes.some((own) => granted.includes(own))) return null;
  // Not at each call: a read should seldom become a write.
  if (isStale) await pool.query("update connection set last_used_at = now() where grant_id = $1", [row.connectionId]);
  const mode: Mode = caller.mode === "change" && granted.includes("actions:write") ? "change" : "read";
  return { ...caller, mode, keyId: null, keyPermissions: null, via: "mcp" };
}
