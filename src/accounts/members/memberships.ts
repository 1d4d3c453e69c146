import type { UnitOfWork } from "../../db/unit-of-work.js";
import { conflict, invalid, notFound } from "../../domain/errors.js";
import { isEmailAddress } from "../../domain/messages/mail.js";
import { roleHolds } from "../../domain/permissions.js";
import { type Role, roles } from "../../domain/vocabulary.js";
import { createAccount, findAccountId, type NewAccount } from "../account.js";
import { parseWord } from "../parse-word.js";
import { withdrawInvitations } from "./invitations.js";

/** Name and password are required if the e-mail address has no account yet. */
export interface NewUser extends NewAccount {
  organizationId: string;
  role: string;
}

/**
 * Makes a person a member of an organization. A person who has an account keeps its name and password; a person who is
 * already a member gets the role.
 * @returns `hadAccount`: whether the e-mail address already had an account
 * @throws invalid_input; not_found for the organization; conflict if the last owner would lose that role
 */
export async function addUser(unit: UnitOfWork, user: NewUser): Promise<{ userId: string; hadAccount: boolean }> {
  const role = parseRole(user.role);
  if (!isEmailAddress(user.email)) throw invalid(`"${user.email}" is not an e-mail address.`);
  await lockOrganization(unit, user.organizationId);
  const existingId = await findAccountId(unit, user.email);
  const userId = existingId ?? (await createAccount(unit, user));
  await setMembership(unit, user.organizationId, userId, await roleOf(unit, user.organizationId, userId), role);
  return { userId, hadAccount: existingId !== null };
}

/** @throws invalid_input for a role that doesn't exist */
export const parseRole = (text: string): Role => parseWord("role", roles, text);

/** Locks an organization's memberships, so that two changes at once can't leave it without an owner. @throws not_found */
export async function lockOrganization(unit: UnitOfWork, id: string, field = "organization"): Promise<void> {
  const [organization] = await unit.execute("select from organization where id = $1 for no key update", [id]);
  if (!organization) throw notFound(field, id);
}

/** A person's role in an organization; null: the person is no member. */
export async function roleOf(unit: UnitOfWork, organizationId: string, userId: string): Promise<Role | null> {
  const [row] = await unit.execute<{ role: Role }>(
    "select role from membership where organization_id = $1 and user_id = $2",
    [organizationId, userId],
  );
  return row?.role ?? null;
}

/** Gives a person a role. @param before the role by now; null: no member yet @throws conflict if the last owner would lose that role */
export async function setMembership(
  unit: UnitOfWork,
  organizationId: string,
  userId: string,
  before: Role | null,
  role: Role,
): Promise<void> {
  if (before === role) return;
  if (before === "owner") await refuseLastOwner(unit, organizationId);
  await unit.execute(
    `insert into membership (organization_id, user_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId, userId, role, unit.now],
  );
  unit.note(
    before
      ? { record: "membership", id: userId, op: "update", before: { role: before }, after: { role } }
      : { record: "membership", id: userId, op: "create", after: { role } },
  );
  await withdrawBeyond(unit, organizationId, userId, role);
}

/** Whether a member with a role may give another one or take it away: only owners make or remove owners. */
export const mayGive = (actorRole: Role, affected: string): boolean => actorRole === "owner" || affected !== "owner";

/** Withdraws a member's open invitations that the member's new role couldn't give. @param role null: no member any more */
export async function withdrawBeyond(unit: UnitOfWork, organizationId: string, inviterId: string, role: Role | null) {
  const invitable = roles.filter((invited) => role && roleHolds(role, "members:manage") && mayGive(role, invited));
  await withdrawInvitations(unit, organizationId, "invited_by = $2 and role <> all($3)", [inviterId, invitable]);
}

/** @throws conflict where an organization has no other owner */
export async function refuseLastOwner(unit: UnitOfWork, organizationId: string): Promise<void> {
  const owners = await unit.execute("select from membership where organization_id = $1 and role = 'owner'", [
    organizationId,
  ]);
  if (owners.length < 2)
    throw conflict(
      "An organization needs at least one owner; make somebody else owner first.",
      "Uno studio ha sempre almeno un titolare: nominane prima un altro.",
    );
}
