import type { DocumentKind } from "./vocabulary.js";

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
