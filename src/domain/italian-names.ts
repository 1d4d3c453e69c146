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
