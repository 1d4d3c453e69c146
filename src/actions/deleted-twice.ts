import { minuteMs } from "../domain/calendar/durations.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";
import { utcText } from "./repeats.js";

/** A caller who missed an answer repeats the call soon. */
const recentMs = 10 * minuteMs;

interface Deletion<Content> {
  /** the called action, which deletes lines */
  action: string;
  /** the bill or document */
  id: string;
  /** how many lines it had before the earlier call, if this call repeats that */
  lineCount: number;
  /** whether the content before the earlier call, without the lines that this call deletes, equals the content before this call */
  leaves: (content: Content) => boolean;
  pointer: string;
  /** how the lines can be restored */
  remedy: string;
}

/**
 * Looks whether the caller's last call deleted lines with the same indexes. Callers often repeat a call when they missed its answer; the
 * second one then deletes the lines that moved up.
 * @returns a function that gives the warning after the commit
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
