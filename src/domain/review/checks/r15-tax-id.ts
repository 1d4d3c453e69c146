import { isTaxCode, isVatNumber } from "../../contacts/tax-codes.js";
import { namesTaxIds } from "../../documents/document-kinds.js";
import { prose } from "../document-texts.js";
import type { Check } from "../finding.js";

const taxCode = /\b[A-Z]{3}\s?[A-Z]{3}\s?[0-9L-NP-V]{2}[A-EHLMPR-T][0-9L-NP-V]{2}\s?[A-Z][0-9L-NP-V]{3}[A-Z]\b/gi;
const elevenDigits = /(\b(?:iva|c\.?\s?f\.?|cod\.?\s?fisc\.?|codice\s?fiscale)[\s:.n°]{0,8})?\b(IT\s?)?(\d{11})\b/gi;

interface Candidate {
  text: string;
  valid: boolean;
  /** whether it is meant as one: it has the form of a tax code, or a label such as `P. IVA` before it */
  meant: boolean;
}

/** The parts of a text that could be a tax code or a VAT number. */
function candidates(text: string): Candidate[] {
  const codes = [...text.matchAll(taxCode)]
    .map(([code]) => code)
    // Letters without a digit are a name or a phrase of short words.
    .filter((code) => /\d/.test(code))
    .map((code) => ({ text: code, valid: isTaxCode(code), meant: true }));
  const numbers = [...text.matchAll(elevenDigits)].map(([, label, country, digits = ""]) => ({
    text: digits,
    valid: isVatNumber(digits),
    meant: Boolean(label || country),
  }));
  return [...codes, ...numbers];
}

/** The first valid tax code or VAT number in a text, as written; null where there is none. */
export const taxIdIn = (text: string): string | null => candidates(text).find(({ valid }) => valid)?.text ?? null;

/** The client's tax code or VAT number: present where the kind of document needs it, and valid. The contact's own are printed with it. */
export const taxId: Check = (input) => {
  const found = candidates(prose(input));
  const wrong = found.filter(({ valid, meant }) => meant && !valid);
  const common = { severity: "warning", field: "/body" } as const;
  if (wrong.length > 0) {
    return wrong.map(({ text }) => ({
      ...common,
      code: "R15_WRONG_TAX_ID",
      message: `Il codice fiscale o la partita IVA ${text} è errato: il carattere di controllo non torna.`,
      suggestion: "Ricontrollare il codice sul documento del cliente.",
    }));
  }
  if (!namesTaxIds(input.document.kind) || found.some(({ valid }) => valid)) return [];
  if (input.contact?.taxCode || input.contact?.vatNumber) return [];
  const known = taxIdIn(input.contact?.notes ?? "");
  return {
    ...common,
    code: "R15_NO_TAX_ID",
    message: "Manca il codice fiscale o la partita IVA del cliente.",
    suggestion: known
      ? `Registrare tra i dati del contatto, o riportare nel testo, il codice annotato: ${known}.`
      : "Registrare il codice fiscale o la partita IVA tra i dati del contatto, o indicarli nel testo.",
  };
};
