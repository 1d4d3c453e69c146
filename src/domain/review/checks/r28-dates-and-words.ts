import { italianDate, withArticle } from "../../calendar/italian-dates.js";
import { wholeDay } from "../../calendar/time.js";
import { inEuro } from "../../text/italian-numbers.js";
import { either } from "../../text/words.js";
import { parseAmount, writtenAmount } from "../../text/written-amounts.js";
import { type Section, sectionsOf } from "../document-texts.js";
import type { Check, Fault } from "../finding.js";
import { writtenDates } from "../written/dates.js";
import { numberInWords } from "../written/number-words.js";

const offer = /\b(?:preventivo|offerta|proposta|prezzi)\b[^.\n]{0,100}$/i;
const holdsUntil = /\b(?:valid[oaie]\b|validità|vale\b|valgono\b)[^.\n]{0,30}\b(?:fino|sino) {1,3}al(?: {1,3}|l['’])$/i;
/** Amounts in figures and in words: the figures are group 1, 3 or 6, the words 2, 4 or 5. */
const spelledOut = either(
  [
    new RegExp(String.raw`(?:€|\beuro?)\s{0,3}(${writtenAmount})\s{0,3}\(([^()\n]{3,120})\)`),
    new RegExp(String.raw`(${writtenAmount})\s{0,3}(?:€|euro?\b)\s{0,3}\(([^()\n]{3,120})\)`),
    new RegExp(
      String.raw`\beuro\s{1,3}(\p{L}{3,80}\/\d\d)\s{0,3}\((?:€|euro?)?\s{0,3}(${writtenAmount})\s{0,3}(?:€|euro?)?\)`,
      "u",
    ),
  ],
  "giu",
);
const introduction = /^\s{0,3}(?:diconsi|dicasi|in lettere|euro?|[:,\s])*/i;

const fault = (field: string, code: string, message: string, suggestion: string): Fault => ({
  severity: "error",
  code,
  field,
  message,
  suggestion,
});

function wrongDates({ field, text }: Section): Fault[] {
  return writtenDates(text).flatMap(({ text: date, exists, rightWeekday }) => {
    if (!exists) {
      return fault(field, "R28_IMPOSSIBLE_DATE", `La data «${date}» non esiste.`, "Correggere la data.");
    }
    if (!rightWeekday) return [];
    return fault(
      field,
      "R28_WRONG_WEEKDAY",
      `La data «${date}» è sbagliata: quel giorno è ${rightWeekday}.`,
      "Correggere il giorno della settimana o la data.",
    );
  });
}

function wrongWords({ field, text }: Section): Fault[] {
  return [...text.matchAll(spelledOut)].flatMap((match) => {
    const figures = match[1] ?? match[3] ?? match[6] ?? "";
    const words = match[2] ?? match[4] ?? match[5] ?? "";
    const amount = parseAmount(figures);
    const [, whole = "", cents] =
      /^(.*?)(?:\s{0,3}(?:\/|,|virgola)\s{0,3}(\d\d))?\s{0,3}(?:euro)?$/i.exec(words.replace(introduction, "")) ?? [];
    const said = numberInWords(whole);
    if (said === null || Number.isNaN(amount)) return [];
    const isRight = said === Math.trunc(amount) && (cents ?? "00") === amount.toFixed(2).slice(-2);
    if (isRight || (cents === undefined && said === Math.trunc(amount))) return [];
    return fault(
      field,
      "R28_WRONG_WORDS",
      `L'importo ${inEuro(amount)} è scritto in lettere «${words.trim()}».`,
      "Allineare cifre e lettere.",
    );
  });
}

/** Dates that don't exist, wrong weekdays, an end of validity other than the document's, and amounts that differ from their words. */
export const consistency: Check = (input) => {
  const { kind, validUntil } = input.document;
  const sections = sectionsOf(input);
  const lastDay = kind === "preventivo" && validUntil ? wholeDay(validUntil, input.timezone) : null;
  const otherValidity = (section: Section): Fault[] =>
    writtenDates(section.text)
      .filter(({ day, index }) => day !== null && day !== lastDay && saysValidity(section.text, index))
      .map(({ text }) =>
        fault(
          section.field,
          "R28_OTHER_VALIDITY",
          `Il testo dà la validità fino ${withArticle("al", text)}, il documento fino ${withArticle("al", validUntil ? italianDate(validUntil, input.timezone) : "")}.`,
          "Usare la stessa data.",
        ),
      );
  return [
    ...sections.flatMap(wrongDates),
    ...(lastDay ? sections.flatMap(otherValidity) : []),
    ...sections.flatMap(wrongWords),
  ];
};

const saysValidity = (text: string, index: number): boolean =>
  holdsUntil.test(text.slice(Math.max(0, index - 50), index)) &&
  offer.test(text.slice(Math.max(0, index - 120), index));
