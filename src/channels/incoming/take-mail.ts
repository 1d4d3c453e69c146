import { ownAddresses } from "../../db/channels/own-addresses.js";
import { findMessage } from "../../db/deletions/held-messages.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { wholeDay } from "../../domain/calendar/time.js";
import { mailFileName } from "../../domain/files.js";
import { addressKey } from "../../domain/messages/mail.js";
import { sha256 } from "../../domain/sha256.js";
import type { Bounce, BouncedRecipient } from "../../formats/mail/bounce.js";
import { type ReadMail, readMail } from "../../formats/mail/read-mail.js";
import { readCertified } from "../../formats/pec/read-certified.js";
import { settleByBounce, settleByBouncedCopies } from "../settle.js";
import type { ArrivedMail, MailDependencies, MailTaken } from "./arrived-mail.js";
import { withAttachmentsWithin } from "./attachments-within.js";
import { keepMail } from "./keep-mail.js";
import { mailMessage } from "./mail-message.js";
import { sentMessages } from "./sent-messages.js";
import { takeMessage } from "./take-message.js";
import { takeReceipt } from "./take-receipt.js";
import { believedArrival } from "./written-when.js";

const maxHeaderBytes = 1_000_000;

/** A mail of which not everything may be here. */
type MaybeUnread = Omit<ArrivedMail, "raw"> & { raw: Buffer | null };

/**
 * Takes a mail as it came: its thread gets what is new in it, its attachments and the raw message become files. A PEC is opened; its
 * receipts, and other servers' bounces, settle the message that they are about. It may be called again with the same mail.
 */
export async function takeMail(deps: MailDependencies, arrived: ArrivedMail): Promise<MailTaken> {
  const { organizationId, channel, raw } = arrived;
  const contentSha256 = sha256(raw);
  if (await isKept(deps, arrived, contentSha256)) return { outcome: "repeated" };
  const certified = await readCertified(raw);
  // Anybody may send a receipt's header to an ordinary mailbox. To a PEC mailbox, such mail comes in an envelope of its provider's.
  if (certified?.kind === "receipt" && channel === "pec") return takeReceipt(deps, arrived, certified, contentSha256);
  const opened = certified === null || certified.kind === "receipt" ? raw : certified.message;
  // To an ordinary mailbox anybody may send an envelope too: there, only the text is taken out of it.
  const sender = channel === "pec" || opened === raw ? {} : await senderOf(raw);
  const mail = { ...(await readMail(opened)), ...sender };
  const isOwn = await ownAddresses(deps.database, deps.config, organizationId);
  const envelope = channel === "pec" && certified?.kind === "envelope" ? certified : null;
  const message = mailMessage(mail, isOwn, { sender: envelope?.from ?? null, isCertified: envelope !== null });
  if (message.automatic !== null && message.automatic !== "own" && isOwn(message.from.address))
    return { outcome: "dropped" };
  // Within a PEC it is what its sender wrote: providers tell of failures by receipts, and other servers don't send PECs.
  const bounce = certified?.kind === "envelope" ? null : mail.bounce;
  return putIntoThread(deps, arrived, { ...mail, bounce }, message, contentSha256);
}

/**
 * Takes what can be known of a mail whose body is left where it is.
 * @param header as it came, or as much of it as could be fetched; never empty, since it tells this mail from others
 * @param why an Italian sentence that stands for the text
 * @param raw the whole mail, where it could be fetched
 */
export async function takeUnread(
  deps: MailDependencies,
  arrived: MaybeUnread,
  header: Buffer,
  why: string,
): Promise<MailTaken> {
  const { organizationId, channel, raw } = arrived;
  const contentSha256 = sha256(raw ?? header);
  if (await isKept(deps, arrived, contentSha256)) return { outcome: "repeated" };
  const certified = channel === "pec" ? await readCertified(header) : null;
  if (certified?.kind === "receipt")
    return takeReceipt(deps, { ...arrived, raw: raw ?? header }, certified, contentSha256);
  const mail: ReadMail = { ...(await readMail(header)), attachments: [], bounce: null, text: why, quoted: "" };
  const isOwn = await ownAddresses(deps.database, deps.config, organizationId);
  const message = mailMessage(mail, isOwn, { sender: certified?.kind === "envelope" ? certified.from : null });
  return putIntoThread(deps, arrived, mail, message, contentSha256);
}

/** Keeps a mail with its attachments as files, and its message in a thread. */
async function putIntoThread(
  deps: MailDependencies,
  arrived: MaybeUnread,
  mail: ReadMail,
  message: ReturnType<typeof mailMessage>,
  contentSha256: string,
): Promise<MailTaken> {
  const { organizationId, channel, raw } = arrived;
  const whole = raw && { content: raw, name: await nameOf(deps, arrived, mail, message.subject) };
  // What a bounce brings back is our own.
  const attachments = mail.bounce ? mail.attachments : await withAttachmentsWithin(mail.attachments);
  const keepFiles = await keepMail(deps.files, organizationId, whole, attachments);
  return takeMessage(deps.database, {
    ...message,
    organizationId,
    channel,
    arrivedAt: believedArrival(arrived.arrivedAt, mail.date, new Date()),
    contentSha256,
    keepFiles,
    async alongside(unit) {
      if (mail.bounce) await settleBounced(unit, arrived, mail.bounce);
      arrived.alongside?.(unit);
    },
  });
}

/** What the mail as it came is called as a file. */
async function nameOf(
  { database }: MailDependencies,
  { organizationId }: Pick<ArrivedMail, "organizationId">,
  { date }: ReadMail,
  subject: string | null,
): Promise<string> {
  const { timezone } = await new UnitOfWork(database).organization(organizationId);
  return mailFileName("messaggio", wholeDay(date ?? new Date(), timezone), subject);
}

/** As the mail's own header says. */
async function senderOf(raw: Buffer): Promise<Pick<ReadMail, "from" | "sender" | "replyTo">> {
  const { from, sender, replyTo } = await readMail(raw.subarray(0, maxHeaderBytes));
  return { from, sender, replyTo };
}

async function isKept(
  { database }: MailDependencies,
  { organizationId, channel }: Pick<ArrivedMail, "organizationId" | "channel">,
  contentSha256: string,
): Promise<boolean> {
  const rows = await database.query(
    "select from message where organization_id = $1 and channel = $2 and content_sha256 = $3",
    [organizationId, channel, contentSha256],
  );
  return rows.length > 0;
}

/** A report of success or delay changes nothing, and so does one about somebody whom the message didn't go to. */
async function settleBounced(
  unit: UnitOfWork,
  arrived: Pick<ArrivedMail, "organizationId" | "channel">,
  { messageIds, recipients }: Bounce,
): Promise<void> {
  const failed = recipients.filter(({ action }) => action === "failed");
  for (const { id } of await sentMessages(unit, arrived, { headers: messageIds.slice(0, 10) })) {
    const message = await findMessage(unit, arrived.organizationId, id);
    if (!message) continue;
    const told = (address: string) => failed.find((one) => addressKey(one.address) === addressKey(address));
    const whole = told(message.to);
    if (whole) await settleByBounce(unit, message, saidOf(whole));
    const copies = message.cc.flatMap((address) => {
      const one = told(address);
      return one ? [{ address, words: saidOf(one) }] : [];
    });
    await settleByBouncedCopies(unit, message, copies);
  }
}

/**
 * The server's words, which mostly have the status in them. They begin with a code, as those of no withdrawn message do: where the server
 * says none, with that of RFC 3463 for a failure whose class alone is known.
 */
const saidOf = ({ status, words }: BouncedRecipient): string =>
  /^\d/.test(words) && words.includes(status ?? "") ? words : `${status ?? (words && "5.0.0")} ${words}`.trim();
