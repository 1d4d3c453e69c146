import { italianDay, withArticle } from "./calendar/italian-dates.js";
import { normalized } from "./text/normalized.js";
import type { Channel, DocumentKind, SubmissionKind } from "./vocabulary.js";

/** The Italian name of each kind of document. */
export const documentKindNames: Record<DocumentKind, string> = {
  preventivo: "Preventivo",
  letter: "Lettera",
  engagement_letter: "Lettera d'incarico",
  delegation: "Delega",
  perizia: "Perizia",
  report: "Relazione",
  plan: "Elaborato",
  generic: "Documento",
};

/**
 * As a client reads it in a subject: `Preventivo n. 2026/0001: Villa Rossi`. A title that says itself what it is comes first:
 * `Preventivo Villa Rossi (n. 2026/0001)`, without the number where that is in it.
 */
export function documentName(kind: DocumentKind, number: string | null, title: string | null): string {
  const name = `${documentKindNames[kind]} n. ${number}`;
  const plain = (text: string): string => normalized(text).replaceAll("\u2019", "'");
  if (title === null || plain(title) === plain(documentKindNames[kind])) return name;
  const [noun = ""] = plain(documentKindNames[kind]).split(" ");
  const saysKind = plain(title).startsWith(noun) && !/^[\p{L}\p{N}]/u.test(plain(title).slice(noun.length));
  if (!saysKind) return `${name}: ${title}`;
  return number !== null && title.includes(number) ? title.trim() : `${title.trim()} (n. ${number})`;
}

/** The name of each channel, as people write it within a sentence. */
export const channelNames: Record<Channel, string> = { email: "email", pec: "PEC", whatsapp: "WhatsApp", sms: "SMS" };

/** What was filed with an authority, or came from it, as the firm calls it. */
export const submissionKindNames: Record<SubmissionKind, string> = {
  submission: "Presentazione",
  integration: "Integrazione",
  reminder: "Sollecito all'ente",
  outcome: "Esito",
};

/** A filing as people tell it from others, such as `Integrazione del 21 novembre 2026`. */
export const submissionName = (kind: SubmissionKind, submittedAt: Date, timezone: string): string =>
  `${submissionKindNames[kind]} ${withArticle("del", italianDay(submittedAt, timezone))}`;

/** How many lines of a bill, a document or a price book: `1 voce`, `1.204 voci`. */
export const linesInItalian = (count: number): string =>
  count === 1 ? "1 voce" : `${count.toLocaleString("it-IT", { useGrouping: "always" })} voci`;
