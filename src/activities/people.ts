import type { UnitOfWork } from "../db/unit-of-work.js";

/** Who is told of a record. */
export interface People {
  /** the user for whom the notice is written; null: the owners */
  reader: string | null;
  /** e-mail addresses */
  addresses: string[];
}

/** A guest may see records of the projects that are shared with them, and no others. */
const peopleQuery = `
  with reader as (
    select m.user_id from membership m where m.organization_id = $1 and m.user_id = $2 and (m.role <> 'guest' or exists (
      select from project_share s where s.organization_id = $1 and s.project_id = $3 and s.user_id = $2)))
  select u.email, (select user_id from reader) as reader from membership m join user_account u on u.id = m.user_id
  where m.organization_id = $1
    and (m.user_id = (select user_id from reader) or (m.role = 'owner' and not exists (select from reader)))
  order by u.id`;

/**
 * The people to notify of a record: the user whose it is; the owners if it is nobody's, or if that user may not see the record any
 * more, since the firm must learn of it all the same.
 * @param projectId the record's project; null: it belongs to none
 */
export async function peopleOf(
  unit: UnitOfWork,
  { organizationId, projectId }: { organizationId: string; projectId: string | null },
  userId: string | null,
): Promise<People> {
  const rows = await unit.query<{ email: string; reader: string | null }>(peopleQuery, [
    organizationId,
    userId,
    projectId,
  ]);
  return { reader: rows[0]?.reader ?? null, addresses: rows.map((row) => row.email) };
}

/** E-mail addresses of the organization's owners. */
export const ownersOf = async (unit: UnitOfWork, organizationId: string): Promise<string[]> =>
  (await peopleOf(unit, { organizationId, projectId: null }, null)).addresses;
