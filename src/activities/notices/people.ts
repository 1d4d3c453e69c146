import type { Message } from "../../db/entities/message.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";

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

/** The projects through which a guest may see what a notice `m` is about. */
const projectsAround = `
  select project_id from reminder where organization_id = $1 and id = m.reminder_id
  union all select m.about_id
  union all select project_id from thread where organization_id = $1 and id = m.about_id
  union all select t.project_id from message a join thread t on t.organization_id = $1 and t.id = a.thread_id
    where a.organization_id = $1 and a.id = m.about_id`;

const ownerInstead = `
  select owner, exists (select from message o where o.organization_id = $1 and o.notice = m.notice
    and (o.reminder_id = m.reminder_id or o.about_id = m.about_id) and o.to_address = owner) as "isToldAnyway"
  from message m join user_account u on u.email = m.to_address
  left join membership g on g.organization_id = $1 and g.user_id = u.id
  cross join lateral (select a.email as owner from membership o join user_account a on a.id = o.user_id
    where o.organization_id = $1 and o.role = 'owner' order by a.id limit 1) owners
  where m.organization_id = $1 and m.id = $2 and (g.user_id is null or (g.role = 'guest' and not exists (
    select from project_share s where s.organization_id = $1 and s.user_id = u.id and s.project_id in (${projectsAround}))))`;

/**
 * The owner who is notified instead of a guest who may not see the record any more, or of somebody who was removed just as the notice was
 * written, so that the removal didn't meet it; null: whom the notice was written to may see the record.
 * @returns `isToldAnyway`: that owner has the same notice already
 */
export async function ownerInsteadOf(
  unit: UnitOfWork,
  { organizationId, id, notice }: Pick<Message, "organizationId" | "id" | "notice">,
): Promise<{ owner: string; isToldAnyway: boolean } | null> {
  if (notice === null) return null;
  const [row] = await unit.query<{ owner: string; isToldAnyway: boolean }>(ownerInstead, [organizationId, id]);
  return row ?? null;
}
