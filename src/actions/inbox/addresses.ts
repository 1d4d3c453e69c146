import type { Contact } from "../../db/entities/contact.js";
import { addressToUse } from "../../domain/contacts/contact-addresses.js";
import { phoneIn } from "../../domain/contacts/phone.js";
import { unprocessable } from "../../domain/errors.js";
import { isEmailAddress, isMail, readableAddress } from "../../domain/messages/mail.js";
import { isWhatsAppUserId } from "../../domain/messages/whatsapp.js";
import { shortened } from "../../domain/text/shortened.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

const kinds = { email: "e-mail address", pec: "PEC address", whatsapp: "phone number", sms: "phone number" } as const;

/** An address as threads keep it, so that what arrives finds them: mail as `readableAddress` has it; numbers have one form already. */
export const threadAddress = (channel: Channel, address: string): string =>
  isMail(channel) ? readableAddress(address) : address;

/**
 * One address to send to: of mail as it is given, of phones in E.164 form, of WhatsApp also Meta's name of somebody who hides the number.
 * @param owner who has the address, for the error
 * @throws unprocessable unless it is one that the channel can reach
 */
export function requireAddress(channel: Channel, address: string | null | undefined, owner: string): string {
  const kind = kinds[channel];
  if (!address) throw unprocessable(`${noAddress(channel, owner)}.`);
  if (areSeveral(channel, address))
    throw unprocessable(
      `One message goes to one ${kind}, and these are several: ${shortened(address, 100)}. Send each a message of its own.`,
    );
  if (isMail(channel)) {
    if (!isEmailAddress(address))
      throw unprocessable(`This is not a valid ${kind} to send to: ${shortened(address, 100)}`);
    return address;
  }
  if (channel === "whatsapp" && isWhatsAppUserId(address)) return address;
  const phone = phoneIn(address);
  if (!phone)
    throw unprocessable(
      `This is not a valid ${kind} to send to: ${shortened(address, 100)}. Write it as +39 333 1234567.`,
    );
  if (channel === "sms" && phone.isLandline)
    throw unprocessable(`This is a landline, which can't receive SMS: ${phone.number}. Give a mobile number.`);
  return phone.number;
}

/**
 * A thread's own address, to answer to. A chat's is as its provider writes it, who knows numbers that no list has yet, and may write one
 * otherwise than people do.
 * @throws unprocessable unless the channel can reach it
 */
export function requireThreadAddress(channel: Channel, address: string): string {
  if (isMail(channel)) return requireAddress(channel, address, "the thread");
  const isNumber = /^\+\d+$/.test(address);
  // Digits in it are no number of somebody's.
  if (channel === "sms" && !isNumber)
    throw unprocessable(
      `Nobody can answer ${shortened(address, 50)}: it is a name or a short number that stands for an SMS's sender. Write to a number of theirs, or by another channel.`,
    );
  return isNumber && !(channel === "sms" && phoneIn(address)?.isLandline)
    ? address
    : requireAddress(channel, address, "the thread");
}

/** As people write them in one field of a mail program. */
function areSeveral(channel: Channel, text: string): boolean {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== "");
  return parts.length > 1 && parts.every((part) => (isMail(channel) ? isEmailAddress(part.trim()) : phoneIn(part)));
}

const addressOf = (contact: Contact, channel: Channel): string | null =>
  isMail(channel) ? addressToUse(channel === "email" ? contact.email : contact.pec) : numberToUse(contact.phones);

/** The first number, or the first mobile where that is a landline: an office's stands before the mobile of who works there. */
function numberToUse(phones: readonly string[]): string | null {
  const first = phones.find((phone) => addressToUse(phone)) ?? null;
  if (first === null || !phoneIn(first)?.isLandline) return first;
  return phones.find((phone) => phoneIn(phone)?.isMobile) ?? first;
}

const noAddress = (channel: Channel, owner: string): string =>
  `There is no ${kinds[channel]} to send to: ${owner} has none. Add one to the contact`;

/** How a contact that has no address of the kind that is asked for can be written to instead. */
function otherWay(contact: Contact): string {
  const channel = (["pec", "email", "whatsapp"] as const).find((other) => addressOf(contact, other) !== null);
  if (!channel) return "";
  return `, or write to its ${kinds[channel]}: send_message {"contactId": "${contact.id}", "channel": "${channel}", …}`;
}

/**
 * A contact's address on a channel. The error names neither contact nor address to a caller who may not view contacts.
 * @param holder the record with the contact, for the error
 * @throws unprocessable unless it is one that the channel can reach
 */
export function requireContactAddress(
  ctx: ActionContext,
  channel: Channel,
  contact: Contact | null,
  holder: string,
): string {
  if (contact && ctx.sees("contacts")) {
    const address = addressOf(contact, channel);
    if (address === null) throw unprocessable(`${noAddress(channel, contact.name)}${otherWay(contact)}.`);
    return requireAddress(channel, address, contact.name);
  }
  const address = contact && addressOf(contact, channel);
  if (address && !(isMail(channel) ? isEmailAddress(address) : phoneIn(address)))
    throw unprocessable(`The ${kinds[channel]} of ${holder}'s contact is not valid; correct it in the contact.`);
  return requireAddress(channel, address, contact ? `${holder}'s contact` : holder);
}
