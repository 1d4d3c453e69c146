import { asciiWordPattern } from "../../text/words.js";
import { wording } from "../document-texts.js";
import type { Check, Fault } from "../finding.js";
import { offersServices } from "./line-kinds.js";

const complexity = /\bcomplessit[àa]|\bincarico [^.;\n]{0,40}\bcompless[oa]\b/i;
const charges = asciiWordPattern({ whole: ["oneri, costi, spese"] });
const chargesAndDues = asciiWordPattern({ whole: ["oneri, costi, spese, diritti, tributi, bolli"] });
const foreseeable = asciiWordPattern({ whole: ["ipotizzabili, ipotizzabile, prevedibili, prevedibile"] });
const foreseen = asciiWordPattern({
  whole: ["previsti, previste, esclus, escluse, esclusi, inclus, incluse, inclusi, compres, comprese, compresi"],
  stems: ["ipotizzabil, prevedibil, presumibil, conferimento, conclusione, a carico"],
});
const nearby = String.raw`[^.;\n]{0,60}?`;
const foreseeableCharges = new RegExp(`${foreseeable}${nearby}${chargesAndDues}|${charges}${nearby}${foreseen}`, "i");

/**
 * The degree of complexity and the foreseeable charges, which the client must get in writing before an engagement (D.L. 1/2012, art. 9,
 * c. 4; L. 124/2017, art. 1, c. 150).
 */
export const statedComplexity: Check = (input) => {
  if (!offersServices(input)) return [];
  const text = wording(input);
  const common = { severity: "warning", field: "/body" } as const;
  const faults: Fault[] = [];
  if (!complexity.test(text)) {
    faults.push({
      ...common,
      code: "R22_NO_COMPLEXITY",
      message: "Manca il grado di complessità dell'incarico.",
      suggestion: "Indicare il grado di complessità (art. 9, comma 4, D.L. 1/2012, come modificato dalla L. 124/2017).",
    });
  }
  if (!foreseeableCharges.test(text)) {
    faults.push({
      ...common,
      code: "R22_NO_FORESEEABLE_CHARGES",
      message: "Mancano gli oneri ipotizzabili fino alla conclusione dell'incarico.",
      suggestion: "Indicare gli oneri e le spese ipotizzabili dal conferimento alla conclusione dell'incarico.",
    });
  }
  return faults;
};
