import { gulpease, minRatedWords, textFigures } from "../../text/gulpease.js";
import { inItalian } from "../../text/italian-numbers.js";
import type { DocumentKind } from "../../vocabulary.js";
import type { Check, Fault } from "../finding.js";

const hardBelow = 40;
const fairlyHardForClientsBelow = 50;
const maxUppercaseShare = 0.25;
const forClients: DocumentKind[] = ["letter", "engagement_letter", "preventivo"];

/** The Gulpease index that a document of this kind should reach. */
export const aimedReadability = (kind: DocumentKind): number =>
  forClients.includes(kind) ? fairlyHardForClientsBelow : hardBelow;

/** Whether a sentence names the parties of a deed, which takes a single sentence, however long. */
const namesParties = (beginning: string, kind: DocumentKind): boolean =>
  /\bsottoscritt[oaie]\b/i.test(beginning) || (kind === "engagement_letter" && /^[tf]ra\s/i.test(beginning));

/** A body that is hard to read: a low Gulpease index, long sentences, too many capitals. */
export const readability: Check = ({ document: { body, kind } }) => {
  const figures = textFigures(body ?? "");
  const { value } = gulpease(figures);
  const faults: Fault[] = [];
  if (value !== null && value < aimedReadability(kind)) {
    faults.push({
      severity: value < hardBelow ? "warning" : "info",
      code: value < hardBelow ? "R31_HARD_TO_READ" : "R31_FAIRLY_HARD",
      field: "/body",
      message: `Il testo è difficile da leggere: indice Gulpease ${inItalian(value)} su 100.`,
      suggestion: "Usare frasi più brevi e parole più comuni.",
    });
  }
  const long = figures.longSentences.filter((beginning) => !namesParties(beginning, kind));
  if (long.length > 0) {
    faults.push({
      severity: "info",
      code: "R31_LONG_SENTENCE",
      field: "/body",
      message:
        long.length === 1
          ? `Una frase supera le 40 parole: «${long[0]}».`
          : `${long.length} frasi superano le 40 parole. La prima: «${long[0]}».`,
      suggestion: "Dividere le frasi lunghe in due o tre.",
    });
  }
  if (figures.words >= minRatedWords && figures.uppercaseLetters > figures.letters * maxUppercaseShare) {
    faults.push({
      severity: "info",
      code: "R31_UPPERCASE",
      field: "/body",
      message: "Più di un quarto del testo è in maiuscolo.",
      suggestion: "Usare il maiuscolo solo per i titoli.",
    });
  }
  return faults;
};
