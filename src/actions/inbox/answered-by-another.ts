import type { Message } from "../../db/entities/message.js";
import type { Alongside } from "../../db/unit-of-work.js";
import { minuteMs } from "../../domain/calendar/durations.js";
import { idAt } from "../../domain/ids.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { utcText } from "../repeats.js";

/** Who wrote before; `at` is ISO 8601 in UTC. */
interface WroteBefore {
  at: string;
  /** null: a key of the organization, or the caller may not know */
  name: string | null;
}

/** For so long after a colleague's message somebody may still answer what they had read before it. */
const recentMs = 10 * minuteMs;

/** What another person wrote to a message's address in its thread, a moment ago, and nobody has answered yet. Known after the commit. */
export const findAnsweredByAnother = (ctx: ActionContext, { threadId, to }: Message): Alongside<WroteBefore> =>
  ctx.queryAlongside<WroteBefore>(
    `select ${utcText("m.created_at")} as at, case when $5 then u.name end as name
     from (
       select id, created_at, created_by from message
       where organization_id = $1 and thread_id = $2 and direction = 'outgoing' and status <> 'failed' and lower(to_address) = lower($3)
         and id >= $4
       order by id desc limit 1) m
     left join user_account u on u.id = m.created_by
     where m.created_by is distinct from $6::uuid and not exists (
       select from message a where a.organization_id = $1 and a.thread_id = $2 and a.id > m.id and a.direction = 'incoming' and a.automatic is null)`,
    threadId,
    to,
    // By their ids, so that not even a plan that reads all messages, newest first, goes further back.
    idAt(new Date(ctx.now.getTime() - recentMs)),
    ctx.sees("projects") && ctx.caller.role !== "guest",
    ctx.caller.userId,
  );

/** @param before what `findAnsweredByAnother` gives, after the commit */
export const answeredWarnings = ({ rows }: Alongside<WroteBefore>): Warning[] =>
  rows.map(({ at, name }) => ({
    code: "answered_by_another",
    pointer: "/threadId",
    detail: `${name === null ? "Somebody else" : JSON.stringify(name)} wrote in this thread at ${at}, and the other side hasn't answered since: it gets both messages.`,
    suggestion: "Read both with get_thread; if they contradict each other, write which one holds.",
  }));
