import { wordSet } from "../../text/word-set.js";
import { type Section, sectionsOf } from "../document-texts.js";
import type { Check, Fault } from "../finding.js";
import { quoted } from "../finding-words.js";
import { unmatchedPairs } from "../written/pairs.js";

const word = /\p{L}{2,}/gu;
const doubledOnPurpose = wordSet("via piano quasi poco così mano pian sì no bene sempre molto");
const twoSpaces = /[\p{L}\p{N}.,;:)] {2}(?=[\p{L}\p{N}(])/gu;

function repeatedWords(text: string): string[] {
  const repeated: string[] = [];
  let last = { text: "", end: -1 };
  for (const { 0: found, index } of text.matchAll(word)) {
    const isNext = index - last.end <= 3 && /^[ \t]+$/.test(text.slice(last.end, index));
    if (isNext && last.text.toLowerCase() === found && !doubledOnPurpose.has(found)) {
      repeated.push(`${last.text} ${found}`);
    }
    last = { text: found, end: index + found.length };
  }
  return repeated;
}

const around = (text: string, index: number): string => text.slice(Math.max(0, index - 15), index + 15);

function typingErrors({ field, text }: Section): Fault[] {
  const fault = (code: string, message: string, suggestion: string): Fault[] => [
    { severity: "info", code, field, message, suggestion },
  ];
  const repeated = repeatedWords(text);
  const spaces = [...text.matchAll(twoSpaces)].length;
  const unmatched = unmatchedPairs(text);
  return [
    ...(repeated.length > 0
      ? fault("R32_REPEATED_WORD", `Parole ripetute: ${quoted(repeated)}.`, "Togliere la ripetizione.")
      : []),
    ...(spaces > 0 ? fault("R32_TWO_SPACES", `Spazi doppi: ${spaces}.`, "Lasciare un solo spazio.") : []),
    ...(unmatched.length > 0
      ? fault(
          "R32_UNMATCHED_PAIR",
          `Parentesi o virgolette senza la loro coppia: ${quoted(unmatched.map((index) => around(text, index)))}.`,
          "Aprire o chiudere la parentesi o le virgolette.",
        )
      : []),
  ];
}

/** Typing errors: repeated words, double spaces, unpaired brackets and quotation marks. */
export const typing: Check = (input) => sectionsOf(input).flatMap(typingErrors);
