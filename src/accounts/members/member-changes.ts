import type { UnitOfWork } from "../../db/unit-of-work.js";
import { forbidden, notFound } from "../../domain/errors.js";
import { type Permission, roleHolds } from "../../domain/permissions.js";
import type { Role } from "../../domain/vocabulary.js";
import { revokeKeys } from "../keys/keys.js";
import { lockOrganization, mayGive, refuseLastOwner, roleOf, setMembership, withdrawBeyond } from "./memberships.js";

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
