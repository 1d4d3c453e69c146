import type { Queries } from "../../db/database.js";
import { isId } from "../../domain/ids.js";

export interface ListedMessage {
  id: string;
  receivedAt: Date;
  from: string;
  to: string[];
  subject: string | null;
  messageId: string | null;
  sizeBytes: number;
  /** asks a PEC provider for receipts */
  isPec: boolean;
}

export interface StoredMessage extends Omit<ListedMessage, "sizeBytes" | "isPec"> {
  raw: Buffer;
}

const columns = `id, received_at as "receivedAt", coalesce(envelope_from, '') as "from", envelope_to as "to", subject,
  message_id as "messageId"`;

const matching = `$1 = '' or subject ilike $1 or array_to_string(envelope_to, ' ') ilike $1`;

/** The messages whose subject or recipients contain a text, newest first; and how many there are in all. */
export async function listMessages(
  queries: Queries,
  { query, limit, offset }: { query: string; limit: number; offset: number },
): Promise<{ messages: ListedMessage[]; count: number }> {
  const pattern = query === "" ? "" : `%${query.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&")}%`;
  const [messages, [all]] = await Promise.all([
    queries.query<ListedMessage>(
      `select ${columns}, length(raw) as "sizeBytes",
         position('x-tiporicevuta:' in lower(encode(substring(raw for 4000), 'escape'))) > 0 as "isPec" from mailbox_message where ${matching}
       order by received_at desc, id desc limit $2 offset $3`,
      [pattern, limit, offset],
    ),
    queries.query<{ count: number }>(`select count(*)::int as count from mailbox_message where ${matching}`, [pattern]),
  ]);
  return { messages, count: all?.count ?? 0 };
}

export async function findMessage(queries: Queries, id: string): Promise<StoredMessage | null> {
  if (!isId(id)) return null;
  const [message] = await queries.query<StoredMessage>(`select ${columns}, raw from mailbox_message where id = $1`, [
    id,
  ]);
  return message ?? null;
}
