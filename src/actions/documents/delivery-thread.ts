import type { Contact } from "../../db/entities/contact.js";
import type { Document } from "../../db/entities/document.js";
import { Thread } from "../../db/entities/thread.js";
import { addressKey, type MailChannel } from "../../domain/messages/mail.js";
import type { ActionContext } from "../context.js";
import { threadAddress } from "../inbox/addresses.js";
import type { EarlierDelivery } from "./earlier-deliveries.js";

interface Sent {
  document: Document;
  contact: Contact;
  channel: MailChannel;
  to: string;
  subject: string;
}

/**
 * The thread in which a document goes to an address: the thread of its last delivery there if that still has the address, else a new one.
 * @param last the last delivery to the address
 */
export async function threadFor(
  ctx: ActionContext,
  { document, contact, channel, to, subject }: Sent,
  last: EarlierDelivery | undefined,
): Promise<Thread> {
  const known = await ctx.follow(Thread, last?.threadId ?? null);
  const isIt = known?.channel === channel && known.address !== null && addressKey(known.address) === addressKey(to);
  if (isIt) return known;
  return ctx.insert(Thread, {
    projectId: document.projectId,
    contactId: contact.id,
    channel,
    subject,
    status: "waiting",
    address: threadAddress(channel, to),
  });
}
