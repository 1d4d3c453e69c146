import { isOffer } from "../../documents/document-kinds.js";
import { wording } from "../document-texts.js";
import type { Check } from "../finding.js";
import { isProfessionalQuote } from "./line-kinds.js";

const contribution =
  /\b(cassa|inarcassa|cipag|eppi|epap|contributo (integrativo|previdenziale)|rivalsa (inps|previdenziale)|inps)\b/i;

/** What stands before the fund's name in a line that charges it. A fee that names the fund (`Onorario, oltre cassa 4%`) begins otherwise. */
const beginning =
  /^[^\p{L}]*(?:(?:quota|oner[ei]|contribut[oi]|maggiorazione|rivalsa|previdenzial[ei]|integrativ[oi]|per|di|a|alla|della)\s+){0,6}$/iu;

/** The building workers' fund, a basin, a box. */
const otherCassa = /^cassa (?:edile|(?:di|da|in|a|con) (?!previdenza|assistenza)\p{L})/iu;

/** Whether a line charges the contribution to the professional's pension fund. */
export function chargesContribution(desc: string): boolean {
  const found = contribution.exec(desc.slice(0, 200));
  return found !== null && beginning.test(desc.slice(0, found.index)) && !otherCassa.test(desc.slice(found.index));
}

/** A professional's quote without the contribution to the professional's pension fund. */
export const pensionContribution: Check = (input) => {
  const { kind, lineItems } = input.document;
  if (!isOffer(kind) || !isProfessionalQuote(lineItems) || contribution.test(wording(input))) return [];
  return {
    severity: "warning",
    code: "R12_NO_PENSION_CONTRIBUTION",
    field: "/lineItems",
    message: "Manca la voce del contributo integrativo alla cassa di previdenza.",
    suggestion:
      "Aggiungere la voce della cassa (per esempio CIPAG 5% o Inarcassa 4%) calcolata su onorario e spese imponibili.",
  };
};
