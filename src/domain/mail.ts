import { domainToASCII, domainToUnicode } from "node:url";
import type { Channel } from "./vocabulary.js";

/** What carries mail, which has addresses, subjects and Message-IDs. */
export type MailChannel = "email" | "pec";

export const isMail = (channel: Channel): channel is MailChannel => channel === "email" || channel === "pec";

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text is exactly one plain e-mail address (RFC 5321 lengths), without any character that could end a header. */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    localPart.test(text.slice(0, at)) &&
    domain.split(".").every((label) => domainLabel.test(label))
  );
}

/** What may be an international domain: anything else would be "corrected", a path cut off and a number made an address. */
const international = /^(?=.*(?:[^ -~]|xn--))[\p{L}\p{M}\p{N}.-]+$/iu;

const withDomain = (address: string, form: (domain: string) => string): string => {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  return international.test(domain) ? `${address.slice(0, at)}${form(domain) || domain}` : address;
};

/** An address as servers write it: an international domain in its ASCII form, `xn--…`. */
export const asciiAddress = (address: string): string => withDomain(address, domainToASCII);

/** By which two addresses are compared: mail programs and people write an international domain in either form, and in any case. */
export const addressKey = (address: string): string => asciiAddress(address.trim()).toLowerCase();

/** The forms, in lower case, in which an address may have been stored: as it is here, and an international domain in both forms. */
export const addressForms = (address: string): string[] => {
  const key = addressKey(address);
  return [...new Set([address.trim().toLowerCase(), key, withDomain(key, domainToUnicode)])];
};

const accentedLatin = /^[a-z0-9.-]+$/;

/**
 * An address as people read it, in lower case: a domain of Latin letters with accents in these letters. One of other letters stays
 * `xn--…`, since it may look like somebody else's.
 */
export const readableAddress = (address: string): string =>
  withDomain(addressKey(address), (domain) => {
    const letters = domainToUnicode(domain);
    return accentedLatin.test(letters.normalize("NFD").replace(/\p{M}/gu, "")) ? letters : domain;
  });

/** The Message-ID of a message. It is made from the message's own id, so that every attempt to send it carries the same. */
export const messageIdHeader = (messageId: string, mailFrom: string): string =>
  `<m.${messageId}@${mailFrom.split("@").pop() || "localhost"}>`;

/** What mail programs set before the subject of a reply; the Italian ones `R:` or `RIF:`. */
const repliesBefore = /^(\s*(re|r|rif|aw|sv)(\[\d+\])?\s*:)+\s*/i;

/** The subject of a reply, with a single `Re: ` however long the exchange is. */
export const replySubject = (subject: string): string => `Re: ${subject.replace(repliesBefore, "")}`;

/** The header of what is sent by certified mail: the receipts shall bring the whole message, which proves its content. */
export const receiptTypeHeader = { "X-TipoRicevuta": "completa" };

/** A thread's token: 10 to 40 lower-case letters and digits. Shorter ones in brackets are other firms' ticket numbers. */
const threadToken = "[a-z0-9]{10,40}";
const tokenInSubject = new RegExp(`\\s*\\[#(${threadToken})\\]`, "gi");
const tokenInAddress = new RegExp(`^[^@]*\\+t(${threadToken})@[^@]+$`, "i");

/** A subject as people see it, without the tokens of threads. */
export const plainSubject = (subject: string): string => subject.replace(tokenInSubject, "").trim();

/** How much of a thread's token its subjects show: people read them, and only the thread's own contact is believed there. */
const subjectTokenLength = 12;

/** The subject of what is sent: it ends in the beginning of the thread's token, `[#…]`, and has it once. */
export const subjectWithToken = (subject: string, token: string): string =>
  `${plainSubject(subject)} [#${token.slice(0, subjectTokenLength)}]`.trim();

/** Where an answer goes to: `name+t<token>@domain`, or the plain address where that would be longer than addresses may be. */
export function replyAddress(address: string, token: string): string {
  const at = address.lastIndexOf("@");
  const withToken = `${address.slice(0, at)}+t${token}${address.slice(at)}`;
  return isEmailAddress(withToken) ? withToken : address;
}

/** The token in a reply address; null in any other. */
export const replyToken = (address: string): string | null => tokenInAddress.exec(address)?.[1]?.toLowerCase() ?? null;

/** By what a message can be tied to its thread. A subject's token counts only where the thread's contact has sent it. */
export type MatchKey =
  | { kind: "reply_address" | "subject"; token: string }
  | { kind: "in_reply_to" | "references"; messageId: string };

/** What a message says about its thread, the most trusted first: reply address, `In-Reply-To`, `References` from the last, subject. */
export function matchKeys(mail: {
  to: { address: string }[];
  cc: { address: string }[];
  deliveredTo: string[];
  inReplyTo: string[];
  references: string[];
  subject: string;
}): MatchKey[] {
  const addresses = [...[...mail.to, ...mail.cc].map(({ address }) => address), ...mail.deliveredTo];
  const tokens = addresses.map(replyToken).filter((token) => token !== null);
  const subjectTokens = Array.from(mail.subject.matchAll(tokenInSubject), ([, token = ""]) => token.toLowerCase());
  return [
    ...[...new Set(tokens)].map((token): MatchKey => ({ kind: "reply_address", token })),
    ...mail.inReplyTo.map((messageId): MatchKey => ({ kind: "in_reply_to", messageId })),
    ...mail.references.toReversed().map((messageId): MatchKey => ({ kind: "references", messageId })),
    ...[...new Set(subjectTokens)].reverse().map((token): MatchKey => ({ kind: "subject", token })),
  ];
}
