import type { UnitOfWork } from "../db/unit-of-work.js";

/** E-mail addresses of the people to notify of a record: its creator if still a member; the owners if an API key of the organization created it. */
export async function peopleOf(unit: UnitOfWork, organizationId: string, createdBy: string | null): Promise<string[]> {
  const rows = await unit.query<{ email: string }>(
    `select u.email from membership m join user_account u on u.id = m.user_id
     where m.organization_id = $1 and (m.user_id = $2 or ($2::uuid is null and m.role = 'owner')) order by u.id`,
    [organizationId, createdBy],
  );
  return rows.map((row) => row.email);
}

/** E-mail addresses of the organization's owners. */
export const ownersOf = (unit: UnitOfWork, organizationId: string): Promise<string[]> =>
  peopleOf(unit, organizationId, null);
