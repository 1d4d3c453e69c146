import { dayMs } from "../../calendar/durations.js";
import { italianDate, italianDay, withArticle } from "../../calendar/italian-dates.js";
import { dayMeantToEnd, wholeDay } from "../../calendar/time.js";
import type { Check, Fault, Severity } from "../finding.js";

const longestUsualDays = 180;

/** The end of an offer's validity: stated, not past, and not too far away. */
export const validity: Check = ({ document: { kind, validUntil }, today, timezone }) => {
  const fault = (severity: Severity, code: string, message: string, suggestion: string): Fault[] => [
    { severity, code, field: "/validUntil", message, suggestion },
  ];
  if (!validUntil) {
    if (kind !== "preventivo") return [];
    return fault(
      "warning",
      "R17_NO_VALIDITY",
      "Il preventivo non ha una scadenza: la sua data di validità (validUntil) non è compilata.",
      "Compilare validUntil (di solito 30 o 60 giorni): una validità scritta nel solo testo non fa scadere il preventivo.",
    );
  }
  const lastDay = wholeDay(validUntil, timezone);
  if (lastDay < today) {
    return fault(
      "error",
      "R17_EXPIRED",
      `La validità è già scaduta ${withArticle("il", italianDate(validUntil, timezone))}.`,
      "Spostare in avanti la data di validità.",
    );
  }
  if (dayMeantToEnd(validUntil, timezone) !== null) {
    return fault(
      "warning",
      "R17_NEXT_DAY",
      `La validità finisce nelle prime ore di un giorno, e il documento indica quel giorno: «${italianDay(validUntil, timezone)}».`,
      "Se si intende il giorno prima, indicare solo la data, per esempio 2026-12-31.",
    );
  }
  if (kind !== "preventivo" || Date.parse(lastDay) - Date.parse(today) <= longestUsualDays * dayMs) return [];
  return fault(
    "warning",
    "R17_FAR_VALIDITY",
    `Il preventivo vale per più di ${longestUsualDays} giorni, fino ${withArticle("al", italianDate(validUntil, timezone))}.`,
    "Verificare la data: i prezzi possono cambiare molto in sei mesi.",
  );
};
