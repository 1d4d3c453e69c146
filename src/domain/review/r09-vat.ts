import { anyAsciiWord } from "../words.js";
import type { Check, Finding } from "./finding.js";
import { isProfessional } from "./line-kinds.js";
import { prose, wording } from "./text.js";

/** D.P.R. 633/1972, art. 16 and table A. */
const italianRates = [0, 4, 5, 10, 22];
const exemption = anyAsciiWord({
  whole: [
    "esente, esenti, esenzione, non imponibile, non imponibili, fuori campo, reverse charge, inversione contabile",
    /non soggett[oaie] (a|ad) iva/,
    /senza (applicazione )?(dell.|di )?iva/,
    "forfettario, forfettaria, forfettarie, forfetario, forfetaria, forfetarie",
    "190/2014, 190 del 2014, 633/72, 633/1972",
  ],
});

/** A VAT rate that is missing, isn't a legal rate, or is unlikely for what is charged. */
export const vat: Check = (input) => {
  const { kind, lineItems, vatPct } = input.document;
  if (kind !== "preventivo" && lineItems.length === 0) return [];
  const finding = (severity: Finding["severity"], code: string, message: string, suggestion: string): Finding[] => [
    { severity, category: "pricing", code, field: "/vatPct", message, suggestion },
  ];

  if (vatPct === null) {
    return finding(
      exemption.test(wording(input)) ? "warning" : "error",
      "R09_NO_VAT_RATE",
      "L'aliquota IVA non è indicata: il totale è calcolato senza IVA.",
      "Indicare l'aliquota (di norma 22%), oppure 0 citando il motivo di esenzione.",
    );
  }
  if (!italianRates.includes(vatPct)) {
    return finding(
      "error",
      "R09_UNKNOWN_VAT_RATE",
      `L'aliquota IVA ${String(vatPct).replace(".", ",")}% non esiste: in Italia si applicano 4, 5, 10 o 22%.`,
      "Correggere l'aliquota.",
    );
  }
  if (vatPct === 0 && !exemption.test(prose(input))) {
    return finding(
      "warning",
      "R09_NO_EXEMPTION",
      "L'IVA è allo 0% ma il testo non cita il motivo di esenzione.",
      "Citare la norma (per esempio il regime forfettario, L. 190/2014), oppure correggere l'aliquota.",
    );
  }
  if ((vatPct === 4 || vatPct === 10) && lineItems.some((item) => item.price > 0 && isProfessional(item))) {
    return finding(
      "warning",
      "R09_REDUCED_RATE",
      `L'IVA al ${vatPct}% è applicata anche a prestazioni professionali, che scontano il 22%.`,
      "Separare le prestazioni professionali dai lavori, oppure usare l'aliquota del 22%.",
    );
  }
  return [];
};
