import type { Config } from "../config.js";
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

/** A date that people are notified of: a reminder's, or a project's deadline. */
export interface NoticeDate {
  kind: ReminderKind;
  title: string;
  dueAt: Date;
  notes: string | null;
  /** the record to look for in Pratica, e.g. `Promemoria <id>` */
  place: string;
  /** the date follows up a sent document: when it comes, no answer is known */
  awaitsAnswer?: boolean;
}

export interface NoticeContext {
  config: Config;
  timezone: string;
  project: Pick<Project, "name" | "municipality"> | null;
}

/** A reminder's date. */
export const reminderDate = ({ id, kind, title, dueAt, notes, documentId }: Reminder): NoticeDate => ({
  kind,
  title,
  dueAt,
  notes,
  place: `Promemoria ${id}`,
  awaitsAnswer: documentId !== null,
});

/** The notice some days before a date. @param name which of its notices this is, e.g. `7 days` @param at when it is written */
export function aheadNotice(name: string, date: NoticeDate, at: Date, context: NoticeContext): Notice {
  const days = daysLeft(date.dueAt, at, context.timezone);
  return dateNotice(name, days === 0 ? "" : days === 1 ? " domani" : ` tra ${days} giorni`, date, context);
}

/** The notice when a date has come. */
export const dueNotice = (name: string, date: NoticeDate, context: NoticeContext): Notice =>
  dateNotice(name, "", date, context, date.awaitsAnswer ? ["Finora non risulta alcuna risposta."] : []);

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

/** The notice to the owners when an authority's time to decide has ended with no outcome. */
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

/** The title of the task that is opened when a deadline passes with no outcome. */
export const overdueTaskTitle = (deadline: Date, timezone: string): string =>
  `Termine decorso: verificare le condizioni e chiedere l'attestazione all'ente (${italianDate(new Date(wholeDay(deadline, timezone)), timezone)})`;

/** The notice for a thread that has needed a reply for two working days. */
export function needsReplyNotice(
  name: string,
  { id, subject, address }: Thread,
  since: Date,
  { config, timezone, project }: NoticeContext,
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
