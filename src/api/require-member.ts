import { notFound } from "../domain/errors.js";
import type { ActionContext } from "./context.js";

/** The id of a user of the organization, as stored. @throws not_found, naming the field, when there is none such */
export async function requireMember(ctx: ActionContext, field: string, id: string): Promise<string> {
  // Compared as text: an id of any form is simply not found.
  const [member] = await ctx.query<{ userId: string }>(
    `select user_id as "userId" from membership where organization_id = $1 and user_id::text = lower($2)`,
    id,
  );
  if (!member) throw notFound(field, id);
  return member.userId;
}
