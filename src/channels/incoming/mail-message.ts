import type { IsOwn } from "../../db/channels/own-addresses.js";
import { isEmailAddress, readableAddress } from "../../domain/messages/mail.js";
import { type MatchKey, matchKeys, plainSubject } from "../../domain/messages/thread-tokens.js";
import { visible } from "../../domain/text/visible-text.js";
import type { AutomaticKind } from "../../domain/vocabulary.js";
import type { MailAddress } from "../../formats/mail/mail-addresses.js";
import type { MailWarning } from "../../formats/mail/mail-warning.js";
import type { ReadMail } from "../../formats/mail/read-mail.js";
import type { IncomingMessage } from "./incoming-message.js";

type MailMessage = Omit<IncomingMessage, "organizationId" | "channel" | "contentSha256" | "keepFiles">;

const maxReferences = 50;
/** Postgres can't index much longer ones, and no mail program makes them. */
const maxIdLength = 900;

/**
 * A mail as a message of a thread.
 * @param sender the true one, where the mail's own header doesn't have it
 * @param isCertified it came in an envelope of certified mail to a mailbox of certified mail
 */
export function mailMessage(
  read: ReadMail,
  isOwn: IsOwn,
  { sender = null, isCertified = false }: { sender?: MailAddress | null; isCertified?: boolean } = {},
): MailMessage {
  const mail = withoutOwnList(read, isOwn);
  const from = participant(sender ?? mail.from ?? mail.sender ?? { name: "", address: "" });
  const recipients = [...mail.to, ...mail.cc].map(participant);
  const delivered = mail.deliveredTo.map(readableAddress);
  const to = [...recipients.map(({ address }) => address), ...delivered].find(isOwn) ?? recipients[0]?.address;
  const keys = matchKeys(mail);
  const writer = replyTo(mail, isOwn, from.address);
  const automatic = automaticKind(mail, { isFromOwn: isOwn(from.address), hasWriter: writer !== null, isCertified });
  return {
    from,
    replyTo: writer,
    to: to ?? delivered[0] ?? "",
    cc: recipients.filter(({ address }) => address !== to && address !== from.address && !isOwn(address)),
    subject: visible(plainSubject(mail.subject)) || null,
    text: visible(mail.text) || insteadOfText(mail),
    quoted: visible(mail.quoted) || null,
    automatic,
    isByProgram: automatic === null && mail.automatic === "generated",
    keys: {
      replyTokens: keys.flatMap((key) => (key.kind === "reply_address" ? [key.token] : [])),
      messageIds: usable([...(mail.bounce?.messageIds ?? []), ...keys.flatMap(messageId)]),
      subjectToken: keys.flatMap((key) => (key.kind === "subject" ? [key.token] : []))[0] ?? null,
    },
    messageIdHeader: usable([mail.messageId ?? ""])[0] ?? null,
    inReplyTo: usable(mail.inReplyTo)[0] ?? null,
    referenceIds: usable(mail.references).slice(-maxReferences),
    providerId: null,
  };
}

/** Says where the text is that can't be read here: else the message would look empty. */
function insteadOfText({ warnings }: ReadMail): string {
  const has = (code: MailWarning["code"]) => warnings.some((warning) => warning.code === code);
  if (has("encrypted"))
    return "[Il testo è nell'allegato, cifrato o chiuso in una firma: si legge in un programma di posta che ha la chiave.]";
  return has("tnef") ? "[Il testo è in winmail.dat, un formato proprio di Outlook.]" : "";
}

/** Mail to an address that is a group, as Google's are, comes as a list's: the list is the organization itself. */
const withoutOwnList = (mail: ReadMail, isOwn: IsOwn): ReadMail =>
  mail.automatic === "list" && mail.listPost !== null && isOwn(mail.listPost) ? { ...mail, automatic: null } : mail;

/**
 * @param hasWriter answers go to somebody else: of an own program, such as the website's form, it brings what a person wrote
 * @param isCertified then what another's program sends by itself is an office's letter, from which terms run
 */
function automaticKind(
  { automatic }: ReadMail,
  { isFromOwn, hasWriter, isCertified }: { isFromOwn: boolean; hasWriter: boolean; isCertified: boolean },
): AutomaticKind | null {
  if (automatic === "generated" && isCertified && !isFromOwn) return null;
  const kind = automatic === "generated" || automatic === "loop-suspect" ? "auto_reply" : automatic;
  if (isFromOwn && (kind === null || (kind !== "bounce" && hasWriter))) return "own";
  return kind;
}

/** The one address that answers shall go to, as of a form on a website. Another's list has its own there. */
function replyTo({ replyTo: given, automatic }: ReadMail, isOwn: IsOwn, from: string) {
  const [only, ...more] = given.map(participant);
  if (!only || more.length > 0 || only.address === from || (automatic === "list" && !isOwn(from))) return null;
  return isEmailAddress(only.address) && !isOwn(only.address) ? only : null;
}

const participant = ({ name, address }: MailAddress) => ({
  name: visible(name) || null,
  address: readableAddress(address),
});
const messageId = (key: MatchKey): string[] => ("messageId" in key ? [key.messageId] : []);
const usable = (ids: readonly string[]): string[] => ids.filter((id) => id !== "" && id.length <= maxIdLength);
