import type { DocumentKind } from "./vocabulary.js";

/** What a document of each kind is called in Italian. */
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
