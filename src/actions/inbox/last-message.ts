import { z } from "zod";
import { onOneLine, shortened } from "../../domain/text/shortened.js";
import { type MessageStatus, messageStatuses } from "../../domain/vocabulary.js";
import { instant } from "../results.js";

export const lastMessage = z
  .object({
    direction: z.enum(["outgoing", "incoming"]),
    status: z.enum(messageStatuses),
    text: z.string(),
    at: instant,
  })
  .nullable()
  .describe("the beginning of its newest message, and how far it has come");

interface LastMessage<T> {
  direction: "outgoing" | "incoming";
  status: MessageStatus;
  text: string;
  at: T;
}
export interface WithLastMessage {
  lastMessage: LastMessage<string> | null;
}

const maxShownChars = 160;

/**
 * SQL column of a thread `t` with what was sent or came last, whenever it was written; read only for the rows of the page. A message of
 * ours that failed says more than the bounce behind it that tells of it.
 */
export const lastMessageColumn = () =>
  `(select json_build_object('direction', m.direction, 'status', m.status, 'text', left(m.body, ${maxShownChars + 40}), 'at', m.created_at) from message m
    where m.organization_id = t.organization_id and m.thread_id = t.id and (m.automatic is distinct from 'bounce' or (
      select f.status from message f where f.organization_id = t.organization_id and f.thread_id = t.id
        and f.automatic is distinct from 'bounce' order by f.id desc limit 1) is distinct from 'failed')
    order by m.id desc limit 1) as "lastMessage"`;

export const presentLastMessage = (last: WithLastMessage["lastMessage"]): LastMessage<Date> | null =>
  last && { ...last, text: shortened(onOneLine(last.text), maxShownChars), at: new Date(last.at) };
