import { percentWithArticle } from "../../calendar/italian-dates.js";
import { lineVatOf } from "../../documents/line-vat.js";
import type { LineItem } from "../../documents/revision.js";
import { capitalized } from "../../text/capitalized.js";
import { inItalian } from "../../text/italian-numbers.js";
import { anyAsciiWord } from "../../text/words.js";
import { prose, wording } from "../document-texts.js";
import type { Check, Fault, Severity } from "../finding.js";
import { lineName } from "../finding-words.js";
import type { ReviewInput } from "../input.js";
import { isProfessional } from "./line-kinds.js";
import { saysUntaxed } from "./r09-untaxed-lines.js";

/** D.P.R. 633/1972, art. 16 and table A. */
const italianRates = [0, 4, 5, 10, 22];
const exemption = anyAsciiWord({
  whole: [
    "esente, esenti, esenzione, non imponibile, non imponibili, fuori campo, reverse charge, inversione contabile",
    /non soggett[oaie] (a|ad) iva/,
    /senza (applicazione )?(dell.|di )?iva/,
    "forfettario, forfettaria, forfettarie, forfetario, forfetaria, forfetarie",
    "190/2014, 190 del 2014, 633/72, 633/1972, 633 del 1972",
  ],
});

const notInForce = (vatPct: number): string =>
  `l'aliquota IVA ${inItalian(vatPct)}% non esiste: in Italia si applicano 4, 5, 10 o 22%.`;

/** The lines' own VAT rates that no law knows. */
const unknownLineRates = (lineItems: readonly LineItem[]): Fault[] =>
  lineVatOf(lineItems).flatMap(({ index, vatPct }, place) => {
    if (italianRates.includes(vatPct)) return [];
    return {
      severity: "error",
      code: "R09_UNKNOWN_VAT_RATE",
      field: `/lineVat/${place}/vatPct`,
      message: `${lineName(lineItems[index] as LineItem, index)}: ${notInForce(vatPct)}`,
      suggestion: "Correggere l'aliquota.",
    };
  });

/** A document's VAT rate that is missing, isn't a legal rate, or is unlikely for what is charged. */
function documentRate(input: ReviewInput): Fault[] {
  const { lineItems, vatPct } = input.document;
  const fault = (severity: Severity, code: string, message: string, suggestion: string): Fault[] => [
    { severity, code, field: "/vatPct", message, suggestion },
  ];

  const areAllRated = lineItems.length > 0 && lineItems.every((item) => item.vatPct !== undefined);
  if (vatPct === null && !areAllRated) {
    return fault(
      exemption.test(wording(input)) ? "warning" : "error",
      "R09_NO_VAT_RATE",
      "L'aliquota IVA non è indicata: il totale è calcolato senza IVA.",
      "Indicare l'aliquota (di norma 22%), oppure 0 citando il motivo di esenzione.",
    );
  }
  if (vatPct !== null && !italianRates.includes(vatPct)) {
    const message = notInForce(vatPct);
    return fault("error", "R09_UNKNOWN_VAT_RATE", capitalized(message), "Correggere l'aliquota.");
  }
  const rateOf = (item: LineItem): number | null => item.vatPct ?? vatPct;
  // The text may give the reason for all lines, or each line its own: `Spese anticipate, art. 15 D.P.R. 633/1972`.
  const isExplained = ({ desc }: LineItem): boolean => exemption.test(desc) || saysUntaxed(desc);
  const isUnexplained =
    lineItems.length > 0 ? lineItems.some((item) => rateOf(item) === 0 && !isExplained(item)) : vatPct === 0;
  if (isUnexplained && !exemption.test(prose(input))) {
    return fault(
      "warning",
      "R09_NO_EXEMPTION",
      "L'IVA è allo 0% ma il testo non cita il motivo di esenzione.",
      "Citare la norma (per esempio il regime forfettario, L. 190/2014), oppure correggere l'aliquota.",
    );
  }
  const reduced = lineItems.find((item) => isReduced(rateOf(item)) && item.price > 0 && isProfessional(item));
  if (reduced) {
    return fault(
      "warning",
      "R09_REDUCED_RATE",
      `L'IVA ${percentWithArticle("al", String(rateOf(reduced)))} è applicata anche a prestazioni professionali, che scontano il 22%.`,
      "Separare le prestazioni professionali dai lavori, oppure usare l'aliquota del 22%.",
    );
  }
  return [];
}

const isReduced = (vatPct: number | null): boolean => vatPct === 4 || vatPct === 10;

/** VAT rates that are missing, aren't legal rates, or are unlikely for what is charged. */
export const vat: Check = (input) => {
  const { kind, lineItems } = input.document;
  if (kind !== "preventivo" && lineItems.length === 0) return [];
  return [...unknownLineRates(lineItems), ...documentRate(input)];
};
