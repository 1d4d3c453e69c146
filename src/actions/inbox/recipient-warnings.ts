import { contactsByAddress } from "../../db/channels/contacts-by-address.js";
import { Contact } from "../../db/entities/contact.js";
import type { StoredFile } from "../../db/entities/stored-file.js";
import { phoneIn } from "../../domain/contacts/phone.js";
import { addressKey, isMail } from "../../domain/messages/mail.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { othersProjects } from "../others-project.js";

/** A mail that goes to the recipient's PEC address, as no PEC. */
export function mailToPec(address: string, recipient: Contact | null): Warning[] {
  const isSame = (other: string | null) => other !== null && addressKey(other) === addressKey(address);
  if (!recipient || !isSame(recipient.pec) || recipient.emails.some(isSame)) return [];
  return [
    {
      code: "pec_by_email",
      pointer: "/channel",
      detail: `${address} is the contact's PEC address, and this is an ordinary e-mail: it isn't certified, and many PEC mailboxes refuse it.`,
      suggestion: 'To send it as a PEC, start a new thread with channel "pec".',
    },
  ];
}

/** A message to a contact that goes to an address of another's, who would read it. */
export async function othersAddress(
  ctx: ActionContext,
  channel: Channel,
  address: string,
  known: Contact,
): Promise<Warning[]> {
  const isOwn = isMail(channel)
    ? [...known.emails, known.pec ?? ""].map(addressKey).includes(addressKey(address))
    : known.phones.some((phone) => phoneIn(phone)?.number === address);
  if (!ctx.sees("contacts") || isOwn) return [];
  const found = await contactsByAddress(ctx.query, channel, address);
  if (found.some(({ id }) => id === known.id)) return [];
  const other = await ctx.follow(Contact, found[0]?.id ?? null);
  if (!other) return [];
  const [otherName, knownName] = [other.name, known.name].map((name) => JSON.stringify(name));
  return [
    {
      code: "others_address",
      pointer: "/to",
      detail: `${address} is an address of the contact ${otherName}, and not of ${knownName}.`,
      suggestion: `If the message was meant for ${knownName}, tell the person for whom you act that ${otherName} gets it. To write to ${otherName} on purpose, start a thread with contactId ${other.id}.`,
    },
  ];
}

/** A client gets a file of another's project, with which they have nothing to do: what was sent can't be taken back. */
export async function othersFiles(
  ctx: ActionContext,
  files: readonly StoredFile[],
  recipient: Contact | null,
): Promise<Warning[]> {
  const ofProjects = files.filter(({ projectId }) => projectId !== null);
  if (!recipient || ofProjects.length === 0 || !ctx.sees("contacts") || !ctx.sees("projects")) return [];
  const others = await ctx.query<{ id: string; name: string }>(
    `select p.id, p.name from ${othersProjects}`,
    recipient.id,
    ofProjects.map(({ projectId }) => projectId),
    null,
  );
  const names = new Map(others.map(({ id, name }) => [id, JSON.stringify(name)]));
  const strange = ofProjects.filter(({ projectId }) => names.has(projectId ?? ""));
  return strange.slice(0, 1).map(({ name, projectId }) => ({
    code: "others_file",
    pointer: "/attachmentFileIds",
    detail: `${JSON.stringify(name)} belongs to the project ${names.get(projectId ?? "")}, with which ${JSON.stringify(recipient.name)}, the client of another, has nothing to do.`,
    suggestion:
      "If it was meant for somebody else, tell the person for whom you act who gets it; if not, connect the contact to the project with connect_contact.",
  }));
}
