import { grouped } from "../../grouped.js";
import type { Check } from "../finding.js";
import { lineName } from "../finding-words.js";

const words = {
  changed: {
    severity: "info",
    message: "la riga o la voce del computo a cui è collegata è cambiata dopo il collegamento.",
    suggestion: "Verificare la corrispondenza e collegare di nuovo la riga alla voce del computo.",
  },
  unclear: {
    severity: "warning",
    message:
      "la descrizione, l'unità o il codice sono cambiati dopo il collegamento al computo: il confronto con la voce del computo non è stato fatto.",
    suggestion: "Collegare di nuovo la riga alla voce del computo a cui corrisponde, oppure togliere il collegamento.",
  },
} as const;

/** Lines whose link to a bill is to be confirmed, since one side says something else than when they were linked. */
export const staleLinks: Check = ({ document, linkedBillLines }) => {
  const links = grouped(linkedBillLines, ({ docLineIndex }) => docLineIndex);
  return document.lineItems.flatMap((item, index) => {
    const states = links.get(index)?.map(({ sinceLinked }) => sinceLinked) ?? [];
    const state = (["unclear", "changed"] as const).find((doubtful) => states.includes(doubtful));
    if (!state) return [];
    const { severity, message, suggestion } = words[state];
    return {
      severity,
      code: "R07_STALE_LINK",
      field: `/lineItems/${index}`,
      message: `${lineName(item, index)}: ${message}`,
      suggestion,
    };
  });
};
