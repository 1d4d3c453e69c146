import { type EmailToHandOver, HandOverError, handOverEmail } from "../channels/email.js";
import { mailHtml } from "../channels/mail-html.js";
import type { SendMessageInput } from "../contracts/send-message.js";
import { emailSettings, type OwnSettings } from "../db/channel-settings.js";
import { leaveForRestore } from "../db/deletions/leave.js";
import { Message } from "../db/entities/message.js";
import { Reminder } from "../db/entities/reminder.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { isWithdrawn, surelyWithdrawn, withdrawal } from "../domain/withdrawn.js";
import { BytesMissing } from "../files/file-store.js";
import type { Files } from "../files/files.js";
import { byWorkflow, type Dependencies, type Shared, withHeartbeat } from "./dependencies.js";
import { failedDelivery } from "./failed-delivery.js";

export type HandOverOutcome =
  | { outcome: "sent"; handedOverAt: number }
  | { outcome: "failed" }
  | { outcome: "uncertain" }
  | { outcome: "deferred" };

export const createMessageActivities = (deps: Shared) => ({
  /**
   * Hands a message to its mail server. A message that was handed over before is not sent again. If a crash left the outcome of an
   * attempt unknown, the mail is sent again with the same Message-ID.
   */
  async handOverMessage({ organizationId, messageId }: SendMessageInput): Promise<HandOverOutcome> {
    const unit = new UnitOfWork(deps.database);
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) return { outcome: "failed" };
    const before = outcomeOf(message);
    if (before) return before;
    const settle = (values: Partial<Message>) => settleMessage(deps, { organizationId, messageId }, values);
    const reason = await whyOutdated(unit, message);
    if (reason !== null) return settle(withdrawal(reason, false));
    const channel = await emailSettings(unit, deps.config, organizationId);
    const handOver = async () => {
      await beginAttempt(deps, { organizationId, messageId });
      await handOverEmail(await composeMail(unit, deps, message, channel));
    };
    try {
      await withHeartbeat(deps.mailServers.run(channel.settings.smtpUrl, organizationId, handOver));
    } catch (error) {
      if (error instanceof SettledMeanwhile) return error.outcome;
      if (!(error instanceof HandOverError)) throw error;
      const isRefused = error.outcome === "refused";
      return settle({
        status: isRefused ? "failed" : "queued",
        error: error.serverWords,
        ...(error.outcome === "unknown" ? {} : { attemptedAt: null }),
      });
    }
    return settle({ status: "sent", error: null, handedOverAt: new Date(), attemptedAt: null });
  },

  /** Marks the message as failed after a day of temporary refusals. */
  async giveUpMessage(input: SendMessageInput): Promise<void> {
    await settleMessage(deps, input, { status: "failed" });
  },
});

/** The outcome of a message that is not to be handed over any more; null: it is. */
function outcomeOf({ handedOverAt, status }: Pick<Message, "handedOverAt" | "status">): HandOverOutcome | null {
  if (handedOverAt) return { outcome: "sent", handedOverAt: handedOverAt.getTime() };
  return status === "failed" || status === "uncertain" ? { outcome: status } : null;
}

/** The message was withdrawn or deleted while it waited for its turn. */
class SettledMeanwhile extends Error {
  constructor(readonly outcome: HandOverOutcome) {
    super(`settled meanwhile: ${outcome.outcome}`);
  }
}

/**
 * Marks that an attempt begins, immediately before it does. Whoever withdraws the message changes the same row: either the mark comes
 * first and is seen, or nothing is handed over any more.
 * @throws SettledMeanwhile
 */
async function beginAttempt(deps: Dependencies, { organizationId, messageId }: SendMessageInput): Promise<void> {
  await transact(deps.database, null, async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    const outcome = message ? outcomeOf(message) : ({ outcome: "failed" } as const);
    if (outcome) throw new SettledMeanwhile(outcome);
    if (message) unit.update(message, { attemptedAt: unit.now });
  });
}

/**
 * Records the outcome of an attempt, unless the message has been handed over. One that was withdrawn during the attempt stays so, unless
 * it was taken. Of a deleted one the outcome is kept, so that no restore sends it again.
 */
async function settleMessage(
  deps: Dependencies,
  { organizationId, messageId }: SendMessageInput,
  values: Partial<Message>,
): Promise<HandOverOutcome> {
  return transact(deps.database, byWorkflow(organizationId, "hand_over_message"), async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) {
      const row = { organizationId, table: "message", id: messageId };
      if (values.status !== "queued") leaveForRestore(unit, row, byColumn(values));
      return outcomeOf({ handedOverAt: null, status: "queued", ...values }) ?? { outcome: "deferred" };
    }
    if (!message.handedOverAt) unit.update(message, unlessWithdrawn(message, values));
    return outcomeOf(message) ?? { outcome: "deferred" };
  });
}

/** What is recorded of an attempt, where the message may have been withdrawn during it. */
function unlessWithdrawn(message: Message, values: Partial<Message>): Partial<Message> {
  if (!isWithdrawn(message) || values.status === "sent") return values;
  const wasInVain = values.attemptedAt === null;
  return wasInVain ? { ...surelyWithdrawn(message.error ?? ""), attemptedAt: null } : {};
}

const byColumn = ({ status, error, handedOverAt }: Partial<Message>): Record<string, unknown> => ({
  ...(status === undefined ? {} : { status }),
  ...(error === undefined ? {} : { error }),
  ...(handedOverAt === undefined ? {} : { handed_over_at: handedOverAt }),
});

async function composeMail(
  unit: UnitOfWork,
  { config, files }: Shared,
  message: Message,
  channel: OwnSettings<"email">,
): Promise<EmailToHandOver> {
  const { organizationId } = message;
  const organization = await unit.organization(organizationId);
  const fromAddress = channel.from ?? config.MAIL_FROM;
  const isNotice = message.threadId === null;
  const attachments: EmailToHandOver["attachments"] = [];
  for (const { id, name, contentType } of message.attachments)
    attachments.push({ filename: name, contentType, content: await attachedBytes(files, organizationId, id) });
  return {
    smtpUrl: channel.settings.smtpUrl,
    messageId: message.messageIdHeader ?? "",
    from: { name: isNotice ? "Pratica" : organization.name, address: fromAddress },
    envelopeFrom: fromAddress,
    to: message.to,
    ...(organization.email && !isNotice ? { replyTo: organization.email } : {}),
    subject: message.subject ?? "",
    text: message.body,
    ...(message.inReplyTo ? { inReplyTo: message.inReplyTo, references: await referencesOf(unit, message) } : {}),
    ...(isNotice ? {} : mailHtml(message.body)),
    ...(isNotice ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
    attachments,
  };
}

async function attachedBytes(files: Files, organizationId: string, fileId: string): Promise<Buffer> {
  try {
    return await files.read(organizationId, fileId);
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
    throw new HandOverError("refused", "an attachment isn't stored any more");
  }
}

/** How many earlier messages a mail refers to at most. */
const maxReferences = 20;

/** The messages that a message goes back to, the earliest first: what it answers, what that answered (RFC 5322, 3.6.4). */
async function referencesOf(unit: UnitOfWork, { organizationId, inReplyTo }: Message): Promise<string[]> {
  const found = await unit.query<{ header: string }>(
    `with recursive answered (header, parent, depth) as (
       select message_id_header, in_reply_to, 1 from message where organization_id = $1 and message_id_header = $2
       union all
       select m.message_id_header, m.in_reply_to, depth + 1 from answered
         join message m on m.organization_id = $1 and m.message_id_header = answered.parent where depth < $3
     ) select header from answered order by depth desc`,
    [organizationId, inReplyTo, maxReferences],
  );
  // What it answers may have been deleted since.
  return found.length > 0 ? found.map(({ header }) => header) : [inReplyTo as string];
}

/** What happened to a notice's reminder while the notice waited for its mail server, so that it is not sent; null: nothing. */
async function whyOutdated(
  unit: UnitOfWork,
  { organizationId, reminderId, notice, createdAt }: Message,
): Promise<string | null> {
  if (reminderId === null || notice === failedDelivery) return null;
  const reminder = await unit.find(Reminder, organizationId, reminderId);
  if (!reminder) return null;
  if (!reminder.isOpen) return "the reminder was closed";
  if (reminder.status === "suspended") return "the clock of the deadline was suspended";
  return reminder.dueSetAt !== null && createdAt < reminder.dueSetAt ? "the reminder got another date" : null;
}
