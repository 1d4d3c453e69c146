import type { Check, Finding } from "./finding.js";
import { wording } from "./text.js";
import { offersServices } from "./trade.js";

const complexity = /\bcomplessit[àa]|\bincarico [^.;\n]{0,40}\bcompless[oa]\b/i;
const charges =
  /\b(?:ipotizzabil|prevedibil)[ie]\b[^.;\n]{0,60}?\b(?:oneri|costi|spese|diritti|tributi|bolli)\b|\b(?:oneri|costi|spese)\b[^.;\n]{0,60}?\b(?:ipotizzabil|prevedibil|previst[ie]\b|presumibil|conferimento|conclusione|escluse?\b|esclusi\b|incluse?\b|inclusi\b|comprese?\b|compresi\b|a carico)/i;

/** The degree of complexity and the foreseeable charges, due in writing before an engagement (D.L. 1/2012, art. 9, c. 4; L. 124/2017, art. 1, c. 150). */
export const statedComplexity: Check = (input) => {
  if (!offersServices(input)) return [];
  const text = wording(input);
  const common = { severity: "warning", category: "legal", field: "/body" } as const;
  const findings: Finding[] = [];
  if (!complexity.test(text)) {
    findings.push({
      ...common,
      code: "R22_NO_COMPLEXITY",
      message: "Manca il grado di complessità dell'incarico.",
      suggestion: "Indicare il grado di complessità (art. 9, c. 4, D.L. 1/2012, come modificato dalla L. 124/2017).",
    });
  }
  if (!charges.test(text)) {
    findings.push({
      ...common,
      code: "R22_NO_FORESEEABLE_CHARGES",
      message: "Mancano gli oneri ipotizzabili fino alla conclusione dell'incarico.",
      suggestion: "Indicare gli oneri e le spese ipotizzabili dal conferimento alla conclusione dell'incarico.",
    });
  }
  return findings;
};
