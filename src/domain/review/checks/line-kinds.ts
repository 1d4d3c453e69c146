import type { LineItem } from "../../documents/revision.js";
import { anyAsciiWord } from "../../text/words.js";
import type { ReviewInput } from "../input.js";

const professionalWords = anyAsciiWord({
  whole: ["compenso, compensi, cila, scia"],
  stems: [
    "onorari, competenze, prestazione professional, prestazioni professional, consulenz, collaud, coordinament",
    "progettazion, progetto architettonico, progetto definitivo, progetto esecutivo, progetto preliminare",
    "progetto strutturale, redazione, direzione lavori, direzione dei lavori, computo metrico",
    "riliev, rilief, pratica, pratich, perizia, perizie, relazione, relazioni, sopralluog",
    "accatastament, catastal, tipo mappale, frazionament, docfa, pregeo",
    "asseverazion, attestat, attestazion, permesso di costruire, diagnosi energetica",
  ],
});
const worksWords = anyAsciiWord({
  whole: ["posa, scavo, scavi, nolo"],
  stems: [
    "fornitura, demolizion, muratur, intonac, tinteggia, massett, paviment, cartongess, calcestruzz",
    "rimozion, smontaggi, smaltiment, ponteggi, trasporto",
  ],
});
const safetyWords = /\b(oner[ei]|cost[io]|apprestament[io])\b.{0,40}\bsicurezza\b|non soggett[oaie] a ribasso/i;

/** Whether a line charges professional services, not building works. */
export const isProfessional = ({ desc }: LineItem): boolean => professionalWords.test(desc) && !worksWords.test(desc);

/** Whether a line charges safety costs, which can't be discounted in public works (D.Lgs. 36/2023, art. 41). */
export const isSafetyCost = ({ desc }: LineItem): boolean => safetyWords.test(desc);

/** Whether professional services are at least half of what the lines charge. */
export function isProfessionalQuote(lines: readonly LineItem[]): boolean {
  const charged = (items: readonly LineItem[]): number =>
    items.reduce((total, { qty, price }) => total + qty * price, 0);
  const professional = charged(lines.filter(isProfessional));
  return professional > 0 && professional * 2 >= charged(lines);
}

/** Whether a document offers professional services: an engagement letter, or a quote in which they are at least half. */
export const offersServices = ({ document: { kind, lineItems } }: ReviewInput): boolean =>
  kind === "engagement_letter" || (kind === "preventivo" && isProfessionalQuote(lineItems));
