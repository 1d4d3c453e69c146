import type { OrganizationQuery } from "../db/organization-query.js";
import { notFound } from "../domain/errors.js";

/** The id of a member of the organization, as stored. @throws not_found, naming the field, if there is no such member */
export async function requireMember(query: OrganizationQuery, field: string, id: string): Promise<string> {
  // Compared as text, so that a malformed id is simply not found.
  const [member] = await query<{ userId: string }>(
    `select user_id as "userId" from membership where organization_id = $1 and user_id::text = lower($2)`,
    id,
  );
  if (!member) throw notFound(field, id);
  return member.userId;
}
