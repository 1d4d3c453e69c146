import type { Check, Fault } from "../finding.js";
import { lineName } from "../finding-words.js";

const minDescriptionCharacters = 8;

/** Lines that don't say what is charged, or in which unit. */
export const description: Check = ({ document: { lineItems } }) =>
  lineItems.flatMap((item, index) => {
    const faults: Fault[] = [];
    const desc = item.desc.trim();
    if (desc.length < minDescriptionCharacters) {
      faults.push({
        severity: desc === "" ? "error" : "warning",
        code: desc === "" ? "R04_NO_DESCRIPTION" : "R04_SHORT_DESCRIPTION",
        field: `/lineItems/${index}/desc`,
        message: `${lineName(item, index)}: la descrizione ${desc === "" ? "manca" : "è troppo breve per capire che cosa si paga"}.`,
        suggestion: "Descrivere la prestazione o la lavorazione in modo che il cliente la riconosca.",
      });
    }
    if (item.unit.trim() === "") {
      faults.push({
        severity: "error",
        code: "R04_NO_UNIT",
        field: `/lineItems/${index}/unit`,
        message: `${lineName(item, index)}: manca l'unità di misura.`,
        suggestion: "Indicare l'unità (m², m³, cad, ore, a corpo).",
      });
    }
    return faults;
  });
