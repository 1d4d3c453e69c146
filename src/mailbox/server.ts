import type { Pool } from "pg";
import type { Logger } from "pino";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { dropOldest, keepMessage } from "./store.js";

const maxMessageBytes = 40 * 1024 * 1024;
const keptMessages = 5_000;
/** To look for surplus messages after every message would cost more than keeping a few too many. */
const messagesBetweenDrops = 50;

/**
 * The local mailbox's SMTP server: accepts mail for anyone and delivers it to no one. It answers 250 only after the message is
 * committed. If the database is out of reach it answers 451, so that the sender tries again.
 */
export function createMailboxServer(pool: Pool, log: Logger, limit = keptMessages): SMTPServer {
  let sinceDrop = 0;
  const take = async (stream: SMTPServerDataStream, envelopeFrom: string, envelopeTo: string[]): Promise<string> => {
    const raw = await readAll(stream);
    if (!raw) throw smtpError(552, "5.3.4 larger than 40 MB");
    const id = await keepMessage(pool, { envelopeFrom, envelopeTo, raw }).catch((error: unknown) => {
      log.warn({ err: error }, "a message was not kept; its sender is told to try again");
      throw smtpError(451, "4.3.0 the mailbox's database can't be reached; try again");
    });
    sinceDrop += 1;
    if (sinceDrop >= Math.min(messagesBetweenDrops, limit)) {
      sinceDrop = 0;
      await dropOldest(pool, limit).catch((error: unknown) =>
        log.warn({ err: error }, "old messages were not dropped"),
      );
    }
    return id;
  };

  const server = new SMTPServer({
    name: "localhost",
    banner: "Pratica local mailbox",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: 50,
    closeTimeout: 2_000,
    onData(stream, { envelope }, answer) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      take(
        stream,
        from,
        envelope.rcptTo.map(({ address }) => address),
      ).then(
        (id) => answer(null, `2.0.0 kept as ${id}`),
        (error: Error) => answer(error),
      );
    },
  });
  server.on("error", (error) => log.warn({ err: error }, "SMTP connection failed"));
  return server;
}

/** @returns null for a message beyond the limit, which is read to its end but not kept in memory */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxMessageBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  return bytes > maxMessageBytes ? null : Buffer.concat(chunks);
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
