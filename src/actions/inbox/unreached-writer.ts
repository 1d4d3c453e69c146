import type { Thread } from "../../db/entities/thread.js";
import { addressKey, isMail } from "../../domain/messages/mail.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";

/**
 * Names who wrote the other side's last mail from an address that a reply doesn't reach. Whoever began the thread and is not its address
 * wanted answers to go elsewhere, as a form on a website does.
 * @param reached the addresses that the reply goes to
 */
export async function unreachedWriter(
  ctx: ActionContext,
  thread: Thread,
  reached: readonly string[],
): Promise<Warning[]> {
  if (!isMail(thread.channel)) return [];
  const [last] = await ctx.query<{ writer: string; first: string | null }>(
    `select from_address as writer, (select f.from_address from message f where f.organization_id = $1 and f.thread_id = $2 order by f.id limit 1) as first
     from message where organization_id = $1 and thread_id = $2 and direction = 'incoming' and automatic is null and from_address <> ''
     order by id desc limit 1`,
    thread.id,
  );
  if (!last || [last.first ?? "", ...reached].map(addressKey).includes(addressKey(last.writer))) return [];
  return [
    {
      code: "writer_not_reached",
      pointer: "/threadId",
      detail: `The last message came from ${last.writer}, who doesn't get this reply: it goes to ${reached.join(", ")}.`,
      suggestion:
        ctx.caller.role === "guest"
          ? "If that is the same person, ask a member of the organization to write to that address."
          : "If that is the same person, write with send_message to that address: give threadId and to.",
    },
  ];
}
