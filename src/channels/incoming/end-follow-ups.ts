import { deliverDocument } from "../../contracts/deliver-document.js";
import { signalOrder } from "../../contracts/order.js";
import { watchReminder } from "../../contracts/watch-reminder.js";
import { Contact } from "../../db/entities/contact.js";
import { Reminder } from "../../db/entities/reminder.js";
import type { Thread } from "../../db/entities/thread.js";
import type { UnitOfWork } from "../../db/unit-of-work.js";
import { areColleagues } from "../../domain/contacts/shared-mail-domains.js";
import { withLine } from "../../domain/messages/follow-up.js";
import { addressForms, addressKey } from "../../domain/messages/mail.js";
import type { IncomingMessage } from "./incoming-message.js";

const answered = "Annullato: il destinatario ha risposto.";

/**
 * Ends what waits for an answer in this thread: the follow-ups of the documents that were handed over in it. One counts that is still
 * being handed over, or whose outcome a crash left unknown, if it is the very one that is answered. Only an answer of the other side
 * ends them, since whoever knows a Message-ID can write into its thread; and none that had come before the document went out, and was
 * read late.
 */
export async function endFollowUps(
  unit: UnitOfWork,
  thread: Thread,
  { from: { address: from }, keys }: Pick<IncomingMessage, "from" | "keys">,
  cameAt: Date,
): Promise<void> {
  const { organizationId, id } = thread;
  const waiting = await unit.query<{ reminderId: string; documentId: string; n: number }>(
    `select d.reminder_id as "reminderId", d.document_id as "documentId", d.n from delivery d
       join message m on m.organization_id = d.organization_id and m.id = d.message_id
     where m.organization_id = $1 and m.thread_id = $2 and d.reminder_id is not null
       and (m.status in ('sent', 'delivered', 'uncertain') or (m.status = 'queued'
         and (m.handed_over_at is not null or (m.attempted_at is not null and m.message_id_header = any($3)))))
       and (m.handed_over_at is null or m.handed_over_at < $4 or m.message_id_header = any($3))`,
    [organizationId, id, keys.messageIds, cameAt],
  );
  if (waiting.length === 0 || !(await isOtherSide(unit, thread, from))) return;
  for (const { reminderId, documentId, n } of waiting) {
    const reminder = await unit.find(Reminder, organizationId, reminderId);
    if (!reminder?.isOpen) continue;
    unit.update(reminder, { status: "cancelled", notes: withLine(reminder.notes, answered) });
    unit.order(signalOrder(organizationId, watchReminder, { reminderId }));
    unit.order(signalOrder(organizationId, deliverDocument, { documentId, n }));
  }
}

/** Whether this is the thread's address or a colleague's, one of its contact's, or one that we wrote to in this thread. */
async function isOtherSide(
  unit: UnitOfWork,
  { organizationId, id, address, contactId }: Thread,
  from: string,
): Promise<boolean> {
  const isFrom = (mail: string | null) => mail !== null && addressKey(mail) === addressKey(from);
  if (address !== null && (isFrom(address) || areColleagues(address, from))) return true;
  const contact = await unit.find(Contact, organizationId, contactId);
  if (contact && [contact.pec, ...contact.emails].some(isFrom)) return true;
  const written = await unit.query(
    `select from message m where m.organization_id = $1 and m.thread_id = $2 and m.direction = 'outgoing'
       and (lower(m.to_address) = any($3) or exists (select from jsonb_array_elements_text(m.cc) c where lower(c) = any($3))) limit 1`,
    [organizationId, id, addressForms(from)],
  );
  return written.length > 0;
}
