import { minuteMs } from "../domain/calendar/durations.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";
import { utcText } from "./repeats.js";

/** Who missed an answer calls again soon. */
const recentMs = 10 * minuteMs;

interface Deletion<Content> {
  /** the action that deletes lines, and is called */
  action: string;
  /** the bill or document */
  id: string;
  /** how many lines it had before the same call, if it is one */
  lineCount: number;
  /** whether what was there before that call is, without the lines that this one deletes, what was there before this one */
  leaves: (content: Content) => boolean;
  pointer: string;
  /** how lines are put back */
  remedy: string;
}

/**
 * Looks whether the caller's last call deleted lines of the same indexes: a call is often repeated whose answer was missed, and then takes
 * the lines that have moved up.
 * @returns what gives the warning of it, after the commit
 */
export function findDeletedTwice<Content>(
  ctx: ActionContext,
  { action, id, lineCount, leaves, pointer, remedy }: Deletion<Content>,
): () => Warning[] {
  const before = ctx.queryAlongside<{ nodes: Content; at: string }>(
    `select kept.nodes, ${utcText("d.deleted_at")} as at
     from (select * from deleted_content where organization_id = $1 and bill_id = $2 order by deletion_id desc limit 1) kept
     join deletion d on d.organization_id = kept.organization_id and d.id = kept.deletion_id
     where kept.line_count = $3 and d.deleted_at >= $4 and exists (
       select from audit_event e where e.organization_id = $1 and e.record_id = kept.bill_id::text and e.at = d.deleted_at and e.action = $5
         and e.user_id is not distinct from $6 and e.key_id is not distinct from $7 and e.connection_id is not distinct from $8)`,
    id,
    lineCount,
    new Date(ctx.now.getTime() - recentMs),
    action,
    ctx.caller.userId,
    ctx.caller.keyId,
    ctx.caller.connectionId ?? null,
  );
  return () =>
    before.rows
      .filter(({ nodes }) => leaves(nodes))
      .map(({ at }) => ({
        code: "duplicate",
        pointer,
        detail: `The same call deleted lines at ${at}; this one deleted those that had moved to their places.`,
        suggestion: `If only an answer was missed, put back what this one deleted, with ${remedy}.`,
      }));
}
