import type { Config } from "../config.js";
import type { Message } from "../db/entities/message.js";
import type { Project } from "../db/entities/project.js";
import type { Reminder } from "../db/entities/reminder.js";
import type { Thread } from "../db/entities/thread.js";
import { workingDayFrom } from "../domain/holidays.js";
import { daysLeft, italianDate, wholeDay } from "../domain/time.js";
import type { ReminderKind } from "../domain/vocabulary.js";
import type { Notice } from "./notices.js";

const kindWords: Record<ReminderKind, string> = {
  deadline: "Scadenza",
  follow_up: "Sollecito",
  payment: "Pagamento",
  hearing: "Udienza",
  generic: "Promemoria",
};

/** A date of which people are told: a reminder's, or a project's deadline. */
export interface NoticeDate {
  kind: ReminderKind;
  title: string;
  dueAt: Date;
  notes: string | null;
  /** what to look for in Pratica, e.g. `Promemoria <id>` */
  place: string;
  /** it follows up a sent document: the date comes only where no answer is known by then */
  awaitsAnswer?: boolean;
}

export interface NoticeContext {
  config: Config;
  timezone: string;
  /** when it is told */
  at: Date;
  project: Pick<Project, "name" | "municipality"> | null;
}

/** The date that a reminder stands for. */
export const dateOf = ({ id, kind, title, dueAt, notes, documentId }: Reminder): NoticeDate => ({
  kind,
  title,
  dueAt,
  notes,
  place: `Promemoria ${id}`,
  awaitsAnswer: documentId !== null,
});

/** What people read some days before a date. @param name which of its notices this is, e.g. `7 days` */
export function aheadNotice(name: string, date: NoticeDate, telling: NoticeContext): Notice {
  const left = daysLeft(date.dueAt, telling.at, telling.timezone);
  return dateNotice(name, left === 0 ? "" : left === 1 ? " domani" : ` tra ${left} giorni`, date, telling);
}

/** What people read when a date has come. */
export const dueNotice = (name: string, date: NoticeDate, telling: NoticeContext): Notice =>
  dateNotice(name, "", date, telling, date.awaitsAnswer ? ["Finora non risulta alcuna risposta."] : []);

function dateNotice(
  name: string,
  when: string,
  date: NoticeDate,
  { config, timezone, project }: NoticeContext,
  remarks: string[] = [],
): Notice {
  const { kind, title, dueAt, notes, place } = date;
  const lines = [
    `${kindWords[kind]}: ${title}`,
    `Data: ${italianDate(dueAt, timezone)}${when ? ` (${when.trim()})` : ""}`,
    ...remarks,
    ...nextWorkingDay(kind, dueAt, timezone),
    ...(project ? [projectLine(project)] : []),
    ...(notes ? ["", notes] : []),
    "",
    `${place} in Pratica: ${config.BASE_URL}`,
  ];
  return { name, subject: `${kindWords[kind]}${when}: ${title}`, body: lines.join("\n") };
}

/** A legal term that ends on a holiday ends on the next working day (c.c. 2963). */
function nextWorkingDay(kind: ReminderKind, dueAt: Date, timezone: string): string[] {
  const day = wholeDay(dueAt, timezone);
  const next = workingDayFrom(day);
  if (kind !== "deadline" || next === day) return [];
  return [`Il giorno è festivo: primo giorno lavorativo successivo ${italianDate(new Date(next), timezone)}`];
}

const projectLine = ({ name, municipality }: Pick<Project, "name" | "municipality">): string =>
  `Pratica: ${[name, municipality].filter(Boolean).join(", ")}`;

/** What the owners read when an authority's time to decide is over and there is no outcome. */
export function overdueNotice(
  name: string,
  deadline: Date,
  taskTitle: string,
  { config, timezone, project }: NoticeContext,
): Notice {
  const lines = [
    "Il termine per la decisione dell'ente è decorso senza un esito registrato.",
    "",
    ...(project ? [projectLine(project)] : []),
    `Termine: ${italianDate(deadline, timezone)}`,
    ...nextWorkingDay("deadline", deadline, timezone),
    "",
    "Il silenzio non vale da solo come assenso: nella pratica è stata aperta l'attività",
    `«${taskTitle}».`,
    "Lo stato della pratica non è stato modificato.",
    "",
    `Pratica: ${config.BASE_URL}`,
  ];
  return { name, subject: `Termine decorso: ${project?.name ?? "pratica"}`, body: lines.join("\n") };
}

/** The task that a deadline opens when it passes with no outcome. */
export const overdueTaskTitle = (deadline: Date, timezone: string): string =>
  `Termine decorso: verificare le condizioni e chiedere l'attestazione all'ente (${italianDate(new Date(wholeDay(deadline, timezone)), timezone)})`;

/** What a thread's people read once it has needed a reply for two working days. */
export function needsReplyNotice(
  name: string,
  { id, subject, address }: Thread,
  since: Date,
  { config, timezone, project }: Omit<NoticeContext, "at">,
): Notice {
  const title = subject ?? address ?? "conversazione senza oggetto";
  const lines = [
    `Una conversazione attende risposta da due giorni lavorativi: ${title}`,
    `In attesa dal: ${italianDate(since, timezone)}`,
    ...(address ? [`Interlocutore: ${address}`] : []),
    ...(project ? [projectLine(project)] : []),
    "",
    `Conversazione ${id} in Pratica: ${config.BASE_URL}`,
  ];
  return { name, subject: `Risposta attesa: ${title}`, body: lines.join("\n") };
}

type FailedMessage = Pick<Message, "attachments" | "error">;

/** An SMTP server's answer, such as `550 5.1.1 unknown user`; anything else was found out on this side. */
const isServersAnswer = (error: string): boolean => /^[245]\d\d[ -]/.test(error);

/** Why a document could not be delivered. A delivery's message has its PDF from before the first attempt. */
export function failedDeliveryReason({ attachments, error }: FailedMessage): string {
  if (attachments.length === 0) return "il PDF del documento non si è potuto comporre";
  if (error === null) return "il server di posta non ha risposto";
  return isServersAnswer(error)
    ? `risposta del server di posta: ${error}`
    : `il messaggio non è arrivato al server di posta: ${error}`;
}

/** What the sender reads when a document could not be delivered. */
export function failedDeliveryNotice(config: Config, reminder: Reminder, message: FailedMessage): Notice {
  const reason = failedDeliveryReason(message);
  const remedy =
    message.attachments.length === 0
      ? "Controllare i testi e le voci del documento, emetterlo di nuovo e inviarlo."
      : "Controllare l'indirizzo del contatto e le impostazioni della posta, poi inviare di nuovo.";
  const lines = [
    "Un documento non è stato consegnato.",
    "",
    reminder.title,
    `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    "",
    `Il promemoria collegato è stato annullato. ${remedy}`,
    "",
    `Pratica: ${config.BASE_URL}`,
  ];
  return { name: failedDelivery, subject: `Non consegnato: ${reminder.title}`, body: lines.join("\n") };
}

/** The notice of a reminder that is told although the reminder is closed. */
export const failedDelivery = "delivery failed";
