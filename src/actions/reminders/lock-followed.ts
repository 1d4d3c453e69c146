import type { ActionContext } from "../context.js";

/**
 * Locks the submissions or documents that reminders belong to, until the action ends. One action closes their open reminders, another
 * opens a closed one again; they write no row in common, so only the lock makes the later one see what the earlier did.
 */
export async function lockFollowed(
  ctx: ActionContext,
  table: "submission" | "document",
  ids: readonly string[],
): Promise<void> {
  const those = "organization_id = $1 and id = any($2::uuid[])";
  await ctx.execute(`select from ${table} where ${those} order by id for no key update`, ids);
}
