import type { UnitOfWork } from "../db/unit-of-work.js";
import { conflict, forbidden, invalid, notFound } from "../domain/errors.js";
import { isEmailAddress } from "../domain/mail.js";
import { type Permission, roleHolds } from "../domain/permissions.js";
import { type Role, roles } from "../domain/vocabulary.js";
import { createAccount, findAccountId, type NewAccount } from "./account.js";
import { withdrawInvitations } from "./invitations.js";
import { revokeKeys } from "./keys.js";
import { parseWord } from "./parse-word.js";

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

async function setMembership(
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
async function withdrawBeyond(unit: UnitOfWork, organizationId: string, inviterId: string, role: Role | null) {
  const invitable = roles.filter((invited) => role && roleHolds(role, "members:manage") && mayGive(role, invited));
  await withdrawInvitations(unit, organizationId, "invited_by = $2 and role <> all($3)", [inviterId, invitable]);
}

async function refuseLastOwner(unit: UnitOfWork, organizationId: string): Promise<void> {
  const owners = await unit.execute("select from membership where organization_id = $1 and role = 'owner'", [
    organizationId,
  ]);
  if (owners.length < 2)
    throw conflict(
      "An organization needs at least one owner; make somebody else owner first.",
      "Uno studio ha sempre almeno un titolare: nominane prima un altro.",
    );
}

/** A change to one member, made by another. */
export interface MemberChange {
  organizationId: string;
  userId: string;
  /** the user who makes the change */
  actorId: string;
}

/**
 * The actor's role, locked until the unit ends.
 * @throws forbidden if the role doesn't hold the permission, or the actor is no member any more
 */
export async function lockActorRole(
  unit: UnitOfWork,
  { organizationId, actorId }: Omit<MemberChange, "userId">,
  permission: Permission,
): Promise<Role> {
  await lockOrganization(unit, organizationId);
  const role = await roleOf(unit, organizationId, actorId);
  if (role && roleHolds(role, permission)) return role;
  throw forbidden(`This needs the permission ${permission}.`, `Serve il permesso ${permission}.`);
}

/**
 * Checks that only owners make or remove owners.
 * @param affectedRoles the roles that a change gives or takes away
 * @throws forbidden
 */
export function requireOwnerFor(actorRole: Role, ...affectedRoles: string[]): void {
  if (!affectedRoles.every((affected) => mayGive(actorRole, affected)))
    throw forbidden("Only an owner makes or removes owners.", "Solo un titolare nomina o rimuove i titolari.");
}

/** The role of a member whom the actor may change, locked until the unit ends. @param given the role that the change gives, if any */
async function lockMemberRole(unit: UnitOfWork, change: MemberChange, ...given: Role[]): Promise<Role> {
  const actorRole = await lockActorRole(unit, change, "members:manage");
  const role = await roleOf(unit, change.organizationId, change.userId);
  if (role === null) throw notFound("userId", change.userId);
  requireOwnerFor(actorRole, role, ...given);
  return role;
}

/**
 * Gives a member another role. It takes effect with the member's next request.
 * @throws not_found for a user who is no member; forbidden; conflict for the last owner
 */
export async function changeRole(unit: UnitOfWork, change: MemberChange, role: Role) {
  const before = await lockMemberRole(unit, change, role);
  await setMembership(unit, change.organizationId, change.userId, before, role);
}

/**
 * Ends a membership and what depends on it: shares are deleted with the row, also those of deleted projects, which a restore would bring
 * back to somebody who joined again; keys revoked, invitations withdrawn. The person's account stays, and so do the keys of the
 * organization itself that the person made, unless asked otherwise. Notices that still wait for a mail server go to an owner.
 * @throws the same as `changeRole`
 */
export async function removeMember(
  unit: UnitOfWork,
  change: MemberChange,
  { revokingMadeKeys = false }: { revokingMadeKeys?: boolean } = {},
): Promise<void> {
  const { organizationId, userId } = change;
  const before = await lockMemberRole(unit, change);
  if (before === "owner") await refuseLastOwner(unit, organizationId);
  await unit.execute("delete from membership where organization_id = $1 and user_id = $2", [organizationId, userId]);
  await unit.execute(
    `delete from deleted_row where organization_id = $1 and table_name = 'project_share' and content ->> 'user_id' = $2::text`,
    [organizationId, userId],
  );
  unit.note({ record: "membership", id: userId, op: "delete", before: { role: before } });
  await revokeKeys(unit, organizationId, "user_id = $2", userId);
  if (revokingMadeKeys) await revokeKeys(unit, organizationId, "user_id is null and created_by = $2", userId);
  await withdrawBeyond(unit, organizationId, userId, null);
  await passNoticesOn(unit, change);
}

/** Waiting notices to somebody who is no member any more go to an owner, unless that owner gets the same one. */
async function passNoticesOn(unit: UnitOfWork, { organizationId, userId }: MemberChange): Promise<void> {
  const waiting = `m.organization_id = $1 and m.thread_id is null and m.status = 'queued'
    and m.to_address = (select email from user_account where id = $2)`;
  const owner = `(select u.email from membership o join user_account u on u.id = o.user_id
    where o.organization_id = $1 and o.role = 'owner' order by u.id limit 1)`;
  await unit.execute(
    `delete from message m where ${waiting} and exists (select from message other where other.organization_id = $1
       and other.notice = m.notice and (other.reminder_id = m.reminder_id or other.about_id = m.about_id) and other.to_address = ${owner})`,
    [organizationId, userId],
  );
  await unit.execute(`update message m set to_address = ${owner}, version = m.version + 1 where ${waiting}`, [
    organizationId,
    userId,
  ]);
}
