import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { MailTaken } from "../incoming/arrived-mail.js";
import { takeMail, takeUnread } from "../incoming/take-mail.js";
import type { OpenMailbox } from "./open-mailbox.js";
import { type HeldMailbox, move, moveWith } from "./place.js";
import type { ReaderDependencies } from "./reader-dependencies.js";

export interface MailInMailbox {
  uid: number;
  sizeBytes: number;
  /** where the mailbox says so */
  arrivedAt?: Date;
}

/** Larger mail stays where it is. A delivery receipt brings back the whole PEC, of 30 MB at most, which base64 makes 41. */
export const maxMailBytes = 50 * 1024 * 1024;
const maxHeaderBytes = 256 * 1024;
/** What is taken of a mail, from the whole to nothing: it as it came (`raw`), or only that there is one (`note`). */
export const forms = ["whole", "raw", "note", "nothing"] as const;
export type Form = (typeof forms)[number];

/** A mail that comes more slowly is given up for now. */
const leastBytesPerMs = 64;

const triesOfWhole = 2;

/** What a try takes: what could not be taken, or ended the worker, is taken more simply at each further one. */
export const formOf = (tries: number): Form => forms[Math.max(0, tries - triesOfWhole)] ?? "nothing";

const unreadable = "[Pratica non è riuscita a leggere questo messaggio: si trova nella casella di posta.]";
const tooLarge = (bytes: number) =>
  `[Messaggio di ${Math.round(bytes / 1024 / 1024)} MB, troppo grande per Pratica: il testo e gli allegati si trovano nella casella di posta.]`;

/**
 * Takes one mail of a mailbox and moves on behind it, in one commit.
 * @throws MailboxFailure where the mailbox doesn't give it; what `takeMail` throws
 */
export async function takeFromMailbox(
  deps: ReaderDependencies,
  open: OpenMailbox,
  mailbox: HeldMailbox,
  { uid, sizeBytes, arrivedAt }: MailInMailbox,
  form: Form,
): Promise<void> {
  const { organizationId, channel } = mailbox;
  const skip = () => move(deps.database, mailbox, uid, open.uidValidity);
  if (form === "nothing") {
    deps.log.error({ organizationId, channel, uid }, "a mail was left out, since it could not even be noted");
    return skip();
  }
  const arrived = {
    organizationId,
    channel,
    ...(arrivedAt && { arrivedAt }),
    alongside: (unit: UnitOfWork) => moveWith(unit, mailbox, uid, open.uidValidity),
  };
  const { outcome } = await taken();
  if (outcome !== "taken" && outcome !== "receipt") await skip();

  function fetched(maxLength?: number): Promise<Buffer | null> {
    const longestMs = deps.times.mailMs + Math.min(sizeBytes, maxLength ?? maxMailBytes) / leastBytesPerMs;
    return open.within(longestMs, () => fetchSource(open, uid, maxLength));
  }

  async function taken(): Promise<MailTaken | { outcome: "gone" }> {
    if (form === "note") {
      const name = Buffer.from(`X-Mail: ${open.name} ${open.uidValidity} ${uid}\r\n\r\n`);
      return takeUnread(deps, { ...arrived, raw: null }, name, unreadable);
    }
    if (sizeBytes > maxMailBytes) {
      const beginning = await fetched(maxHeaderBytes);
      if (!beginning) return { outcome: "gone" };
      return takeUnread(deps, { ...arrived, raw: null }, headerOf(beginning), tooLarge(sizeBytes));
    }
    const raw = await fetched();
    if (!raw) return { outcome: "gone" };
    return form === "raw"
      ? takeUnread(deps, { ...arrived, raw }, headerOf(raw), unreadable)
      : takeMail(deps, { ...arrived, raw });
  }
}

/** A mail's bytes, by BODY.PEEK, which marks nothing. Null if somebody has moved it away. */
async function fetchSource(
  { client, search, explain }: OpenMailbox,
  uid: number,
  maxLength?: number,
): Promise<Buffer | null> {
  try {
    const wanted = maxLength === undefined ? true : { start: 0, maxLength };
    // A server tells besides, maybe first, which mails somebody else has just marked.
    const told = await client.fetchAll(String(uid), { uid: true, source: wanted }, { uid: true });
    const source = told.find((mail) => mail.uid === uid && mail.source)?.source;
    if (source) return source;
    // Gone, or there and the server gives nothing of it.
    const isThere = (await search({ uid: String(uid) })).includes(uid);
    if (isThere) throw new Error("the mail server gives no content of this mail");
    return null;
  } catch (error) {
    // What a server says of this mail and goes on is a fault in the mail alone, unless it refuses to give it: that may pass.
    if (client.usable && !isRefusal(error)) throw error;
    throw explain(error);
  }
}

/** NO, or a request for patience, to a command that was right. */
function isRefusal(error: unknown): boolean {
  const { responseStatus, code } = error as { responseStatus?: string; code?: string };
  return responseStatus === "NO" || code === "ETHROTTLE";
}

function headerOf(raw: Buffer): Buffer {
  const ends = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")].filter((at) => at >= 0);
  const header = raw.subarray(0, Math.min(...ends, maxHeaderBytes, raw.length));
  return Buffer.concat([header, Buffer.from("\r\n\r\n")]);
}
