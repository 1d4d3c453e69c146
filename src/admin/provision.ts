// What the command line and the tests set up an installation with: each command is one unit, with its audit event.
import { v7 as uuidv7 } from "uuid";
import { setChannel as changeChannel, type NewChannel } from "../accounts/channels.js";
import { addKey, type NewKey, revokeKeys } from "../accounts/keys.js";
import { type NewLanguageModel, setLanguageModel, unsetLanguageModel } from "../accounts/language-model.js";
import { addOrganization, changeOrganization, type OrganizationDetails } from "../accounts/organizations.js";
import { addUser, type NewUser } from "../accounts/people.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import { transact } from "../db/transact.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { notFound } from "../domain/errors.js";
import { isId } from "../domain/ids.js";

/** @throws not_found, naming the option, where a text isn't an id at all */
export function checkedId(option: string, id: string): string {
  if (!isId(id)) throw notFound(option, id);
  return id.toLowerCase();
}

/** Runs one command's work on an organization, with its audit event. */
export function inCommand<T>(
  database: Database,
  action: string,
  organizationId: string,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const actor = { organizationId, userId: null, keyId: null, via: "admin", client: null } as const;
  return transact(database, { action, actor, requestId: null }, work);
}

/** As `inCommand`, for what names its organization by the option `--organization`. */
function forOrganization<W extends { organizationId: string }, T>(
  database: Database,
  action: string,
  wanted: W,
  work: (unit: UnitOfWork, wanted: W) => Promise<T>,
): Promise<T> {
  const organizationId = checkedId("organization", wanted.organizationId);
  return inCommand(database, action, organizationId, (unit) => work(unit, { ...wanted, organizationId }));
}

/** Creates an organization with nothing but a name. */
export function createOrganization(
  database: Database,
  { name }: { name: string },
): Promise<{ organizationId: string }> {
  const organizationId = uuidv7();
  return inCommand(database, "create_organization", organizationId, (unit) =>
    addOrganization(unit, organizationId, name),
  );
}

export const updateOrganization = (database: Database, id: string, details: OrganizationDetails) =>
  inCommand(database, "update_organization", checkedId("id", id), (unit) => changeOrganization(unit, id, details));

/** Makes a person a member of an organization; see `addUser`. */
export const createUser = (database: Database, user: NewUser): Promise<{ userId: string; hadAccount: boolean }> =>
  forOrganization(database, "create_user", user, addUser);

/** Creates an API key; its text is returned this once and stored nowhere. See `addKey`. */
export const createKey = (database: Database, key: NewKey): Promise<{ keyId: string; key: string }> =>
  forOrganization(database, "create_key", key, addKey);

/** Ends a key at once; ending it again changes nothing. */
export async function revokeKey(database: Database, id: string): Promise<{ keyId: string; revoked: true }> {
  const keyId = checkedId("id", id);
  const [known] = await database.query<{ organizationId: string }>(
    `select organization_id as "organizationId" from api_key where id = $1`,
    [keyId],
  );
  if (!known) throw notFound("id", keyId);
  const { organizationId } = known;
  await inCommand(database, "revoke_key", organizationId, (unit) => revokeKeys(unit, organizationId, "id = $2", keyId));
  return { keyId, revoked: true };
}

/** Sets the mail server that an organization sends through. */
export const setChannel = (database: Database, config: Config, wanted: NewChannel) =>
  forOrganization(database, "set_channel", wanted, (unit, channel) => changeChannel(unit, config, channel));

/** Gives an organization a language model of its own. */
export const setAi = (database: Database, config: Config, wanted: NewLanguageModel) =>
  forOrganization(database, "set_ai", wanted, (unit, model) => setLanguageModel(unit, config, model));

/** Takes an organization's own language model back. */
export const unsetAi = (database: Database, organizationId: string) =>
  forOrganization(database, "unset_ai", { organizationId }, (unit, wanted) =>
    unsetLanguageModel(unit, wanted.organizationId),
  );
