import { v7 as uuidv7 } from "uuid";
import type { Queries } from "../db/database.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { conflict, forbidden, invalid, notFound } from "../domain/errors.js";
import { isEmailAddress } from "../domain/mail.js";
import { type Permission, roleHolds } from "../domain/permissions.js";
import { type Role, roles } from "../domain/vocabulary.js";
import { endKeys } from "./keys.js";
import { hashPassword, isLongEnough, isShortEnough, passwordLength } from "./password.js";

export interface NewUser {
  organizationId: string;
  email: string;
  /** needed for an e-mail address that is new */
  name?: string;
  /** at least 12 characters; needed for an e-mail address that is new */
  password?: string;
  role: string;
  userId?: string;
}

/**
 * Makes a person a member of an organization. Somebody whose e-mail address is known keeps name and password; a member
 * already gets the role.
 * @returns `known`: whether the address was known
 * @throws invalid_input, not_found for the organization, conflict where the last owner would lose that role
 */
export async function addUser(unit: UnitOfWork, user: NewUser): Promise<{ userId: string; known: boolean }> {
  const role = checkedRole(user.role);
  if (!isEmailAddress(user.email)) throw invalid(`"${user.email}" is no e-mail address.`);
  await lockOrganization(unit, user.organizationId);
  const known = await accountId(unit, user.email);
  const userId = known ?? (await createAccount(unit, user));
  await join(unit, user.organizationId, userId, role);
  return { userId, known: known !== null };
}

/** @throws invalid_input */
export function checkedRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (!role) throw invalid(`There is no role "${text}"; the roles are ${roles.join(", ")}.`);
  return role;
}

/** Locks who belongs to an organization, so that two changes at once can't leave it without an owner. @throws not_found */
export async function lockOrganization(unit: UnitOfWork, id: string, field = "organization"): Promise<void> {
  const [organization] = await unit.execute("select from organization where id = $1 for no key update", [id]);
  if (!organization) throw notFound(field, id);
}

/** The user with this e-mail address, however it is written. */
export async function accountId(queries: Queries, email: string): Promise<string | null> {
  const [row] = await queries.query<{ id: string }>("select id from user_account where lower(email) = lower($1)", [
    email,
  ]);
  return row?.id ?? null;
}

async function createAccount(unit: UnitOfWork, { email, name, password, userId = uuidv7() }: NewUser) {
  if (!name || name.trim() === "") throw invalid("A new user needs a name.");
  if (password === undefined)
    throw invalid(`A new user needs a password of at least ${passwordLength.shortest} characters.`);
  checkPasswordLength(password);
  const [created] = await unit.execute<{ id: string }>(
    `insert into user_account (id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (lower(email)) do nothing returning id`,
    [userId, email, name.trim(), await hashPassword(password), unit.now],
  );
  if (!created) throw conflict(`Somebody else is creating ${email} at this moment; try again.`);
  unit.note({ record: "user_account", id: userId, op: "create", after: { email, name: name.trim() } });
  return userId;
}

/** @throws invalid_input */
export function checkPasswordLength(password: string): void {
  const { shortest, longest } = passwordLength;
  if (!isLongEnough(password)) throw invalid(`A password has at least ${shortest} characters.`);
  if (!isShortEnough(password)) throw invalid(`A password has at most ${longest} characters.`);
}

async function roleOf(unit: UnitOfWork, organizationId: string, userId: string): Promise<Role | null> {
  const [row] = await unit.execute<{ role: Role }>(
    "select role from membership where organization_id = $1 and user_id = $2",
    [organizationId, userId],
  );
  return row?.role ?? null;
}

async function join(unit: UnitOfWork, organizationId: string, userId: string, role: Role): Promise<void> {
  const before = await roleOf(unit, organizationId, userId);
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
  await withdrawInvitations(unit, organizationId, userId, role);
}

/** Takes back what a member invited others to, and could not with this role; null: as no member any more. */
async function withdrawInvitations(unit: UnitOfWork, organizationId: string, inviterId: string, role: Role | null) {
  const kept = roles.filter(
    (one) => role && roleHolds(role, "members:manage") && (one !== "owner" || role === "owner"),
  );
  const gone = await unit.execute<{ id: string; email: string; role: string }>(
    `delete from account_link where organization_id = $1 and invited_by = $2 and kind = 'invitation' and used_at is null
       and role <> all($3) returning id, email, role`,
    [organizationId, inviterId, kept],
  );
  for (const { id, ...before } of gone) unit.note({ record: "invitation", id, op: "delete", before });
}

async function refuseLastOwner(unit: UnitOfWork, organizationId: string): Promise<void> {
  const owners = await unit.execute("select from membership where organization_id = $1 and role = 'owner'", [
    organizationId,
  ]);
  if (owners.length < 2)
    throw conflict(
      "An organization keeps at least one owner; make somebody else owner first.",
      "Uno studio ha sempre almeno un titolare: nominane prima un altro.",
    );
}

/** A change to a member, asked for by another. */
export interface MemberChange {
  organizationId: string;
  userId: string;
  /** who asks */
  by: string;
}

/**
 * The role of who asks for a unit, and keeps it until the change is over.
 * @throws forbidden where that doesn't hold the permission by now
 */
export async function lockRole(
  unit: UnitOfWork,
  { organizationId, by }: Omit<MemberChange, "userId">,
  permission: Permission,
): Promise<Role> {
  await lockOrganization(unit, organizationId);
  const role = await roleOf(unit, organizationId, by);
  if (role && roleHolds(role, permission)) return role;
  throw forbidden(`This takes the permission ${permission}.`, `Serve il permesso ${permission}.`);
}

/** @throws forbidden where somebody other than an owner makes or removes an owner */
export function refuseOwnersTo(role: Role, ...concerned: string[]): void {
  if (role !== "owner" && concerned.includes("owner"))
    throw forbidden("Only an owner makes or removes owners.", "Solo un titolare nomina o rimuove i titolari.");
}

/**
 * Gives a member another role, which counts from the next request on.
 * @throws not_found for somebody who is no member, forbidden, conflict for the last owner
 */
export async function changeRole(unit: UnitOfWork, asked: MemberChange, role: Role) {
  const { organizationId, userId } = asked;
  const by = await lockRole(unit, asked, "members:manage");
  const before = await roleOf(unit, organizationId, userId);
  if (before === null) throw notFound("userId", userId);
  refuseOwnersTo(by, before, role);
  await join(unit, organizationId, userId, role);
}

/**
 * Ends a membership with what hangs on it: shares go with the row, keys are revoked, invitations withdrawn. The person's account stays.
 * @throws as `changeRole`
 */
export async function removeMember(unit: UnitOfWork, asked: MemberChange): Promise<void> {
  const { organizationId, userId } = asked;
  const by = await lockRole(unit, asked, "members:manage");
  const before = await roleOf(unit, organizationId, userId);
  if (before === null) throw notFound("userId", userId);
  refuseOwnersTo(by, before);
  if (before === "owner") await refuseLastOwner(unit, organizationId);
  await unit.execute("delete from membership where organization_id = $1 and user_id = $2", [organizationId, userId]);
  unit.note({ record: "membership", id: userId, op: "delete", before: { role: before } });
  await endKeys(unit, organizationId, "user_id = $2", userId);
  await withdrawInvitations(unit, organizationId, userId, null);
}
