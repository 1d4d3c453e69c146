import type pg from "pg";
import { addKey, endKeys, type NewKey } from "../db/keys.js";
import { addUser, type NewUser } from "../db/people.js";
import { notFound } from "../domain/errors.js";
import { checkedId, inCommand } from "./change.js";

/** Makes a person a member of an organization; see `addUser`. */
export const createUser = (pool: pg.Pool, user: NewUser): Promise<{ userId: string; known: boolean }> =>
  inCommand(pool, "create_user", checkedId("organization", user.organizationId), (change) => addUser(change, user));

/** Creates an API key; its text is returned this once and stored nowhere. See `addKey`. */
export const createKey = (pool: pg.Pool, key: NewKey): Promise<{ keyId: string; key: string }> =>
  inCommand(pool, "create_key", checkedId("organization", key.organizationId), (change) => addKey(change, key));

/** Ends a key at once; ending it again changes nothing. */
export async function revokeKey(pool: pg.Pool, id: string): Promise<{ keyId: string; revoked: true }> {
  const keyId = checkedId("id", id);
  const known = await pool.query<{ organization_id: string }>("select organization_id from api_key where id = $1", [
    keyId,
  ]);
  const organizationId = known.rows[0]?.organization_id;
  if (organizationId === undefined) throw notFound("id", keyId);
  await inCommand(pool, "revoke_key", organizationId, (change) => endKeys(change, organizationId, "id = $2", keyId));
  return { keyId, revoked: true };
}
