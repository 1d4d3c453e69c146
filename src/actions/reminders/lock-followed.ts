import type { ActionContext } from "../context.js";

/**
 * Locks what reminders follow, until the action ends. Who closes its reminders writes none that is closed already, and who opens one
 * again doesn't write what it follows: unless they take turns, neither learns of the other.
 */
export async function lockFollowed(
  ctx: ActionContext,
  table: "submission" | "document",
  ids: readonly string[],
): Promise<void> {
  const those = "organization_id = $1 and id = any($2::uuid[])";
  await ctx.execute(`select from ${table} where ${those} order by id for no key update`, ids);
}
