import type pg from "pg";
import { conflict, notFound } from "../domain/errors.js";
import { isEmailAddress } from "../domain/mail.js";
import { type Role, roles } from "../domain/vocabulary.js";
import { type AdminChange, checkedId, inOneChange, invalid, newId } from "./change.js";

const shortestPassword = 12;
const longestPassword = 1_000;

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
export const createUser = (pool: pg.Pool, user: NewUser): Promise<{ userId: string; known: boolean }> =>
  inOneChange(pool, "create_user", checkedId("organization", user.organizationId), (change) => addUser(change, user));

export async function addUser(change: AdminChange, user: NewUser): Promise<{ userId: string; known: boolean }> {
  const role = roles.find((known) => known === user.role);
  if (!role) throw invalid(`There is no role "${user.role}"; the roles are ${roles.join(", ")}.`);
  if (!isEmailAddress(user.email)) throw invalid(`"${user.email}" is no e-mail address.`);
  // Locked, so that two changes of roles at once can't leave an organization without an owner.
  const [organization] = await change.query("select from organization where id = $1 for update", [user.organizationId]);
  if (!organization) throw notFound("organization", user.organizationId);

  const known = await accountId(change, user.email);
  const userId = known ?? (await createAccount(change, user));
  await join(change, user.organizationId, userId, role);
  return { userId, known: known !== null };
}

async function accountId(change: AdminChange, email: string): Promise<string | null> {
  const [row] = await change.query<{ id: string }>("select id from user_account where lower(email) = lower($1)", [
    email,
  ]);
  return row?.id ?? null;
}

async function createAccount(change: AdminChange, { email, name, password, userId = newId() }: NewUser) {
  if (!name || name.trim() === "") throw invalid("A new user needs a name.");
  if (password === undefined || [...password].length < shortestPassword)
    throw invalid(`A new user needs a password of at least ${shortestPassword} characters.`);
  if (password.length > longestPassword) throw invalid(`A password has at most ${longestPassword} characters.`);
  // Its native part takes a while to load, and most commands hash nothing.
  const { hash } = await import("@node-rs/argon2");
  const [created] = await change.query<{ id: string }>(
    `insert into user_account (id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (lower(email)) do nothing returning id`,
    [userId, email, name, await hash(password), change.at],
  );
  if (!created) throw conflict(`Somebody else is creating ${email} at this moment; try again.`);
  change.note({ record: "user_account", id: userId, op: "create", after: { email, name } });
  return userId;
}

async function join(change: AdminChange, organizationId: string, userId: string, role: Role): Promise<void> {
  const [before] = await change.query<{ role: string }>(
    "select role from membership where organization_id = $1 and user_id = $2",
    [organizationId, userId],
  );
  if (before?.role === role) return;
  if (before?.role === "owner") await refuseLastOwner(change, organizationId);
  await change.query(
    `insert into membership (organization_id, user_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [organizationId, userId, role, change.at],
  );
  change.note(
    before
      ? { record: "membership", id: userId, op: "update", before, after: { role } }
      : { record: "membership", id: userId, op: "create", after: { role } },
  );
}

async function refuseLastOwner(change: AdminChange, organizationId: string): Promise<void> {
  const owners = await change.query("select from membership where organization_id = $1 and role = 'owner'", [
    organizationId,
  ]);
  if (owners.length < 2) throw conflict("An organization keeps at least one owner; make somebody else owner first.");
}
