import { sendMessage } from "../../contracts/send-message.js";
import { Message } from "../../db/entities/message.js";
import type { Project } from "../../db/entities/project.js";
import type { Submission } from "../../db/entities/submission.js";
import { hydrate } from "../../db/table.js";
import { nameForDate } from "../../domain/messages/notice-names.js";
import { isWithdrawn, withdrawal } from "../../domain/messages/withdrawn.js";
import type { ActionContext } from "../context.js";

/**
 * Sends the notice that a deadline has passed after all, where it was withdrawn while it waited for its mail server, by a decision or
 * suspension that is now taken back: it is written once, and nobody would be told. Where the clock doesn't run again, the notice is withdrawn
 * again.
 * @param about whose deadline it is: a submission, or the project itself
 * @param since when what is taken back was recorded at the earliest: what was withdrawn before stays so
 */
export async function sendWithdrawnNotice(
  ctx: ActionContext,
  projectId: string,
  about: Pick<Project | Submission, "id" | "decisionDeadline">,
  since?: Date,
): Promise<void> {
  const { id: aboutId, decisionDeadline } = about;
  if (decisionDeadline === null) return;
  const names = ["overdue", "passed"].map((name) => nameForDate(name, decisionDeadline));
  for (const message of await ctx.all(Message, { aboutId, status: "failed" })) {
    if (!isWithdrawn(message) || !names.includes(message.notice ?? "") || (since && message.updatedAt < since))
      continue;
    ctx.update(message, { status: "queued", error: null });
    ctx.wake(sendMessage, { messageId: message.id, isNotice: true, projectId });
  }
}

/**
 * Withdraws the notices about deadlines of submissions or of a project that wait for their mail server: these are deleted. A restore, which
 * undoes this, has them sent.
 * @param reason an English clause
 */
export async function withdrawNotices(
  ctx: ActionContext,
  about: readonly Pick<Project | Submission, "id">[],
  reason: string,
): Promise<void> {
  const waiting = await ctx.query(
    `select ${ctx.columnsOf(Message)} from message t where t.organization_id = $1 and t.about_id = any($2) and t.status = 'queued'`,
    about.map(({ id }) => id),
  );
  for (const row of waiting) {
    const notice = hydrate(Message, row);
    ctx.update(notice, withdrawal(reason, notice));
  }
}
