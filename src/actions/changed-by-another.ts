import { minuteMs } from "../domain/calendar/durations.js";
import { type Caller, credentialIdOf } from "../domain/permissions.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/** Records that several people work on: the input's name for the id, and the action that shows them. */
const shared = {
  bill: { field: "computoId", shownBy: "get_bill_of_quantities" },
  document: { field: "docId", shownBy: "get_document" },
} as const;

/** The risks of a change based on an older reading: an index may mean another line, or newer content may be overwritten. */
const risks = {
  index: (shownBy: string) => ({
    detail: "an index read before that may now mean another line.",
    suggestion: `Read it again with ${shownBy}, and check that the line is the one that you meant.`,
  }),
  content: () => ({
    detail: "if this was made from what you had read before that, it replaced what they wrote.",
    suggestion: `Tell the person for whom you act. What was there before is kept for 30 days: restore_record with this document's newest deletionId in list_deleted puts it in the place of this, which is kept in turn (documents:delete).`,
  }),
};

/** Of an event's changes: text or lines of a document. */
const changesContent = '$[*] ? (@.record == "document").after ? (exists(@.body) || exists(@.lineItems))';

/** For this long after a change, somebody may still act on what they read before it. */
const recentMs = 10 * minuteMs;

/**
 * Warns that somebody else, or another program, changed a record a moment ago. A caller who read it before that may mean something else.
 * @param record as it was before the call
 */
export async function changedByAnother(
  ctx: ActionContext,
  noun: keyof typeof shared,
  { id, updatedAt }: { id: string; updatedAt: Date },
  risk: keyof typeof risks = "index",
): Promise<Warning[]> {
  const agoMs = ctx.now.getTime() - updatedAt.getTime();
  if (agoMs > recentMs) return [];
  // A model's draft is corrected by the person who asked for it.
  const ofContent = risk === "content";
  const [last] = await ctx.query<Pick<Caller, "keyId" | "connectionId">>(
    `select key_id as "keyId", connection_id as "connectionId" from audit_event
     where organization_id = $1 and record_id = $2 and at >= $3 and (not $4 or via <> 'workflow' and changes @? '${changesContent}')
     order by at desc, id desc limit 1`,
    id,
    updatedAt,
    ofContent,
  );
  if (!last || credentialIdOf(last) === credentialIdOf(ctx.caller)) return [];
  const ago = agoMs < minuteMs ? "less than a minute" : `${Math.round(agoMs / minuteMs)} minutes`;
  const { field, shownBy } = shared[noun];
  const { detail, suggestion } = risks[risk](shownBy);
  return [
    {
      code: "changed_by_another",
      pointer: `/${field}`,
      detail: `Somebody else changed this ${noun} ${ago} ago: ${detail}`,
      suggestion,
    },
  ];
}
