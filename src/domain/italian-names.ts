import type { DocumentKind, SubmissionKind } from "./vocabulary.js";

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

/** What was filed with an authority, or came from it, as the firm calls it. */
export const submissionKindNames: Record<SubmissionKind, string> = {
  submission: "Istanza",
  integration: "Integrazione",
  reminder: "Sollecito all'ente",
  outcome: "Esito",
};

/** How many lines of a bill, a document or a price book: `1 voce`, `1.204 voci`. */
export const linesInItalian = (count: number): string =>
  count === 1 ? "1 voce" : `${count.toLocaleString("it-IT", { useGrouping: "always" })} voci`;
