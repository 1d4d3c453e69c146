import { z } from "zod";
import { Contact } from "../../db/entities/contact.js";
import { Thread } from "../../db/entities/thread.js";
import { htmlAsText } from "../../domain/messages/html-as-text.js";
import { isMail, replySubject } from "../../domain/messages/mail.js";
import { defineAction } from "../action.js";
import { id, markdown, requiredBody } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { requireContactAddress, requireThreadAddress } from "./addresses.js";
import { answeredWarnings, findAnsweredByAnother } from "./answered-by-another.js";
import { cameLately } from "./came-lately.js";
import { copiedPeople } from "./copied-people.js";
import { missingAttachments } from "./missing-attachments.js";
import {
  attachmentFileIds,
  lastMessageIdOf,
  loadAttachments,
  orderSending,
  requireChannel,
  writeMessage,
} from "./outgoing.js";
import { othersFiles } from "./recipient-warnings.js";
import { requireCarried } from "./require-carried.js";
import { messageResult, threadResult } from "./results.js";
import { findSentBefore, repeatedMessageWarnings } from "./sent-before.js";
import { unreachedWriter } from "./unreached-writer.js";

export const replyToThread = defineAction({
  name: "reply_to_thread",
  title: { en: "Reply to a thread", it: "Risponde in una conversazione" },
  description:
    "Replies on the thread's channel, to the thread's address. By e-mail, the people in copy of its last message get a copy too, unless a guest replies. Delivery happens in the background: get_thread shows the status.",
  area: "inbox",
  permissions: ["inbox:edit"],
  effect: "send",

  input: z.strictObject({
    threadId: id("the thread to reply to"),
    body: requiredBody(`the reply, in ${markdown}`),
    attachmentFileIds,
  }),
  result: z.object({ thread: threadResult, message: messageResult, warnings: warningsIfAny }),

  async run({ threadId, body, attachmentFileIds }, ctx) {
    const thread = await ctx.load(Thread, { threadId });
    const attachments = await loadAttachments(ctx, attachmentFileIds);
    const from = await requireChannel(ctx, thread.channel);
    const contact = await ctx.follow(Contact, thread.contactId);
    const to = thread.address
      ? requireThreadAddress(thread.channel, thread.address)
      : requireContactAddress(ctx, thread.channel, contact, "the thread");
    await requireCarried(ctx, thread.channel, { to, contactId: thread.contactId, body, attachments });
    const late = cameLately(thread, ctx.now);
    const inReplyTo = await lastMessageIdOf(ctx, thread);
    const message = await writeMessage(ctx, thread, {
      from,
      to,
      subject: isMail(thread.channel) ? thread.subject && replySubject(thread.subject) : null,
      body,
      attachments,
      inReplyTo,
      cc: await copiedPeople(ctx, thread, to),
    });
    orderSending(ctx, thread, message);
    const unreached = await unreachedWriter(ctx, thread, [to, ...message.cc]);
    const strange = await othersFiles(ctx, attachments, contact);
    const before = findSentBefore(ctx, thread, message);
    const answered = findAnsweredByAnother(ctx, message);
    return withWarnings({ thread, message }, () => [
      ...unreached,
      ...strange,
      ...late,
      ...missingAttachments(message),
      ...htmlAsText(body, "/body"),
      ...repeatedMessageWarnings(to, before),
      ...answeredWarnings(answered),
    ]);
  },
});
