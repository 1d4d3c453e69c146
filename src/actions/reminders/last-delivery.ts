import type { MessageStatus } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

/** The last delivery of a document: its follow-up, and how far its message has come; without one, that was deleted. */
export async function lastDelivery(
  ctx: ActionContext,
  documentId: string,
): Promise<{ reminderId: string | null; status: MessageStatus | null } | undefined> {
  const [last] = await ctx.query<{ reminderId: string | null; status: MessageStatus | null }>(
    `select d.reminder_id as "reminderId", m.status from delivery d
     left join message m on m.organization_id = d.organization_id and m.id = d.message_id
     where d.organization_id = $1 and d.document_id = $2 order by d.n desc limit 1`,
    documentId,
  );
  return last;
}
