import { HandOverError } from "../../channels/hand-over-error.js";
import { localReceipts } from "../../channels/local/receipts.js";
import { wayOut } from "../../channels/way-out.js";
import type { SendMessageInput } from "../../contracts/send-message.js";
import { loginWaitMs } from "../../db/channels/login-rest.js";
import { readMessage } from "../../db/deletions/held-messages.js";
import { keptRefusals, Message, type Receipt } from "../../db/entities/message.js";
import { Reminder } from "../../db/entities/reminder.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { hourMs } from "../../domain/calendar/durations.js";
import { withdrawal } from "../../domain/messages/withdrawn.js";
import type { Shared } from "../dependencies.js";
import { withHeartbeat } from "../heartbeat.js";
import { failedDelivery } from "../notices/failed-delivery.js";
import { whyOutdated, whyReminderOutdates } from "../notices/outdated-notice.js";
import { ownerInsteadOf } from "../notices/people.js";
import { rewordedNotice } from "../notices/reminder-notices.js";
import { untilWritten } from "../until-written.js";
import { turnWaitMs } from "./chat-order.js";
import { loginRefused, loginWaits, noteLoginRefusal, waitForLogin, waitsForLogin } from "./login-refusals.js";
import { beginAttempt, cutOff, SettledMeanwhile, settleMessage } from "./message-attempts.js";
import { type HandOverOutcome, outcomeOf, taken, takenForOthers } from "./message-outcomes.js";

export const createMessageActivities = (deps: Shared) => ({
  /**
   * Hands a message to its channel. A message that was handed over before is not sent again. If a crash left the outcome of an attempt
   * unknown, an e-mail is sent again with the same Message-ID; what may not be repeated becomes uncertain.
   * @param waitedMs how long the message has waited for its turn in its chat; workflows of the release before wait for none
   */
  async handOverMessage({
    organizationId,
    messageId,
    waitedMs = Number.POSITIVE_INFINITY,
  }: SendMessageInput & { waitedMs?: number }): Promise<HandOverOutcome> {
    const unit = new UnitOfWork(deps.database);
    const message = await unit.find(Message, organizationId, messageId);
    if (!message) return { outcome: "failed" };
    const before = outcomeOf(message);
    if (before) return before;
    const turnMs = await turnWaitMs(unit, message, waitedMs);
    if (turnMs > 0) return { outcome: "deferred", waitMs: turnMs, isBehind: true };
    const settle = (values: Partial<Message>, receipts?: (unit: UnitOfWork) => Receipt[]) =>
      untilWritten(() => settleMessage(deps, { organizationId, messageId }, values, receipts));
    const reminder = await reminderOf(unit, message);
    const reason = reminder ? whyReminderOutdates(reminder, message) : await whyOutdated(unit, message);
    if (reason !== null) return settle(withdrawal(reason, message));
    const reworded = reminder && (await rewordedNotice(unit, reminder, message));
    if (reworded !== null) return settle(reworded);
    const instead = await ownerInsteadOf(unit, message);
    if (instead?.isToldAnyway) return settle(withdrawal("an owner has the same notice", message));
    if (instead) return settle({ to: instead.owner });
    const way = await wayOut(unit, deps, message);
    if ("missing" in way) return settle({ status: "failed", error: way.missing });
    if (!way.mayRepeat && message.attemptedAt) return settle({ status: "uncertain", error: cutOff });
    const waitMs = await waitForLogin(unit, message);
    if (waitMs > 0) return later(await settle({ status: "queued", error: loginWaits(message) }), waitMs);
    const handOver = async () => {
      const handOverNow = await way.compose();
      // Of many messages that waited for their turn, no more than are in it may try a wrong password.
      if ((await waitForLogin(unit, message)) > 0) throw new HandOverError("deferred", loginWaits(message));
      await beginAttempt(deps, { organizationId, messageId }, way.mayRepeat);
      return handOverNow();
    };
    try {
      const values = taken(
        message,
        way,
        await withHeartbeat(deps.channelServers.run(way.server, organizationId, handOver)),
      );
      const { deliveredAt } = values;
      return settle(values, deliveredAt ? await localReceipts(deps.files, message, deliveredAt) : undefined);
    } catch (error) {
      if (error instanceof SettledMeanwhile) return error.outcome;
      if (!(error instanceof HandOverError)) throw error;
      if (error.isLoginRefused && (way.hasOther || waitsForLogin(message))) {
        const waits = await noteLoginRefusal(deps, message, error.serverWords, unit.now);
        const settled = await settle({ status: "queued", error: error.serverWords, attemptedAt: null });
        return later(settled, waits && !way.hasOther ? loginWaitMs : 0);
      }
      const refusals = message.refusals?.map((refusal) =>
        refusal.isForNow ? { ...refusal, words: error.serverWords } : refusal,
      );
      if (refusals && error.outcome === "refused") return settle(takenForOthers(refusals));
      const isUnknown = error.outcome === "unknown";
      const settled = await settle({
        status: error.outcome === "refused" ? "failed" : isUnknown && !way.mayRepeat ? "uncertain" : "queued",
        ...(refusals ? keptRefusals(refusals) : { error: error.serverWords }),
        // This attempt's failure says nothing about an earlier one whose outcome isn't known.
        ...(isUnknown ? {} : { attemptedAt: message.attemptedAt }),
      });
      return later(settled, Math.min(error.waitMs, longestWaitMs));
    }
  },

  /**
   * Marks the message as failed after a day of temporary refusals; as uncertain if the outcome of an attempt isn't known; as sent if others
   * have it.
   */
  async giveUpMessage(input: SendMessageInput): Promise<HandOverOutcome> {
    const message = await readMessage(new UnitOfWork(deps.database), input.organizationId, input.messageId);
    if (message?.refusals) return settleMessage(deps, input, takenForOthers(message.refusals));
    if (message?.attemptedAt) return settleMessage(deps, input, { status: "uncertain" });
    const waited = message !== null && message.error === loginWaits(message);
    return settleMessage(deps, input, { status: "failed", ...(waited ? { error: loginRefused(message) } : {}) });
  },
});

/** Nothing that a server asks for makes a message wait longer than it would have in the end. */
const longestWaitMs = hourMs;

const later = (settled: HandOverOutcome, waitMs: number): HandOverOutcome =>
  settled.outcome === "deferred" && waitMs > 0 ? { ...settled, waitMs } : settled;

/** The reminder of which a message is a notice. */
const reminderOf = async (
  unit: UnitOfWork,
  { organizationId, reminderId, notice }: Message,
): Promise<Reminder | null> =>
  reminderId === null || notice === failedDelivery ? null : unit.find(Reminder, organizationId, reminderId);
