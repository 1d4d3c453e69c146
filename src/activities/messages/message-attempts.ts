import { HandOverError } from "../../channels/hand-over-error.js";
import type { FailureWords } from "../../channels/italian-failures.js";
import { startOrder } from "../../contracts/order.js";
import { type SendMessageInput, sendMessage } from "../../contracts/send-message.js";
import { byWorkflow } from "../../db/audit.js";
import { changeMessage, findMessage } from "../../db/deletions/held-messages.js";
import { Delivery } from "../../db/entities/delivery.js";
import { Message, type Receipt } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import type { Dependencies } from "../dependencies.js";
import { wakeNextInChat } from "./chat-order.js";
import { type HandOverOutcome, type MessageState, outcomeOf, unlessWithdrawn } from "./message-outcomes.js";

export const cutOff: FailureWords = "an attempt was cut off: whether the message left isn't known";

/** The message was withdrawn or deleted while it waited for its turn. */
export class SettledMeanwhile extends Error {
  constructor(readonly outcome: HandOverOutcome) {
    super(`settled meanwhile: ${outcome.outcome}`);
  }
}

/**
 * Marks that an attempt begins, immediately before it does. Whoever withdraws the message changes the same row: either the mark comes
 * first and is seen, or nothing is handed over any more.
 * @throws SettledMeanwhile; HandOverError, unknown, if another attempt is under way and the message may not be repeated
 */
export async function beginAttempt(
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
 * it was taken. Of a deleted one the outcome is kept, so that no restore sends it again. The next message of its chat goes on.
 * @param receipts writes the files of those that are there already
 */
export async function settleMessage(
  deps: Dependencies,
  { organizationId, messageId }: SendMessageInput,
  values: Partial<Message>,
  receipts?: (unit: UnitOfWork) => Receipt[],
): Promise<HandOverOutcome> {
  const trail = byWorkflow(organizationId, "hand_over_message");
  const settled = await transact(deps.database, trail, async (unit) => {
    const message = await findMessage(unit, organizationId, messageId);
    if (!message) return null;
    if (!message.handedOverAt)
      await changeMessage(unit, message, {
        ...unlessWithdrawn(message, values),
        ...(receipts ? { receipts: receipts(unit) } : {}),
      });
    await followByItself(unit, message);
    return message;
  });
  if (settled) await wakeNextInChat(deps, settled);
  return outcomeOf(settled ?? { ...nowhere, ...values }) ?? { outcome: "deferred" };
}

/** Of a message that was deleted for good. */
const nowhere: MessageState = {
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
