import { deliverDocument } from "../../contracts/deliver-document.js";
import { signalOrder } from "../../contracts/order.js";
import type { SendMessageInput } from "../../contracts/send-message.js";
import { byWorkflow } from "../../db/audit.js";
import { Delivery } from "../../db/entities/delivery.js";
import { Message } from "../../db/entities/message.js";
import { Thread } from "../../db/entities/thread.js";
import { transact } from "../../db/transact.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { hourMs, minuteMs } from "../../domain/calendar/durations.js";
import { isDeliveredAfterAll, receiptHours, toOrdinaryMail } from "../../domain/messages/pec-outcomes.js";
import { isWithdrawn } from "../../domain/messages/withdrawn.js";
import type { Dependencies } from "../dependencies.js";
import {
  deliveredMessageNotice,
  failedMessageNotice,
  partlyFailedMessageNotice,
  uncertainMessageNotice,
} from "../notices/failed-message.js";
import { addressesAndFacts } from "../notices/notice-facts.js";
import { writeNotices } from "../notices/write-notices.js";
import { endDelivery } from "./deliveries.js";

/** A message that was handed over, or is not to be any more: `waiting` until a receipt comes or that instant, epoch ms. */
export type MessageLook = { state: "waiting"; until: number } | { state: "settled"; noticeIds: string[] };

/** The receipt of a PEC whose attempt was cut off, and the state of a WhatsApp message or SMS, comes within minutes, if it left. */
const graceMs = 5 * minuteMs;

export const createFollowedMessageActivities = (deps: Dependencies) => ({
  /**
   * Looks how far a message has come. Marks a PEC without a receipt of delivery as uncertain when its time is over; writes the notices to
   * its writer when it failed, for some of its recipients too, arrived after all, or is uncertain, once. A delivery that failed loses its follow-up.
   */
  async followMessage({ organizationId, messageId, at }: SendMessageInput & { at: number }): Promise<MessageLook> {
    return transact(deps.database, byWorkflow(organizationId, "follow_message"), async (unit) => {
      const message = await unit.find(Message, organizationId, messageId);
      if (!message || message.threadId === null || isWithdrawn(message)) return { state: "settled", noticeIds: [] };
      const until = waitsUntil(message);
      if (until !== null && at < until) return { state: "waiting", until };
      if (until !== null && message.status !== "uncertain")
        unit.update(message, {
          status: "uncertain",
          error:
            message.error === toOrdinaryMail
              ? toOrdinaryMail
              : `no receipt of delivery came within ${receiptHours} hours`,
        });
      return { state: "settled", noticeIds: await tell(unit, deps, message) };
    });
  },
});

/** Until when something may still come that settles a message; null: it is settled. */
function waitsUntil({ channel, status, attemptedAt, handedOverAt, acceptedAt }: Message): number | null {
  if (channel === "email") return null;
  if (status === "uncertain") return attemptedAt && attemptedAt.getTime() + graceMs;
  if (channel !== "pec") return null;
  if (handedOverAt === null || (status !== "queued" && status !== "sent")) return null;
  // A provider's clock may be behind.
  return Math.max(acceptedAt?.getTime() ?? 0, handedOverAt.getTime()) + receiptHours * hourMs;
}

async function tell(unit: UnitOfWork, deps: Dependencies, message: Message): Promise<string[]> {
  const { organizationId, id: messageId, status, createdBy } = message;
  const noticeOf = noticeFor(message);
  if (!noticeOf) return [];
  const [delivery] = status === "failed" ? await unit.all(Delivery, { organizationId, messageId }) : [];
  // If the follow-up was deleted, people are told as for any message.
  if (delivery?.reminderId) {
    const { documentId, n } = delivery;
    unit.order(signalOrder(organizationId, deliverDocument, { documentId, n }));
    return endDelivery(unit, deps.config, delivery, message);
  }
  const thread = await unit.find(Thread, organizationId, message.threadId);
  if (!thread) return [];
  const { projectId, contactId } = thread;
  const { addresses, facts } = await addressesAndFacts(unit, { organizationId, projectId, contactId }, createdBy);
  const notice = noticeOf(message, thread, facts);
  return writeNotices(unit, deps.config, { organizationId, aboutId: messageId }, notice, addresses);
}

function noticeFor({ status, refusals, receipts }: Message) {
  if (status === "delivered" && isDeliveredAfterAll(receipts)) return deliveredMessageNotice;
  if (status === "failed") return failedMessageNotice;
  if (status === "uncertain") return uncertainMessageNotice;
  return refusals && partlyFailedMessageNotice;
}
