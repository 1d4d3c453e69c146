import type { Pool } from "pg";
import PostalMime from "postal-mime";
import { v7 as uuidv7 } from "uuid";

export interface TakenMessage {
  envelopeFrom: string;
  envelopeTo: string[];
  raw: Buffer;
}

const maxHeaderBytes = 256 * 1024;

/** Stores a message; it is committed when this resolves. @returns its id */
export async function keepMessage(pool: Pool, { envelopeFrom, envelopeTo, raw }: TakenMessage): Promise<string> {
  const id = uuidv7();
  const { messageId, subject } = await readHeader(raw);
  await pool.query(
    `insert into mailbox_message (id, received_at, envelope_from, envelope_to, message_id, subject, raw)
     values ($1, now(), $2, $3, $4, $5, $6)`,
    [id, envelopeFrom, envelopeTo, messageId, subject, raw],
  );
  return id;
}

/** Deletes all but the newest `limit` messages. */
export async function dropOldest(pool: Pool, limit: number): Promise<void> {
  await pool.query(
    `delete from mailbox_message where id in
       (select id from mailbox_message order by received_at desc, id desc offset $1)`,
    [limit],
  );
}

/** Parses only the header, since the list of messages needs no more. A message is stored even if its header can't be read. */
async function readHeader(raw: Buffer): Promise<{ messageId: string | null; subject: string | null }> {
  const start = raw.subarray(0, maxHeaderBytes);
  const end = /\r?\n\r?\n/.exec(start.toString("latin1"))?.index ?? start.length;
  const { messageId, subject } = await PostalMime.parse(start.subarray(0, end)).catch(() => ({
    messageId: undefined,
    subject: undefined,
  }));
  return { messageId: storable(messageId), subject: storable(subject) };
}

/** Postgres can't store NUL characters. */
const storable = (text: string | undefined): string | null => text?.replaceAll("\0", "").slice(0, 2_000) ?? null;
