import type { DocumentStatus } from "./vocabulary.js";

const statusWords: Record<DocumentStatus, string> = {
  draft: "riaperto in bozza",
  review: "riaperto in revisione",
  issued: "emesso di nuovo",
  accepted: "accettato",
  declined: "rifiutato",
  expired: "scaduto",
};

/** Why the follow-up of a sent document ended, in Italian, for the notes of its reminder. */
export const followUpEnded = (status: DocumentStatus): string =>
  `Annullato: il documento è stato ${statusWords[status]}.`;

/** The notes without the last line, if that says why the reminder was cancelled. */
export const withoutReason = (notes: string | null): string | null =>
  notes?.replace(/(?:^|\n)Annullato: [^\n]*$/, "") || null;

/** The notes with a line added at the end. */
export const withLine = (notes: string | null, line: string): string => (notes ? `${notes}\n${line}` : line);
