import { hasTemplate, isWindowOpen, openedSince } from "../../db/channels/whatsapp-window.js";
import type { StoredFile } from "../../db/entities/stored-file.js";
import { unprocessable } from "../../domain/errors.js";
import { whatsAppText } from "../../domain/markdown/chat-text.js";
import { maxAttachmentsBytes, maxPecBytes, travellingBytes } from "../../domain/messages/message-limits.js";
import { maxSmsLength, textOfSms } from "../../domain/messages/sms.js";
import { inTemplate, maxTemplateLength, whatsAppFault } from "../../domain/messages/whatsapp.js";
import { megabyte } from "../../domain/sizes.js";
import type { Channel } from "../../domain/vocabulary.js";
import type { ActionContext } from "../context.js";

interface Written {
  to: string;
  /** whom it is for, where that is known */
  contactId: string | null;
  body: string;
  attachments: readonly StoredFile[];
}

/** @throws unprocessable for a message that the channel can't carry, or that WhatsApp takes from nobody now */
export async function requireCarried(ctx: ActionContext, channel: Channel, message: Written): Promise<void> {
  requireFitting(channel, message);
  if (channel === "whatsapp") await requireWindow(ctx, message);
}

function requireFitting(channel: Channel, { body, attachments }: Written): void {
  if (channel === "sms" && attachments.length > 0)
    throw unprocessable("An SMS carries no attachments: leave out attachmentFileIds, or write by another channel.");
  if (channel === "sms") requireSmsText(textOfSms(body));
  const fault = channel === "whatsapp" ? whatsAppFault(whatsAppText(body), attachments) : null;
  if (fault) throw unprocessable(fault);
  const bytes = attachments.reduce((total, file) => total + file.sizeBytes, 0);
  if (channel === "pec" && travellingBytes(bytes, body.length) > maxPecBytes)
    throw unprocessable(
      `The message would be larger than a PEC may be (${maxPecBytes / 1_000_000} MB; attachments grow by a third when they are sent). Attach less.`,
    );
  if (bytes > maxAttachmentsBytes)
    throw unprocessable(`Together, the attachments are larger than ${maxAttachmentsBytes / megabyte} MB; send fewer.`);
}

/** @throws unprocessable for one that is empty or too long */
function requireSmsText(text: string): void {
  if (text === "") throw unprocessable("The SMS would be empty: write some text in body.");
  if (text.length > maxSmsLength)
    throw unprocessable(
      `An SMS has at most ${maxSmsLength} characters, and this one has ${text.length}: write less, or send it by another channel.`,
    );
}

/** More than 24 hours after the recipient last wrote, WhatsApp takes approved templates alone. */
async function requireWindow(ctx: ActionContext, { to, contactId, body, attachments }: Written): Promise<void> {
  if (await isWindowOpen(ctx.query, to, ctx.now)) return;
  const canUseTemplate = await hasTemplate(ctx.query, ctx.config, ctx.organizationId);
  if (canUseTemplate === null) return;
  const elsewhere = canUseTemplate ? null : await openThread(ctx, contactId);
  const lately = "WhatsApp takes a message only within 24 hours of the recipient's last one, which are over";
  if (elsewhere)
    throw unprocessable(
      `${lately} for ${to}. The contact wrote since then from ${elsewhere.address}: answer there, with reply_to_thread {"threadId": "${elsewhere.id}", …}.`,
    );
  if (!canUseTemplate)
    throw unprocessable(
      `${lately}, and no approved template is set: write by another channel, or set one: npm run admin -- channel set --channel whatsapp --template-name …, or the page /settings/channels.`,
    );
  if (attachments.length > 0)
    throw unprocessable(
      `${lately}; the approved template that is sent instead carries no attachment. Leave it out, or write by another channel.`,
    );
  const { length } = inTemplate(whatsAppText(body));
  if (length > maxTemplateLength)
    throw unprocessable(
      `${lately}; the approved template that is sent instead holds at most ${maxTemplateLength} characters, and this message has ${length}: write less, or by another channel.`,
    );
}

/** The thread in which a contact wrote within these hours, from another number, for who may read it. */
async function openThread(
  ctx: ActionContext,
  contactId: string | null,
): Promise<{ id: string; address: string } | null> {
  if (contactId === null || !ctx.may("inbox:view") || !ctx.sees("contacts")) return null;
  const [open] = await ctx.query<{ id: string; address: string }>(
    `select id, address from thread where organization_id = $1 and channel = 'whatsapp' and contact_id = $2 and last_inbound_at > $3
     order by last_inbound_at desc limit 1`,
    contactId,
    openedSince(ctx.now),
  );
  return open ?? null;
}
