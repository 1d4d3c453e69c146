// The functions with which the command line and the tests set up an installation. Each is one commit, with its audit event.

import { findAccountId, lockAccount, renewPassword } from "../accounts/account.js";
import { setChannel as changeChannel, type NewChannel, unsetChannel as removeChannel } from "../accounts/channels.js";
import { removeFactors } from "../accounts/factors/passkeys.js";
import { storedKeyId } from "../accounts/keys/api-key.js";
import { addKey, type NewKey, revokeKeys } from "../accounts/keys/keys.js";
import { type NewLanguageModel, setLanguageModel, unsetLanguageModel } from "../accounts/language-model.js";
import { addUser, type NewUser } from "../accounts/members/memberships.js";
import { addOrganization, changeOrganization, type OrganizationDetails } from "../accounts/organizations.js";
import { parseWord } from "../accounts/parse-word.js";
import { recordAccountEvent } from "../accounts/security/security-events.js";
import type { Config } from "../config.js";
import { byAdmin } from "../db/audit.js";
import type { Database } from "../db/database.js";
import { newId } from "../db/new-id.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { parseDay } from "../domain/calendar/date-value.js";
import { endOfDay } from "../domain/calendar/time.js";
import { conflict, invalid, notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";
import { channels } from "../domain/vocabulary.js";

/** An id in lower case. @throws not_found, naming the option, if it is malformed */
export function checkedId(option: string, id: string): string {
  if (!isId(id)) throw notFound(option, id);
  return id.toLowerCase();
}

/** Commits one command's work on an organization, with its audit event. */
function inCommand<T>(
  database: Database,
  action: string,
  organizationId: string,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  return transact(database, byAdmin(organizationId, action), work);
}

/** As `inCommand`, for commands with the option `--organization`. */
function forOrganization<P extends { organizationId: string }, T>(
  database: Database,
  action: string,
  parameters: P,
  work: (unit: UnitOfWork, parameters: P) => Promise<T>,
): Promise<T> {
  const organizationId = checkedId("organization", parameters.organizationId);
  return inCommand(database, action, organizationId, (unit) => work(unit, { ...parameters, organizationId }));
}

/** Creates an organization that has only a name. */
export function createOrganization(
  database: Database,
  { name }: { name: string },
): Promise<{ organizationId: string }> {
  const organizationId = newId();
  return inCommand(database, "create_organization", organizationId, (unit) =>
    addOrganization(unit, organizationId, name),
  );
}

/** The organizations of the installation, by their ids in the order in which they were created. */
export const listOrganizations = async (database: Database) => ({
  organizations: await database.query<{ organizationId: string; name: string }>(
    'select id as "organizationId", name from organization order by id',
  ),
});

export const updateOrganization = (database: Database, id: string, details: OrganizationDetails) =>
  inCommand(database, "update_organization", checkedId("id", id), (unit) => changeOrganization(unit, id, details));

/** Makes a person a member of an organization; see `addUser`. */
export const createUser = (database: Database, user: NewUser): Promise<{ userId: string; hadAccount: boolean }> =>
  forOrganization(database, "create_user", user, addUser);

/** Asks a person for no second factor any more. @throws not_found for an unknown address, or somebody without one */
export async function resetSecondFactor(database: Database, email: string): Promise<{ userId: string }> {
  const userId = await findAccountId(database, email);
  if (!userId) throw notFound("email", email);
  // The audit logs of all the person's organizations get it.
  const isDone = await transact(database, byAdmin("", "reset_second_factor"), (unit) => removeFactors(unit, userId));
  if (!isDone) throw conflict("This person has no second factor.");
  await recordAccountEvent(database, "reset_second_factor", userId);
  return { userId };
}

/**
 * Gives a person a new password, which ends all that the old one gave access to; see `renewPassword`.
 * @throws not_found for an unknown address; invalid_input for a password that is too short, too long or easy to guess
 */
export async function setPassword(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<{ userId: string }> {
  const userId = await findAccountId(database, email);
  if (!userId) throw notFound("email", email);
  await transact(database, byAdmin("", "set_password"), async (unit) =>
    renewPassword(unit, await lockAccount(unit, userId), password, null),
  );
  await recordAccountEvent(database, "set_password", userId);
  return { userId };
}

/** Creates an API key. Its text is returned only here, and stored nowhere; see `addKey`. */
export const createKey = (
  database: Database,
  { expires, ...key }: NewKey & { expires?: string },
): Promise<{ keyId: string; key: string }> =>
  forOrganization(database, "create_key", key, async (unit, checked) =>
    addKey(unit, { ...checked, ...(await readExpiry(unit, checked.organizationId, expires)) }),
  );

/** When a key ends: with its last day, where the organization is. @throws invalid_input; not_found for the organization */
async function readExpiry(
  unit: UnitOfWork,
  organizationId: string,
  expires: string | undefined,
): Promise<{ expiresAt?: Date | null }> {
  if (expires === undefined) return {};
  if (expires === "never") return { expiresAt: null };
  const day = parseDay(expires);
  const [organization] = await unit.query<{ timezone: string }>("select timezone from organization where id = $1", [
    organizationId,
  ]);
  if (!organization) throw notFound("organization", organizationId);
  const expiresAt = day && endOfDay(day, organization.timezone);
  if (!expiresAt || expiresAt < unit.now)
    throw invalid("--expires must be a future day, such as 2030-12-31, or never.");
  return { expiresAt };
}

/**
 * Revokes a key with immediate effect. To revoke it again changes nothing.
 * @param id as it is stored, or as it stands in the key's text
 */
export async function revokeKey(database: Database, id: string): Promise<{ keyId: string; revoked: true }> {
  const keyId = checkedId("id", storedKeyId(id));
  const [key] = await database.query<{ organizationId: string }>(
    `select organization_id as "organizationId" from api_key where id = $1`,
    [keyId],
  );
  if (!key) throw notFound("id", keyId);
  const { organizationId } = key;
  await inCommand(database, "revoke_key", organizationId, (unit) => revokeKeys(unit, organizationId, "id = $2", keyId));
  return { keyId, revoked: true };
}

/** Sets what an organization sends by. */
export const setChannel = (database: Database, config: Config, channel: NewChannel) =>
  forOrganization(database, "set_channel", channel, (unit, checked) => changeChannel(unit, config, checked));

/** Tries an organization's channel. @param phone to which WhatsApp or SMS send a message; "": nothing is sent by these */
export async function testChannel(database: Database, config: Config, id: string, word: string, phone: string) {
  const organizationId = checkedId("organization", id);
  const channel = parseWord("channel", channels, word);
  const [found] = await database.query("select from organization where id = $1", [organizationId]);
  if (!found) throw notFound("organization", organizationId);
  // The libraries of mail are slow to load, and other commands don't need them.
  const { testChannel: tryChannel } = await import("../channels/trial/test-channel.js");
  return tryChannel(database, config, organizationId, channel, { phone });
}

/** Takes a channel away from an organization. */
export const unsetChannel = (database: Database, channel: Omit<NewChannel, "given">) =>
  forOrganization(database, "unset_channel", channel, removeChannel);

/** Gives an organization a language model of its own. */
export const setAi = (database: Database, config: Config, model: NewLanguageModel) =>
  forOrganization(database, "set_ai", model, (unit, checked) => setLanguageModel(unit, config, checked));

/** Removes an organization's own language model. */
export const unsetAi = (database: Database, organizationId: string) =>
  forOrganization(database, "unset_ai", { organizationId }, (unit, checked) =>
    unsetLanguageModel(unit, checked.organizationId),
  );
