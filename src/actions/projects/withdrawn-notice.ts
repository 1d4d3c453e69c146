import { sendMessage } from "../../contracts/send-message.js";
import { Message } from "../../db/entities/message.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { nameForDate } from "../../domain/messages/notice-names.js";
import { isWithdrawn, surely } from "../../domain/messages/withdrawn.js";
import type { ActionContext } from "../context.js";

/**
 * Sends the notice that a deadline has passed after all, where it was withdrawn while it waited for its mail server, by a decision or
 * suspension that is now taken back: it is written once, and nobody would be told. Where the clock doesn't run again, the notice is withdrawn
 * again.
 * @param about whose deadline it is: a submission, or the project itself
 */
export async function sendWithdrawnNotice(
  ctx: ActionContext,
  projectId: string,
  about: Pick<Project | Submission, "id" | "decisionDeadline">,
): Promise<void> {
  const { id: aboutId, decisionDeadline } = about;
  if (decisionDeadline === null) return;
  const names = ["overdue", "passed"].map((name) => nameForDate(name, decisionDeadline));
  for (const message of await ctx.all(Message, { aboutId, status: "failed" })) {
    if (!isWithdrawn(message) || !names.includes(message.notice ?? "")) continue;
    ctx.update(message, { status: "queued", error: null });
    ctx.wake(sendMessage, { messageId: message.id, isNotice: true, projectId });
  }
}

/**
 * Withdraws the notices about a submission's or project's deadline that wait for their mail server: it is deleted. A restore, which undoes
 * this, has them sent.
 * @param reason an English clause
 */
export async function withdrawNotices(ctx: ActionContext, aboutId: string, reason: string): Promise<void> {
  for (const notice of await ctx.all(Message, { aboutId, status: "queued" }))
    ctx.update(notice, { status: "failed", error: `${surely}${reason}` });
}
