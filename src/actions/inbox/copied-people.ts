import { isOwnAmong, setAddresses } from "../../db/channels/own-addresses.js";
import type { Thread } from "../../db/entities/thread.js";
import { addressForms, addressKey, isEmailAddress } from "../../domain/messages/mail.js";
import { replyToken } from "../../domain/messages/thread-tokens.js";
import type { ActionContext } from "../context.js";

const maxCopies = 20;

/**
 * Who gets a copy of a reply by e-mail: whom the other side's last message reached besides us, and who wrote it, if somebody else than the
 * one who is answered. Whoever writes into a thread from outside brings nobody in: only people count to whom the thread's own address
 * sent a copy. A guest answers the thread's address alone.
 * @param to who is answered
 */
export async function copiedPeople(ctx: ActionContext, thread: Thread, to: string): Promise<string[]> {
  if (thread.channel !== "email" || ctx.caller.role === "guest") return [];
  const [last] = await ctx.query<{ people: string[]; known: string[]; own: string[] }>(
    `select array(select lower(m.from_address) union select lower(c) from jsonb_array_elements_text(m.cc) c) as people,
       array(select lower(c) from message k, jsonb_array_elements_text(k.cc) c where k.organization_id = $1 and k.thread_id = $2
         and k.automatic is null and (k.direction = 'outgoing' or lower(k.from_address) = any($3))) as known,
       array(${setAddresses}) as own
     from message m where m.organization_id = $1 and m.thread_id = $2 and m.direction = 'incoming' and m.automatic is null
     order by m.id desc limit 1`,
    thread.id,
    addressForms(to),
  );
  if (!last) return [];
  const known = new Set(last.known.map(addressKey));
  const isOwn = isOwnAmong(last.own, ctx.config);
  const isLeftOut = (address: string) =>
    addressKey(address) === addressKey(to) || isOwn(address) || replyToken(address) !== null;
  const isCopied = (address: string) =>
    known.has(addressKey(address)) && !isLeftOut(address) && isEmailAddress(address);
  return last.people.filter(isCopied).slice(0, maxCopies);
}
