import type { DocumentStatus } from "./vocabulary.js";

const words: Record<DocumentStatus, string> = {
  draft: "riaperto in bozza",
  review: "riaperto in revisione",
  issued: "emesso di nuovo",
  accepted: "accettato",
  declined: "rifiutato",
  expired: "scaduto",
};

/** Why the follow-up of a sent document ended, for the reminder's notes. */
export const followUpEnded = (status: DocumentStatus): string => `Annullato: il documento è stato ${words[status]}.`;

/** Notes with one more line. */
export const withLine = (notes: string | null, line: string): string => (notes ? `${notes}\n${line}` : line);
