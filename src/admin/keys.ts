import type pg from "pg";
import { newApiKey, parseApiKey, secretSha256 } from "../db/api-key.js";
import { notFound } from "../domain/errors.js";
import { permissions as everyPermission } from "../domain/permissions.js";
import { type AdminChange, checkedId, inOneChange, invalid } from "./change.js";

export interface NewKey {
  organizationId: string;
  /** whom the key speaks for; unset: the organization itself */
  userId?: string;
  /** unset: all that the user's role has, or everything for a key of the organization */
  permissions?: string[];
  name: string;
  /** the key's text, where it was made before */
  key?: string;
}

/**
 * Creates an API key; its text is returned this once and stored nowhere.
 * @throws invalid_input for an unknown permission, not_found for an organization or a user who is no member of it
 */
export const createKey = (pool: pg.Pool, key: NewKey): Promise<{ keyId: string; key: string }> =>
  inOneChange(pool, "create_key", checkedId("organization", key.organizationId), (change) => addKey(change, key));

export async function addKey(change: AdminChange, wanted: NewKey): Promise<{ keyId: string; key: string }> {
  const { organizationId, name, permissions } = wanted;
  if (name.trim() === "") throw invalid("A key needs a name.");
  const unknown = permissions?.find((permission) => !everyPermission.some((known) => known === permission));
  if (unknown !== undefined)
    throw invalid(`There is no permission "${unknown}"; the permissions are ${everyPermission.join(", ")}.`);
  const userId = wanted.userId === undefined ? null : checkedId("user", wanted.userId);
  await checkHolder(change, organizationId, userId);

  const key = wanted.key ?? newApiKey().key;
  const parsed = parseApiKey(key);
  if (!parsed) throw invalid("This text hasn't the form of a key.");
  await change.query(
    `insert into api_key (id, organization_id, user_id, name, secret_sha256, permissions, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [parsed.keyId, organizationId, userId, name, secretSha256(parsed.secret), permissions ?? null, change.at],
  );
  const after = { userId, name, permissions: permissions ?? null };
  change.note({ record: "api_key", id: parsed.keyId, op: "create", after });
  return { keyId: parsed.keyId, key };
}

async function checkHolder(change: AdminChange, organizationId: string, userId: string | null): Promise<void> {
  const [holder] = await change.query<{ isMember: boolean }>(
    `select m.user_id is not null as "isMember" from organization o
     left join membership m on m.organization_id = o.id and m.user_id = $2 where o.id = $1`,
    [organizationId, userId],
  );
  if (!holder) throw notFound("organization", organizationId);
  if (userId !== null && !holder.isMember) throw notFound("user", userId);
}

/** Ends a key at once; ending it again changes nothing. */
export async function revokeKey(pool: pg.Pool, id: string): Promise<{ keyId: string; revoked: true }> {
  const keyId = checkedId("id", id);
  const known = await pool.query<{ organization_id: string }>("select organization_id from api_key where id = $1", [
    keyId,
  ]);
  const organizationId = known.rows[0]?.organization_id;
  if (organizationId === undefined) throw notFound("id", keyId);
  return inOneChange(pool, "revoke_key", organizationId, async (change) => {
    const revoked = await change.query<{ name: string }>(
      "update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning name",
      [keyId, change.at],
    );
    const after = { revokedAt: change.at.toISOString() };
    if (revoked.length > 0)
      change.note({ record: "api_key", id: keyId, op: "update", before: { revokedAt: null }, after });
    return { keyId, revoked: true };
  });
}
