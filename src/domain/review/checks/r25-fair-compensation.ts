import { isCompany } from "../../contacts/organization-names.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";

const fairCompensation = /\bequo compenso\b|\b49\/2023\b|\b49 del 2023\b/i;

/** Fair compensation, where the client may be one of the large clients who owe it (L. 49/2023, art. 2). */
export const fairPay: Check = (input) => {
  const { document, contact } = input;
  if (document.kind !== "engagement_letter" || !contact || !isCompany(contact)) return [];
  if (fairCompensation.test(prose(input))) return [];
  return {
    severity: "info",
    code: "R25_NO_FAIR_COMPENSATION",
    field: "/body",
    message: `${contact.name} è un'impresa o un ente e l'incarico non richiama l'equo compenso.`,
    suggestion:
      "Se il cliente è una banca, un'assicurazione, un ente pubblico o una grande impresa, richiamare la L. 49/2023.",
  };
};
