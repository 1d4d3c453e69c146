import type { UnitOfWork } from "../../db/unit-of-work.js";
import { dayMs } from "../../domain/calendar/durations.js";
import { invalid, notFound } from "../../domain/errors.js";
import { isId } from "../../domain/ids.js";
import { permissions as everyPermission } from "../../domain/permissions.js";
import { parseWord } from "../parse-word.js";
import { secretHash } from "../secret-hash.js";
import { newApiKey, parseApiKey } from "./api-key.js";

/** A condition of SQL: the key is neither revoked nor expired. @param alias a row of `api_key` */
export const isValidKey = (alias: string): string =>
  `${alias}.revoked_at is null and (${alias}.expires_at is null or ${alias}.expires_at > now())`;

export interface NewKey {
  organizationId: string;
  /** the user in whose name the key acts; unset: the organization itself */
  userId?: string | undefined;
  /** unset: all permissions of the user's role; for a key of the organization, all there are */
  permissions?: string[] | undefined;
  name: string;
  /** unset: a year from now; null: it doesn't expire */
  expiresAt?: Date | null | undefined;
  /** who makes it on a page */
  createdBy?: string;
  /** the key's text, if it was made before; unset: a new one is made */
  key?: string;
}

const yearDays = 365;

/**
 * Creates an API key. Its text is returned only here and stored nowhere.
 * @throws invalid_input for a blank name or an unknown permission; not_found for the organization, or a user who is no member of it
 */
export async function addKey(unit: UnitOfWork, newKey: NewKey): Promise<{ keyId: string; key: string }> {
  const inAYear = new Date(unit.now.getTime() + yearDays * dayMs);
  const { organizationId, userId = null, permissions = null, expiresAt = inAYear, createdBy = null } = newKey;
  const name = newKey.name.trim();
  if (name === "") throw invalid("A key needs a name.");
  for (const permission of permissions ?? []) parseWord("permission", everyPermission, permission);
  if (userId !== null && !isId(userId)) throw notFound("user", userId);
  await checkHolder(unit, organizationId, userId);

  const key = newKey.key ?? newApiKey().key;
  const parsed = parseApiKey(key);
  if (!parsed) throw invalid("This text isn't a well-formed key.");
  await unit.execute(
    `insert into api_key (id, organization_id, user_id, name, secret_sha256, permissions, created_at, expires_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      parsed.keyId,
      organizationId,
      userId,
      name,
      secretHash(parsed.secret),
      permissions,
      unit.now,
      expiresAt,
      createdBy,
    ],
  );
  const after = { userId, name, permissions, expiresAt };
  unit.note({ record: "api_key", id: parsed.keyId, op: "create", after });
  return { keyId: parsed.keyId, key };
}

async function checkHolder(unit: UnitOfWork, organizationId: string, userId: string | null): Promise<void> {
  const [organization] = await unit.execute("select from organization where id = $1", [organizationId]);
  if (!organization) throw notFound("organization", organizationId);
  if (userId === null) return;
  // Locked: a removal at the same moment waits, and then finds this key and revokes it too.
  const [member] = await unit.execute(
    "select from membership where organization_id = $1 and user_id = $2 for key share",
    [organizationId, userId],
  );
  if (!member) throw notFound("user", userId);
}

/**
 * Revokes keys of an organization, with immediate effect. Revoking them again changes nothing.
 * @param condition on the table `api_key`, with `$2` as its value
 */
export async function revokeKeys(
  unit: UnitOfWork,
  organizationId: string,
  condition: string,
  value: string,
): Promise<void> {
  const revoked = await unit.execute<{ id: string }>(
    `update api_key set revoked_at = $3 where organization_id = $1 and ${condition} and revoked_at is null returning id`,
    [organizationId, value, unit.now],
  );
  const after = { revokedAt: unit.now.toISOString() };
  for (const { id } of revoked) unit.note({ record: "api_key", id, op: "update", before: { revokedAt: null }, after });
}
