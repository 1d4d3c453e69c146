import type { Message } from "../../db/entities/message.js";
import type { Thread } from "../../db/entities/thread.js";
import type { Alongside } from "../../db/unit-of-work.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { repeatsSince, utcText } from "../repeats.js";

/** When a message went out before another; ISO 8601 in UTC. */
interface SentBefore {
  at: string;
}

/**
 * The message with the same text, subject and attachments that went to a message's address within the last hour, if nobody has answered
 * it: a call is often repeated whose answer was missed. Known after the commit.
 * @param isNew whether the thread begins with the message: then it may have begun with the other as well, in another thread
 */
export function findSentBefore(
  ctx: ActionContext,
  thread: Thread,
  message: Message,
  isNew = false,
): Alongside<SentBefore> {
  if (isNew && !ctx.may("inbox:view")) return { rows: [] };
  const [where, ...of] = isNew
    ? ["t.channel = $7 and t.address = $8 and t.last_message_at > $6", thread.channel, thread.address]
    : ["t.id = $7", thread.id];
  return ctx.queryAlongside<SentBefore>(
    `select ${utcText("m.created_at")} as at
     from thread t join message m on m.organization_id = t.organization_id and m.thread_id = t.id
     where t.organization_id = $1 and ${where}
       and m.direction = 'outgoing' and m.status <> 'failed' and m.created_at > $6
       and lower(m.to_address) = lower($2) and m.body = $3 and m.subject is not distinct from $4
       and jsonb_path_query_array(m.attachments, '$[*].id') = $5::jsonb
       and not exists (select from message a where a.organization_id = t.organization_id and a.thread_id = t.id and a.id > m.id and a.direction = 'incoming' and a.automatic is null)
     order by m.id desc limit 1`,
    message.to,
    message.body,
    message.subject,
    JSON.stringify(message.attachments.map(({ id }) => id)),
    repeatsSince(ctx),
    ...of,
  );
}

/** @param before what `findSentBefore` gives, after the commit */
export const repeatedMessageWarnings = (to: string, { rows }: Alongside<SentBefore>): Warning[] =>
  rows.map(({ at }) => ({
    code: "duplicate",
    pointer: "/body",
    detail: `The same message went to ${to} at ${at}; this one goes there once more.`,
    suggestion: "If only an answer was missed, don't call again: get_thread shows what was sent.",
  }));
