import type { Thread } from "../../db/entities/thread.js";
import type { Alongside } from "../../db/unit-of-work.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import { memberIdOf } from "../../domain/permissions.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/** Who wrote before; `at` is ISO 8601 in UTC. */
interface WroteBefore {
  at: string;
  /** null: a key of the organization, or the caller may not know */
  name: string | null;
}

/** For so long after a colleague's message somebody may still answer what they had read before it. */
const recentMs = 10 * minuteMs;

/** Another person's message in a thread, a moment ago, that nobody has answered yet. Known after the commit. */
export const findAnsweredByAnother = (ctx: ActionContext, thread: Thread): Alongside<WroteBefore> =>
  ctx.queryAlongside<WroteBefore>(
    `select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, case when $5 then u.name end as name
     from (
       select at, user_id, key_id from audit_event where organization_id = $1 and record_id = $2 and at > $3
         and action in ('reply_to_thread', 'send_message') order by at desc, id desc limit 1) e
     left join user_account u on u.id = e.user_id
     where coalesce(e.user_id::text, e.key_id::text) is distinct from $4 and not exists (
       select from message m where m.organization_id = $1 and m.thread_id = $2::uuid and m.direction = 'incoming' and m.created_at > e.at)`,
    thread.id,
    new Date(ctx.now.getTime() - recentMs),
    memberIdOf(ctx.caller),
    ctx.sees("projects") && ctx.caller.role !== "guest",
  );

/** @param before what `findAnsweredByAnother` gives, after the commit */
export const answeredWarnings = ({ rows }: Alongside<WroteBefore>): Warning[] =>
  rows.map(({ at, name }) => ({
    code: "answered_by_another",
    pointer: "/threadId",
    detail: `${name === null ? "Somebody else" : JSON.stringify(name)} wrote in this thread at ${at}, and the other side hasn't answered since: it gets both messages.`,
    suggestion: "Read both with get_thread; if they contradict each other, write which one holds.",
  }));
