import { timingSafeEqual } from "node:crypto";
import type { DataSource } from "typeorm";
import type { Config } from "../../config.js";
import { parseApiKey, secretSha256 } from "../../db/api-key.js";
import { poolOf } from "../../db/data-source.js";
import { ActionError } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import type { Role, ShareRole } from "../../domain/vocabulary.js";
import type { App } from "../app.js";
import { challenge, resourceOf } from "../oauth/resource.js";
import { callerByToken } from "./token.js";

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

type Via = Caller["via"];

/** @param refused whether something was sent that is no good, rather than nothing */
function unauthenticated(config: Config, via: Via, message: string, refused: boolean): ActionError {
  // How to sign in is for MCP's clients; REST takes keys alone.
  const challenged =
    via === "mcp" ? challenge(config, refused ? "invalid_token" : undefined) : 'Bearer realm="pratica"';
  return new ActionError("unauthenticated", message, { headers: { "WWW-Authenticate": challenged } });
}

/**
 * Who speaks, by the key in an `Authorization: Bearer` header, or on MCP by an access token there.
 * @throws unauthenticated for one that is missing, malformed, unknown, revoked or expired, or a user who is no member any more
 */
export async function authenticate(
  { config, dataSource }: Pick<App, "config" | "dataSource">,
  authorization: string | undefined,
  via: Via,
): Promise<Caller> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (!secret) {
    const orSignIn = via === "mcp" ? ", or sign in as the resource metadata says" : "";
    throw unauthenticated(config, via, `Send an API key: Authorization: Bearer pra_…${orSignIn}`, false);
  }
  const key = parseApiKey(secret);
  if (key) {
    const caller = await callerByKey(dataSource, key, via);
    if (caller) return caller;
    throw unauthenticated(config, via, "This API key is not valid: it is unknown, revoked or expired.", true);
  }
  const caller = via === "mcp" ? await callerByToken(dataSource, secret, resourceOf(config)) : null;
  if (caller) return caller;
  const what =
    via === "mcp"
      ? "This access token is not valid: it is unknown, disconnected or expired."
      : "This is no API key; access tokens are for MCP alone.";
  throw unauthenticated(config, via, what, true);
}

/** null for a key that is unknown, revoked or expired */
async function callerByKey(
  dataSource: DataSource,
  { keyId, secret }: { keyId: string; secret: string },
  via: Via,
): Promise<Caller | null> {
  const { rows } = await poolOf(dataSource).query<KeyRow>({ ...keyQuery, values: [keyId] });
  const [row] = rows;
  if (!row || !timingSafeEqual(row.secretSha256, secretSha256(secret))) return null;
  return {
    organizationId: row.organizationId,
    userId: row.userId,
    keyId,
    role: row.userId === null ? null : row.role,
    keyPermissions: row.permissions && new Set(row.permissions),
    strongestShare: row.strongestShare,
    timezone: row.timezone,
    via,
    client: null,
    connectionId: null,
    mode: "change",
  };
}
