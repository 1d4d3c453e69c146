import { either, oneOf } from "../../text/words.js";
import { type Section, sectionsOf } from "../document-texts.js";
import type { Check } from "../finding.js";
import { quoted } from "../finding-words.js";
import { openBlanks } from "../written/blanks.js";

const blanksToFill = oneOf(
  "inserire, indicare, completare, specificare, scrivere",
  /da (?:completare|compilare|definire|indicare|inserire|verificare)/,
  "nome, cognome, cliente, committente, indirizzo, comune, data, importo, numero, xx",
);
const marks = either(
  [
    /\{\{[^{}\n]{0,60}\}\}/,
    /<<[^<>\n]{1,40}>>/,
    /\b[Xx]{3,}\b/,
    /\bTODO\b|\bFIXME\b|\bTBD\b/,
    /\?{3,}/,
    /\blorem ipsum\b/,
    new RegExp(String.raw`\[(?:\.{2,5}|…|_{1,40}|${blanksToFill}[^[\]\n]{0,60})\]`),
  ],
  "gi",
);
const inCapitals = new Set(["TODO", "FIXME", "TBD"]);
const romanNumberBefore = /\b(titolo|capo|libro|allegato|tabella|parte|sezione|tavola|secolo|art\.|articolo)\s{1,3}$/i;

/** Whether `index` lies within a quotation, where `[...]` properly stands for words left out. */
function isInQuotation(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 300), index);
  const opened = (open: string, close: string): boolean => before.lastIndexOf(open) > before.lastIndexOf(close);
  const straight = before.slice(before.lastIndexOf("\n") + 1).split('"').length - 1;
  return opened("«", "»") || opened("“", "”") || straight % 2 === 1;
}

function leftovers(text: string): string[] {
  const found = [...text.matchAll(marks)].filter(({ 0: mark, index }) => {
    if (mark === "[...]" || mark === "[…]") return !isInQuotation(text, index);
    if (mark === "XXX") return !romanNumberBefore.test(text.slice(Math.max(0, index - 20), index));
    return !inCapitals.has(mark.toUpperCase()) || inCapitals.has(mark);
  });
  return [...found.map(([mark]) => mark), ...openBlanks(text)];
}

/** Placeholders and blanks of a template or draft that nobody filled in. */
export const unfilled: Check = (input) => {
  const lines = input.document.lineItems.map(
    ({ desc }, index): Section => ({ field: `/lineItems/${index}/desc`, text: desc }),
  );
  return [...sectionsOf(input), ...lines].flatMap(({ field, text }) => {
    const found = leftovers(text);
    if (found.length === 0) return [];
    return {
      severity: "error",
      code: "R18_LEFTOVER",
      field,
      message: `Restano parti da compilare: ${quoted(found)}.`,
      suggestion: "Completare il testo, oppure togliere il segnaposto.",
    };
  });
};
