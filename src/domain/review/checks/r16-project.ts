import type { DocumentKind } from "../../vocabulary.js";
import type { Check } from "../finding.js";

const needSite: DocumentKind[] = ["preventivo", "perizia", "delegation"];

/** The site that a quote, an expert report or a delegation is about. */
export const project: Check = ({ document: { kind }, project: work }) => {
  if (!needSite.includes(kind)) return [];
  const common = { severity: "warning", field: "/projectId" } as const;
  if (!work) {
    return {
      ...common,
      code: "R16_NO_PROJECT",
      message: "Il documento non è collegato a una pratica.",
      suggestion: "Collegare il documento alla pratica, così che riporti indirizzo e comune dell'immobile.",
    };
  }
  const missing = [!work.address?.trim() && "l'indirizzo", !work.municipality?.trim() && "il comune"].filter(Boolean);
  if (missing.length === 0) return [];
  return {
    ...common,
    code: "R16_NO_SITE",
    message: `Nella pratica ${missing.length === 1 ? "manca" : "mancano"} ${missing.join(" e ")} dell'immobile.`,
    suggestion: "Completare l'ubicazione nella pratica.",
  };
};
