import { v7 as uuidv7 } from "uuid";
import type { Config } from "../config.js";
import { Message } from "../db/entities/message.js";
import type { Project } from "../db/entities/project.js";
import type { Reminder } from "../db/entities/reminder.js";
import type { UnitOfWork } from "../db/unit-of-work.js";
import { messageIdHeader } from "../domain/mail.js";
import { italianDate } from "../domain/time.js";
import type { ReminderKind } from "../domain/vocabulary.js";

export interface Notice {
  /** which notice of the reminder this is; each is made once for each address */
  name: string;
  subject: string;
  body: string;
}

/** The people a reminder concerns: the user who made it, or the owners where a key of the organization did. */
async function peopleOf(unit: UnitOfWork, { organizationId, createdBy }: Reminder): Promise<string[]> {
  const rows = await unit.query<{ email: string }>(
    `select u.email from membership m join user_account u on u.id = m.user_id
     where m.organization_id = $1 and (m.user_id = $2 or ($2::uuid is null and m.role = 'owner')) order by u.id`,
    [organizationId, createdBy],
  );
  return rows.map((row) => row.email);
}

/** Writes a notice of a reminder to each of its people, ready to be handed over. @returns the messages' ids, also of those written before */
export async function writeNotices(
  unit: UnitOfWork,
  config: Config,
  reminder: Reminder,
  { name, subject, body }: Notice,
  now: Date,
): Promise<string[]> {
  const { organizationId } = reminder;
  const written = await unit.all(Message, { organizationId, reminderId: reminder.id, notice: name });
  if (written.length > 0) return written.map((message) => message.id);
  const people = await peopleOf(unit, reminder);
  return people.map((to) => {
    const id = uuidv7();
    unit.insert(Message, {
      organizationId,
      id,
      createdAt: now,
      updatedAt: now,
      version: 1,
      threadId: null,
      reminderId: reminder.id,
      notice: name,
      direction: "outgoing",
      channel: "email",
      to,
      subject,
      body,
      attachments: [],
      status: "queued",
      messageIdHeader: messageIdHeader(id, config.MAIL_FROM),
    });
    return id;
  });
}

const kindWords: Record<ReminderKind, string> = {
  deadline: "Scadenza",
  follow_up: "Sollecito",
  payment: "Pagamento",
  hearing: "Udienza",
  generic: "Promemoria",
};

/** What its people read when a reminder is due. */
export function dueNotice(config: Config, reminder: Reminder, project: Project | null, timezone: string): Notice {
  const lines = [
    `${kindWords[reminder.kind]}: ${reminder.title}`,
    `Data: ${italianDate(reminder.dueAt, timezone)}`,
    ...(project ? [`Pratica: ${[project.name, project.municipality].filter(Boolean).join(", ")}`] : []),
    ...(reminder.notes ? ["", reminder.notes] : []),
    "",
    `Promemoria ${reminder.id} in Pratica: ${config.BASE_URL}`,
  ];
  return { name: "due", subject: `${kindWords[reminder.kind]}: ${reminder.title}`, body: lines.join("\n") };
}

/** What the sender reads when a document could not be delivered. */
export function failedDeliveryNotice(config: Config, reminder: Reminder, serverWords: string | null): Notice {
  const lines = [
    "Un documento non è stato consegnato.",
    "",
    reminder.title,
    `Risposta del server di posta: ${serverWords ?? "nessuna"}`,
    "",
    "Il promemoria collegato è stato annullato. Controllare l'indirizzo del contatto e inviare di nuovo.",
    "",
    `Pratica: ${config.BASE_URL}`,
  ];
  return { name: "delivery failed", subject: `Non consegnato: ${reminder.title}`, body: lines.join("\n") };
}
