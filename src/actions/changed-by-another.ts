import { minuteMs } from "../domain/durations.js";
import { type Caller, credentialIdOf } from "../domain/permissions.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/** Records whose lines go by index: the input's name for the id, and the action that shows them. */
const indexed = {
  bill: { field: "computoId", shownBy: "get_bill_of_quantities" },
  document: { field: "docId", shownBy: "get_document" },
} as const;

/** For so long after a change somebody may still act on what they had read before it. */
const recentMs = 10 * minuteMs;

/**
 * That somebody else, or another program, changed a record a moment ago: whoever read it before that may mean another line by an index.
 * @param record as it was before the call
 */
export async function changedByAnother(
  ctx: ActionContext,
  noun: keyof typeof indexed,
  { id, updatedAt }: { id: string; updatedAt: Date },
): Promise<Warning[]> {
  const agoMs = ctx.now.getTime() - updatedAt.getTime();
  if (agoMs > recentMs) return [];
  const [last] = await ctx.query<Pick<Caller, "keyId" | "connectionId">>(
    `select key_id as "keyId", connection_id as "connectionId" from audit_event
     where organization_id = $1 and record_id = $2 and at >= $3 order by at desc, id desc limit 1`,
    id,
    updatedAt,
  );
  if (!last || credentialIdOf(last) === credentialIdOf(ctx.caller)) return [];
  const ago = agoMs < minuteMs ? "less than a minute" : `${Math.round(agoMs / minuteMs)} minutes`;
  return [
    {
      code: "changed_by_another",
      pointer: `/${indexed[noun].field}`,
      detail: `Somebody else changed this ${noun} ${ago} ago: an index read before that may now mean another line.`,
      suggestion: `Read it again with ${indexed[noun].shownBy}, and check that the line is the one that you meant.`,
    },
  ];
}
