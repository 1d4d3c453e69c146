import type { HandedOver } from "../channels/channel.js";
import { HandOverError } from "../channels/hand-over-error.js";
import type { FailureWords } from "../channels/italian-failures.js";
import { localReceipts } from "../channels/local-receipts.js";
import { type WayOut, wayOut } from "../channels/way-out.js";
import { startOrder } from "../contracts/order.js";
import { type SendMessageInput, sendMessage } from "../contracts/send-message.js";
import { byWorkflow } from "../db/audit.js";
import { leaveForRestore } from "../db/deletions/leave.js";
import { Delivery } from "../db/entities/delivery.js";
import { keptRefusals, Message, type Receipt, type Refusal } from "../db/entities/message.js";
import { Reminder } from "../db/entities/reminder.js";
import { Thread } from "../db/entities/thread.js";
import { transact } from "../db/transact.js";
import { UnitOfWork } from "../db/unit-of-work.js";
import { isDeliveredAfterAll } from "../domain/pec-outcomes.js";
import { isWithdrawn, surelyWithdrawn, withdrawal } from "../domain/withdrawn.js";
import type { Dependencies, Shared } from "./dependencies.js";
import { failedDelivery } from "./failed-delivery.js";
import { withHeartbeat } from "./heartbeat.js";
import { loginWaitMs, noteLoginRefusal, waitForLogin } from "./login-refusals.js";
import { untilWritten } from "./until-written.js";

/**
 * What became of a hand-over. `follow`: the message isn't settled by it, or its writer is to be told. Of a PEC that is uncertain
 * `handedOverAt` is when the attempt began. `waitMs`: how long to wait at least before the next attempt.
 */
export type HandOverOutcome =
  | { outcome: "sent"; handedOverAt: number; follow?: true }
  | { outcome: "failed"; follow?: true }
  | { outcome: "uncertain"; handedOverAt?: number; follow?: true }
  | { outcome: "deferred"; waitMs?: number };

export const createMessageActivities = (deps: Shared) => ({
  /**
   * Hands a message to its channel. A message that was handed over before is not sent again. If a crash left the outcome of an attempt
   * unknown, an e-mail is sent again with the same Message-ID; what may not be repeated becomes uncertain.
   */
  async handOverMessage({ organizationId, messageId }: SendMessageInput): Promise<HandOverOutcome> {
    const unit = new UnitOfWork(deps.database);
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) return { outcome: "failed" };
    const before = outcomeOf(message);
    if (before) return before;
    const settle = (values: Partial<Message>, receipts?: (unit: UnitOfWork) => Receipt[]) =>
      untilWritten(() => settleMessage(deps, { organizationId, messageId }, values, receipts));
    const reason = await whyOutdated(unit, message);
    if (reason !== null) return settle(withdrawal(reason, message.attemptedAt !== null));
    const way = await wayOut(unit, deps, message);
    if ("missing" in way) return settle({ status: "failed", error: way.missing });
    if (!way.mayRepeat && message.attemptedAt) return settle({ status: "uncertain", error: cutOff });
    const waitMs = message.channel === "pec" ? await waitForLogin(unit, message) : 0;
    if (waitMs > 0) return later(await settle({ status: "queued", error: loginWaits }), waitMs);
    const handOver = async () => {
      const handOverNow = await way.compose();
      // Of many messages that waited for their turn, no more than are in it may try a wrong password.
      if (message.channel === "pec" && (await waitForLogin(unit, message)) > 0)
        throw new HandOverError("deferred", loginWaits);
      await beginAttempt(deps, { organizationId, messageId }, way.mayRepeat);
      return handOverNow();
    };
    try {
      const values = taken(
        message,
        way,
        await withHeartbeat(deps.mailServers.run(way.server, organizationId, handOver)),
      );
      const { deliveredAt } = values;
      return settle(values, deliveredAt ? await localReceipts(deps.files, message, deliveredAt) : undefined);
    } catch (error) {
      if (error instanceof SettledMeanwhile) return error.outcome;
      if (!(error instanceof HandOverError)) throw error;
      if (error.isLoginRefused && message.channel === "pec") {
        await noteLoginRefusal(deps, message, error.serverWords);
        return later(await settle({ status: "queued", error: error.serverWords, attemptedAt: null }), loginWaitMs);
      }
      const refusals = message.refusals?.map((refusal) =>
        refusal.isForNow ? { ...refusal, words: error.serverWords } : refusal,
      );
      if (refusals && error.outcome === "refused") return settle(takenForOthers(refusals));
      const isUnknown = error.outcome === "unknown";
      return settle({
        status: error.outcome === "refused" ? "failed" : isUnknown && !way.mayRepeat ? "uncertain" : "queued",
        ...(refusals ? keptRefusals(refusals) : { error: error.serverWords }),
        // That this attempt was in vain says nothing of an earlier one whose outcome isn't known.
        ...(isUnknown ? {} : { attemptedAt: message.attemptedAt }),
      });
    }
  },

  /**
   * Marks the message as failed after a day of temporary refusals; as uncertain if the outcome of an attempt isn't known; as sent if others
   * have it.
   */
  async giveUpMessage(input: SendMessageInput): Promise<HandOverOutcome> {
    const message = await new UnitOfWork(deps.database).find(Message, input.organizationId, input.messageId);
    if (message?.refusals) return settleMessage(deps, input, takenForOthers(message.refusals));
    return settleMessage(deps, input, { status: message?.attemptedAt ? "uncertain" : "failed" });
  },
});

const later = (settled: HandOverOutcome, waitMs: number): HandOverOutcome =>
  settled.outcome === "deferred" ? { ...settled, waitMs } : settled;

const cutOff: FailureWords = "an attempt was cut off: whether the message left isn't known";
const loginWaits: FailureWords = "the mailbox's provider refused the login before; it is tried again once an hour";

/**
 * What is recorded when a server took a message. For whom it did not yet, the message is tried again. A PEC waits for its provider's receipts,
 * which the local mailbox gives at once.
 */
function taken(message: Message, { isLocal }: WayOut, { providerId, refusals: now }: HandedOver): Partial<Message> {
  const { channel, refusals: before } = message;
  const refusals = [...(before ?? []).filter(({ isForNow }) => !isForNow), ...(now ?? [])];
  const recorded = { ...keptRefusals(refusals), attemptedAt: null };
  if (refusals.some(({ isForNow }) => isForNow)) return { ...recorded, status: "queued" };
  const handedOverAt = new Date();
  const values = { ...recorded, providerId, handedOverAt };
  if (channel !== "pec") return { ...values, status: "sent" };
  return isLocal
    ? { ...values, status: "delivered", acceptedAt: handedOverAt, deliveredAt: handedOverAt }
    : { ...values, status: "queued" };
}

/** What is recorded of a message that the server took for others, once nobody is left whom it is tried again for. */
const takenForOthers = (refusals: readonly Refusal[]): Partial<Message> => ({
  status: "sent",
  ...keptRefusals(refusals.map((refusal) => ({ ...refusal, isForNow: false }))),
  handedOverAt: new Date(),
  attemptedAt: null,
});

type State = Pick<
  Message,
  "handedOverAt" | "attemptedAt" | "status" | "error" | "channel" | "threadId" | "refusals" | "receipts"
>;

/** The outcome of a message that is not to be handed over any more; null: it is. */
function outcomeOf(message: State): HandOverOutcome | null {
  const { handedOverAt, attemptedAt, status, channel, refusals, receipts } = message;
  const isSettled =
    (status === "delivered" && !isDeliveredAfterAll(receipts)) || (status === "sent" && channel !== "pec" && !refusals);
  const follow = message.threadId === null || isWithdrawn(message) || isSettled ? {} : ({ follow: true } as const);
  if (status === "failed") return { outcome: "failed", ...follow };
  if (status === "uncertain") {
    const at = isWithdrawn(message) ? null : (handedOverAt ?? attemptedAt);
    return { outcome: "uncertain", ...follow, ...(at ? { handedOverAt: at.getTime() } : {}) };
  }
  return handedOverAt && { outcome: "sent", handedOverAt: handedOverAt.getTime(), ...follow };
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
 * @throws SettledMeanwhile; HandOverError, unknown, if another attempt is under way and the message may not be repeated
 */
async function beginAttempt(
  deps: Dependencies,
  { organizationId, messageId }: SendMessageInput,
  mayRepeat: boolean,
): Promise<void> {
  await transact(deps.database, null, async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) throw new SettledMeanwhile({ outcome: "failed" });
    const outcome = outcomeOf(message);
    if (outcome) throw new SettledMeanwhile(outcome);
    if (message.attemptedAt && !mayRepeat) throw new HandOverError("unknown", cutOff);
    unit.update(message, { attemptedAt: unit.now });
  });
}

/**
 * Records the outcome of an attempt, unless the message has been handed over. One that was withdrawn during the attempt stays so, unless
 * it was taken. Of a deleted one the outcome is kept, so that no restore sends it again.
 * @param receipts writes the files of those that are there already
 */
async function settleMessage(
  deps: Dependencies,
  { organizationId, messageId }: SendMessageInput,
  values: Partial<Message>,
  receipts?: (unit: UnitOfWork) => Receipt[],
): Promise<HandOverOutcome> {
  return transact(deps.database, byWorkflow(organizationId, "hand_over_message"), async (unit) => {
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) {
      const row = { organizationId, table: "message", id: messageId };
      if (values.status !== "queued" || values.handedOverAt || values.refusals)
        leaveForRestore(unit, row, byColumn(values));
      return outcomeOf({ ...nowhere, ...values }) ?? { outcome: "deferred" };
    }
    if (!message.handedOverAt)
      unit.update(message, { ...unlessWithdrawn(message, values), ...(receipts ? { receipts: receipts(unit) } : {}) });
    await followByItself(unit, message);
    return outcomeOf(message) ?? { outcome: "deferred" };
  });
}

/** Of a message that was deleted. */
const nowhere: State = {
  handedOverAt: null,
  attemptedAt: null,
  status: "queued",
  error: null,
  channel: "email",
  threadId: null,
  refusals: null,
  receipts: [],
};

/** Orders the workflow that waits for the receipts of a PEC which a delivery's workflow hands over: that one goes on to the follow-up. */
async function followByItself(unit: UnitOfWork, message: Message): Promise<void> {
  const { organizationId, id: messageId, threadId, channel } = message;
  if (channel !== "pec" || threadId === null) return;
  const outcome = outcomeOf(message)?.outcome;
  if (outcome !== "sent" && outcome !== "uncertain") return;
  const [thread, [delivery]] = await Promise.all([
    unit.find(Thread, organizationId, threadId),
    unit.all(Delivery, { organizationId, messageId }),
  ]);
  const projectId = thread?.projectId ?? null;
  if (delivery) unit.order(startOrder(sendMessage, { organizationId, messageId, isNotice: false, projectId }));
}

/** What is recorded of an attempt, where the message may have been withdrawn during it. */
function unlessWithdrawn(message: Message, values: Partial<Message>): Partial<Message> {
  if (!isWithdrawn(message) || values.handedOverAt) return values;
  const wasInVain = values.attemptedAt === null;
  return wasInVain ? { ...surelyWithdrawn(message.error ?? ""), attemptedAt: null } : {};
}

const byColumn = ({ status, error, handedOverAt, refusals }: Partial<Message>): Record<string, unknown> => ({
  ...(status === undefined ? {} : { status }),
  ...(error === undefined ? {} : { error }),
  ...(refusals === undefined ? {} : { refusals }),
  ...(handedOverAt === undefined ? {} : { handed_over_at: handedOverAt }),
});

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
