import { ImapFlow, type SearchObject } from "imapflow";
import { publicPlace } from "../public-lookup.js";
import { imapAddress } from "./imap-address.js";
import { explainImapFailure, type MailboxFailure } from "./mailbox-failure.js";
import { readerTimes } from "./reader-times.js";

/** A mailbox that is open for reading alone: the server changes no mark of any mail. */
export interface OpenMailbox {
  client: ImapFlow;
  name: string;
  uidValidity: string;
  /** the UID that the next mail will have; null where the server doesn't say it */
  uidNext: number | null;
  /**
   * The UIDs of the mails that are meant.
   * @throws MailboxFailure also where the connection has ended, or the server took its leave: imapflow itself then finds nothing
   */
  search(query: SearchObject): Promise<number[]>;
  /** The answer to what the client was asked. @throws MailboxFailure */
  asked<T>(answer: Promise<T>): Promise<T>;
  /** The same, but the connection is closed if the server takes longer, also while it still says something. */
  within<T>(longestMs: number, work: () => Promise<T>): Promise<T>;
  /** Puts a failure of this connection into words. */
  explain(error: unknown): MailboxFailure;
}

/**
 * Logs in and opens the folder with EXAMINE. Close the client when done.
 * @param signal ends it, however long the server takes
 * @param answerMs as in `ReaderTimes`
 * @throws MailboxFailure; what aborted the signal
 */
export async function openMailbox(
  imapUrl: string,
  signal?: AbortSignal,
  answerMs = readerTimes.answerMs,
): Promise<OpenMailbox> {
  const { name, folder, publicOnly, options } = imapAddress(imapUrl);
  const { auth: login = {} } = options;
  const place =
    publicOnly &&
    (await publicPlace(options.host).catch((error: unknown) => {
      throw explainImapFailure(error, login, options.host);
    }));
  const client = new ImapFlow({ ...options, ...place });
  let broken: unknown;
  // Whatever was asked then fails, and says so.
  client.on("error", (error: unknown) => {
    broken ??= error;
  });
  const explain = (error: unknown) =>
    explainImapFailure(client.usable ? error : (broken ?? error), login, options.host);
  const within = async <T>(longestMs: number, work: () => Promise<T>): Promise<T> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      broken ??= { code: "ETIMEOUT" };
      client.close();
    }, longestMs);
    try {
      return await work();
    } catch (error) {
      throw isLate ? explain(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    within(answerMs, () => answer).catch((error: unknown) => {
      throw explain(error);
    });
  const search = async (query: SearchObject): Promise<number[]> => {
    const found = await asked(client.search(query, { uid: true }));
    if (!found) throw explain({ code: client.usable ? "NoAnswer" : "NoConnection" });
    return found;
  };
  const close = () => client.close();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", close);
  try {
    await within(answerMs, () => client.connect());
    const { uidValidity, uidNext } = await within(answerMs, () => client.mailboxOpen(folder, { readOnly: true }));
    return { client, name, uidValidity: String(uidValidity), uidNext: uidNext || null, search, asked, within, explain };
  } catch (error) {
    client.close();
    throw explainImapFailure(error, login, options.host);
  } finally {
    signal?.removeEventListener("abort", close);
  }
}
