import type { Queries } from "../../db/database.js";
import { isId } from "../../domain/ids.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { StoredMessage } from "./messages.js";

/** A message of a thread that the mailbox shows, and that its recipient can answer. */
export interface Answerable {
  organizationId: string;
  threadId: string;
  channel: Channel;
  to: string;
}

/** What was sent in a thread, by its Message-ID; null: a notice, an answer, or what is no message of ours any more. */
export async function findAnswerable(queries: Queries, { messageId }: StoredMessage): Promise<Answerable | null> {
  // What isn't mail has no Message-ID of its own, and got one that is made from its id.
  const id = /^<m\.([0-9a-f-]{36})@/.exec(messageId ?? "")?.[1] ?? null;
  const [sent] = await queries.query<Answerable>(
    `select organization_id as "organizationId", thread_id as "threadId", channel, to_address as "to" from message
     where (message_id_header = $1 or id = $2) and direction = 'outgoing' and thread_id is not null
     order by id limit 1`,
    [messageId, id !== null && isId(id) ? id : null],
  );
  return sent ?? null;
}
