import { z } from "zod";
import { contactsByAddress } from "../../db/channels/contacts-by-address.js";
import { Contact } from "../../db/entities/contact.js";
import { Project } from "../../db/entities/project.js";
import { Thread } from "../../db/entities/thread.js";
import { forbidden, unprocessable } from "../../domain/errors.js";
import { htmlAsText } from "../../domain/messages/html-as-text.js";
import { isMail, replySubject } from "../../domain/messages/mail.js";
import { type Channel, channels } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import type { ActionContext } from "../context.js";
import { findOthersProject } from "../others-project.js";
import { id, markdown, requiredBody, words } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { requireAddress, requireContactAddress, requireThreadAddress, threadAddress } from "./addresses.js";
import { answeredWarnings, findAnsweredByAnother } from "./answered-by-another.js";
import { cameLately } from "./came-lately.js";
import { fileUnder } from "./file-under.js";
import { missingAttachments } from "./missing-attachments.js";
import {
  attachmentFileIds,
  lastMessageIdOf,
  loadAttachments,
  orderSending,
  requireChannel,
  writeMessage,
} from "./outgoing.js";
import { mailToPec, othersAddress, othersFiles } from "./recipient-warnings.js";
import { requireCarried } from "./require-carried.js";
import { messageResult, threadResult } from "./results.js";
import { findSentBefore, repeatedMessageWarnings } from "./sent-before.js";

export const sendMessageAction = defineAction({
  name: "send_message",
  title: { en: "Send a message", it: "Invia un messaggio" },
  description:
    "Sends a message in a thread (threadId), or starts a new thread with a contact (contactId) or an address (to); to answer use reply_to_thread. If only one contact has the address, the thread is linked to it. Delivery happens in the background: get_thread shows the status.",
  area: "inbox",
  permissions: ["inbox:edit"],
  effect: "send",

  input: z.strictObject({
    body: requiredBody(`the message, in ${markdown}`),
    threadId: id("the thread to write in; without it, a new thread is started").optional(),
    contactId: id("the contact to start a new thread with").optional(),
    to: words("explicit destination address, or phone number on whatsapp and sms; overrides the contact's").optional(),
    subject: words("subject of a new thread").optional(),
    projectId: id("the project that a new thread belongs to").optional(),
    channel: z.enum(channels).describe("channel of a new thread; email by default").optional(),
    attachmentFileIds,
  }),
  result: z.object({ thread: threadResult, message: messageResult, warnings: warningsIfAny }),

  async run({ body, threadId, contactId, to, subject, projectId, channel, attachmentFileIds }, ctx) {
    const existing = await ctx.loadOptional(Thread, { threadId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    const project = await ctx.loadOptional(Project, { projectId });
    const attachments = await loadAttachments(ctx, attachmentFileIds);
    if (!existing && !contact && !to) throw unprocessable("Say whom to write to: give threadId, contactId or to.");
    if (ctx.caller.role === "guest") requireOwnThread(existing, to, project);
    if (existing && channel && channel !== existing.channel) {
      throw unprocessable(`The thread's channel is ${existing.channel}; start a new thread to write by ${channel}.`);
    }
    const sendingChannel = existing?.channel ?? channel ?? "email";
    const from = await requireChannel(ctx, sendingChannel);

    const known = contact ?? (await ctx.follow(Contact, existing?.contactId ?? null));
    // A thread keeps its address; a message to another contact goes to that one's.
    const ownAddress = contact && contact.id !== existing?.contactId ? null : existing?.address;
    const address =
      to && to !== ownAddress
        ? requireAddress(sendingChannel, to, "the thread")
        : ownAddress
          ? requireThreadAddress(sendingChannel, ownAddress)
          : requireContactAddress(ctx, sendingChannel, known, "the thread");
    const recipient =
      known ?? (!existing && contact === undefined ? await contactWith(ctx, sendingChannel, address) : null);
    await requireCarried(ctx, sendingChannel, { to: address, contactId: recipient?.id ?? null, body, attachments });
    const inReplyTo = existing ? await lastMessageIdOf(ctx, existing) : null;
    const late = existing ? cameLately(existing, ctx.now) : [];
    const mailSubject = async () =>
      subject || (existing?.subject ? replySubject(existing.subject) : await defaultSubject(ctx));
    const messageSubject = isMail(sendingChannel) ? await mailSubject() : null;

    const thread =
      existing ??
      ctx.insert(Thread, {
        projectId: project?.id ?? null,
        contactId: recipient?.id ?? null,
        channel: sendingChannel,
        subject: messageSubject ?? (subject || null),
        status: "waiting",
        address: threadAddress(sendingChannel, address),
      });
    if (existing) await fileUnder(ctx, existing, project?.id);
    // Filed under somebody else, it would show who doesn't get the replies, which go to its address; file_thread does that.
    if (thread.contactId === null) ctx.update(thread, { contactId: contact?.id });
    const message = await writeMessage(ctx, thread, {
      from,
      to: address,
      // In a thread, `to` may be anybody.
      toName: existing && to ? null : (recipient?.name ?? null),
      subject: messageSubject,
      body,
      attachments,
      inReplyTo,
    });
    orderSending(ctx, thread, message);
    const before = findSentBefore(ctx, thread, message, !existing);
    const answered = existing ? findAnsweredByAnother(ctx, message) : { rows: [] };
    const toPec = sendingChannel === "email" ? mailToPec(address, recipient) : [];
    const toAnother = to && to !== ownAddress && known ? await othersAddress(ctx, sendingChannel, address, known) : [];
    const strange = await othersFiles(ctx, attachments, recipient);
    const ofAnother = findOthersProject(ctx, thread, "tell the person for whom you act who gets it");
    return withWarnings({ thread, message }, () => [
      ...toPec,
      ...toAnother,
      ...strange,
      ...ofAnother(),
      ...late,
      ...missingAttachments(message),
      ...htmlAsText(body, "/body"),
      ...repeatedMessageWarnings(address, before),
      ...answeredWarnings(answered),
    ]);
  },
});

/** @throws forbidden unless a guest writes in a thread, to the address that it is with, and leaves it in its project */
function requireOwnThread(
  thread: Thread | null | undefined,
  to: string | undefined,
  project: Project | null | undefined,
): void {
  if (thread && (!to || isItsAddress(thread, to)) && (!project || project.id === thread.projectId)) return;
  throw forbidden(
    "A guest writes only in a thread of a shared project, to the thread's own address: give threadId, and leave out `to` and projectId.",
  );
}

const isItsAddress = ({ channel, address }: Thread, to: string): boolean =>
  address !== null && threadAddress(channel, to) === threadAddress(channel, address);

/** The one contact with an address, for who may view contacts. */
async function contactWith(ctx: ActionContext, channel: Channel, address: string): Promise<Contact | null> {
  const found = ctx.sees("contacts") ? await contactsByAddress(ctx.query, channel, address) : [];
  return found.length === 1 ? ctx.follow(Contact, found[0]?.id ?? null) : null;
}

async function defaultSubject(ctx: ActionContext): Promise<string> {
  return `Comunicazione da ${(await ctx.organization()).name}`;
}
