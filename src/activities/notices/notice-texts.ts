import type { Reminder } from "../../db/entities/reminder.js";
import type { Thread } from "../../db/entities/thread.js";
import { workingDayFrom } from "../../domain/calendar/holidays.js";
import { italianDate, withArticle } from "../../domain/calendar/italian-dates.js";
import { daysBetween, daysLeft, wholeDay } from "../../domain/calendar/time.js";
import { silenceMeans, termName } from "../../domain/clocks/overdue.js";
import type { ReminderKind } from "../../domain/vocabulary.js";
import { factLines, type NoticeFacts } from "./notice-facts.js";
import type { Notice } from "./write-notices.js";

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
  /** what to ask an assistant for, e.g. `il promemoria “Deposito variante”` */
  record: string;
  /** the date follows up a sent document: when it comes, no answer is known */
  awaitsAnswer?: boolean;
}

/** A reminder's date. */
export const reminderDate = ({ kind, title, dueAt, notes, documentId }: Reminder, facts: NoticeFacts): NoticeDate => ({
  kind,
  title,
  dueAt,
  notes,
  record: `il promemoria “${title}”${facts.projectName ? ` della pratica “${facts.projectName}”` : ""}`,
  awaitsAnswer: documentId !== null,
});

/** The notice some days before a date. @param name which of its notices this is, e.g. `7 days` @param at when it is written */
export function aheadNotice(name: string, date: NoticeDate, at: Date, facts: NoticeFacts): Notice {
  const days = daysLeft(date.dueAt, at, facts.timezone);
  return dateNotice(name, days === 0 ? [] : [days === 1 ? "domani" : `tra ${days} giorni`], date, facts);
}

/** The notice when a date has come. @param at when it is written: days later, where Pratica stood still */
export function dueNotice(name: string, date: NoticeDate, at: Date, facts: NoticeFacts): Notice {
  const days = daysBetween(date.dueAt, at, facts.timezone);
  const ago = days === 1 ? "ieri" : `${days} giorni fa`;
  // A bare “Pagamento ieri” would say that it was paid, and “Sollecito ieri” that the client was asked.
  const when = days <= 0 ? [] : date.kind === "deadline" || date.kind === "hearing" ? [ago] : ["previsto", ago];
  return dateNotice(name, when, date, facts, date.awaitsAnswer ? ["Finora non risulta alcuna risposta."] : []);
}

/** @param when in words: those of the subject, of which the date takes the last */
function dateNotice(
  name: string,
  when: string[],
  date: NoticeDate,
  facts: NoticeFacts,
  remarks: string[] = [],
): Notice {
  const { kind, title, dueAt, notes, record } = date;
  const { timezone } = facts;
  const lines = [
    `${kindWords[kind]}: ${title}`,
    `Data: ${italianDate(dueAt, timezone)}${when.length > 0 ? ` (${when.at(-1)})` : ""}`,
    ...remarks,
    ...nextWorkingDay(kind, dueAt, timezone),
    ...factLines(facts),
    ...(notes ? ["", notes] : []),
    "",
    ...whereToSee(record, facts),
  ];
  return { name, subject: `${[kindWords[kind], ...when].join(" ")}: ${title}`, body: lines.join("\n") };
}

/** A legal term that ends on a holiday ends on the next working day (c.c. 2963). */
function nextWorkingDay(kind: ReminderKind, dueAt: Date, timezone: string): string[] {
  const day = wholeDay(dueAt, timezone);
  const next = workingDayFrom(day);
  if (kind !== "deadline" || next === day) return [];
  return [
    `Il giorno è festivo: il primo giorno lavorativo successivo è ${withArticle("il", italianDate(new Date(next), timezone))}`,
  ];
}

/** The end of each notice. Records have no pages: an assistant shows them. */
export const whereToSee = (record: string, { firm }: NoticeFacts): string[] => [
  `Per i dettagli chiedere all'assistente collegato: «Mostrami ${record}».`,
  `Studio: ${firm}`,
];

/** The notice to the owners when an authority's time to decide has ended with no outcome. */
export function overdueNotice(name: string, deadline: Date, taskTitle: string, facts: NoticeFacts): Notice {
  const { timezone } = facts;
  const project = facts.projectName ?? "pratica";
  const type = facts.projectType ?? "generic";
  const lines = [
    `Il ${termName(type)} è decorso senza un esito registrato.`,
    "",
    ...factLines(facts),
    `Termine: ${italianDate(deadline, timezone)}`,
    ...nextWorkingDay("deadline", deadline, timezone),
    "",
    `Nella pratica è stata aperta l'attività «${taskTitle}».`,
    "La fase della pratica non è stata modificata.",
    "",
    silenceMeans[type].it,
    "",
    ...whereToSee(`la pratica “${project}”`, facts),
  ];
  return { name, subject: `Termine decorso: ${project}`, body: lines.join("\n") };
}

/** The notice for a thread that has needed a reply for two working days. */
export function needsReplyNotice(
  name: string,
  { subject, address }: Pick<Thread, "subject" | "address">,
  since: Date,
  facts: NoticeFacts,
): Notice {
  const { contactName, timezone } = facts;
  const title = subject ?? address ?? "conversazione senza oggetto";
  const other = contactName && address ? `${contactName} (${address})` : (contactName ?? address);
  const lines = [
    `Una conversazione attende risposta da due giorni lavorativi: ${title}`,
    `In attesa dal: ${italianDate(since, timezone)}`,
    ...(other ? [`Interlocutore: ${other}`] : []),
    ...factLines(facts),
    "",
    ...whereToSee(`la conversazione “${title}”${contactName ? ` con “${contactName}”` : ""}`, facts),
  ];
  return { name, subject: `Risposta attesa: ${title}`, body: lines.join("\n") };
}
