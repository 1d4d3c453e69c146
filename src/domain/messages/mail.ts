import { domainToASCII, domainToUnicode } from "node:url";
import type { Channel } from "../vocabulary.js";

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
