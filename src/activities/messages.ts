import type { Config } from "../config.js";
import { Message } from "../db/entities/message.js";
import { Reminder } from "../db/entities/reminder.js";
import { emailSettings } from "../db/mail-channel.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { type EmailToHandOver, HandOverError, handOverEmail } from "./channels/email.js";
import { byWorkflow, type Dependencies, withHeartbeat } from "./dependencies.js";
import { failedDelivery } from "./notice-texts.js";

export type HandOverOutcome =
  | { outcome: "sent"; handedOverAt: number }
  | { outcome: "failed" }
  | { outcome: "uncertain" }
  | { outcome: "deferred" };

interface MessageInput {
  organizationId: string;
  messageId: string;
}

export const createMessageActivities = (deps: Dependencies) => ({
  /**
   * Hands a message to its mail server, once: one that was handed over before is not touched. An e-mail whose hand-over a crash
   * left unknown goes out again under the same Message-ID.
   */
  async handOverMessage({ organizationId, messageId }: MessageInput): Promise<HandOverOutcome> {
    const unit = new UnitOfWork(deps.database);
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) return { outcome: "failed" };
    if (message.handedOverAt) return { outcome: "sent", handedOverAt: message.handedOverAt.getTime() };
    if (message.status === "failed" || message.status === "uncertain") return { outcome: message.status };
    if (await isOfClosedReminder(unit, message)) {
      await settle(
        deps,
        { organizationId, messageId },
        { status: "failed", error: "not sent: the reminder was closed" },
      );
      return { outcome: "failed" };
    }
    try {
      await withHeartbeat(handOverEmail(await composeMail(unit, deps.config, message)));
    } catch (error) {
      if (!(error instanceof HandOverError)) throw error;
      const outcome = error.outcome === "refused" ? "failed" : "deferred";
      await settle(
        deps,
        { organizationId, messageId },
        { status: outcome === "failed" ? "failed" : "queued", error: error.serverWords },
      );
      return { outcome };
    }
    const handedOverAt = new Date();
    await settle(deps, { organizationId, messageId }, { status: "sent", error: null, handedOverAt });
    return { outcome: "sent", handedOverAt: handedOverAt.getTime() };
  },

  /** A day of temporary refusals is over. */
  async giveUpMessage(input: MessageInput): Promise<void> {
    await settle(deps, input, { status: "failed" });
  },
});

async function settle(
  deps: Dependencies,
  { organizationId, messageId }: MessageInput,
  outcome: Partial<Message>,
): Promise<void> {
  await transact(deps.database, byWorkflow(organizationId, "hand_over_message"), async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    if (message && !message.handedOverAt) unit.update(message, outcome);
  });
}

async function composeMail(unit: UnitOfWork, config: Config, message: Message): Promise<EmailToHandOver> {
  const { organizationId } = message;
  const organization = await unit.organization(organizationId);
  const channel = await emailSettings(unit, config, organizationId);
  const fromAddress = channel.fromAddress ?? config.MAIL_FROM;
  const isNotice = message.threadId === null;
  const files = await unit.query<{ id: string; content: Buffer }>(
    "select id, content from stored_file where organization_id = $1 and id = any($2)",
    [organizationId, message.attachments.map((attachment) => attachment.id)],
  );
  const bytes = new Map(files.map((file) => [file.id, file.content]));
  return {
    smtpUrl: channel.smtpUrl,
    messageId: message.messageIdHeader ?? "",
    from: { name: isNotice ? "Pratica" : organization.name, address: fromAddress },
    envelopeFrom: fromAddress,
    to: message.to,
    ...(organization.email && !isNotice ? { replyTo: organization.email } : {}),
    subject: message.subject ?? "",
    text: message.body,
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo, references: [message.inReplyTo] } : {}),
    ...(isNotice ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    attachments: message.attachments.map(({ id, name, contentType }) => {
      const content = bytes.get(id);
      if (!content) throw new HandOverError("refused", "an attachment isn't stored any more");
      return { filename: name, contentType, content };
    }),
  };
}

/** A notice that waited, for its mail server to be back, until its reminder was done or cancelled: nothing more is sent for it. */
async function isOfClosedReminder(unit: UnitOfWork, { organizationId, reminderId, notice }: Message): Promise<boolean> {
  if (reminderId === null || notice === failedDelivery) return false;
  const reminder = await unit.find(Reminder, organizationId, reminderId);
  return reminder !== null && !reminder.isOpen;
}
