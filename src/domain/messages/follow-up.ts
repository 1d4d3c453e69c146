import type { DocumentStatus } from "../vocabulary.js";

const endWords: Record<DocumentStatus | "deleted" | "sent again", string> = {
  draft: "è stato riaperto in bozza",
  review: "è stato riaperto in revisione",
  issued: "è stato emesso di nuovo",
  accepted: "è stato accettato",
  declined: "è stato rifiutato",
  expired: "è scaduto",
  deleted: "è stato eliminato",
  "sent again": "è stato inviato di nuovo",
};

/** Why the follow-up of a sent document ended, in Italian, for the notes of its reminder. @param end its new status, or what else was done */
export const followUpEnded = (end: keyof typeof endWords): string => `Annullato: il documento ${endWords[end]}.`;

/** The notes without the last line, if that says why the reminder was cancelled. */
export const withoutReason = (notes: string | null): string | null =>
  notes?.replace(/(?:^|\n)Annullato: [^\n]*$/, "") || null;

/** The notes with a line added at the end. */
export const withLine = (notes: string | null, line: string): string => (notes ? `${notes}\n${line}` : line);
