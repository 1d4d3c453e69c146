import type { LineItem } from "../documents/revision.js";
import { normalized } from "../text/normalized.js";
import { anyWord, oneOf, wordPattern } from "../text/words.js";
import { counted, lineWords, removal, speaksOfFigures } from "./instruction-words.js";
import { joinedNumbers, lineNouns, lineNumbers, placesOf } from "./line-numbers.js";
import { numberWords, withLineNumbers } from "./line-ordinals.js";

/** What is to be added stands nowhere yet: `aggiungi come ultima riga`. */
const addition = wordPattern({ whole: ["add, adding, insert"], stems: ["aggiung, inseri"] });
const asksForMore = new RegExp(addition, "iu");
const additions = new RegExp(String.raw`${addition}(?:(?!\s(?:e|ed|and|poi)\s)[^.,;:!?\n])*`, "giu");

/**
 * The positions of the lines that a text names by number, in words or by code; null where it names none.
 * @param inWords whether `la prima` may be one of them
 */
export function namedLines(text: string, { codes }: LineNames, inWords = true): number[] | null {
  const numbersIn = (part: string): string[] => [...part.matchAll(lineNumbers)].map(([, list = ""]) => list);
  const counted = text.replace(
    additions,
    (added) =>
      ` ${numbersIn(added)
        .map((list) => `righe ${list};`)
        .join(" ")} `,
  );
  const numbers = numbersIn(inWords ? withLineNumbers(counted, codes.length) : counted);
  const coded = codes.flatMap((code, index) => (code && text.includes(code) ? [index] : []));
  if (numbers.length + coded.length === 0) return null;
  const places = new Set(coded);
  for (const list of new Set(numbers)) for (const place of placesOf(list, codes.length)) places.add(place);
  return [...places];
}

const small = anyWord({
  whole: [
    "della, delle, dello, degli, dalla, dalle, dallo, nella, nelle, sulla, sulle, alla, alle, quella, quelle, quello, quelli",
    "questa, queste, questo, questi, tutte, tutti, tutto, altre, altri, anche, prima, sotto, sopra, senza, those, these, which, other",
  ],
});

/** Longer words are compared by their beginning. */
const longestStem = 30;
/** Words of five letters or more, without the last letter, by which singular and plural differ. */
const stemsOf = (text: string): string[] =>
  (text.match(/\p{L}{5,}/gu) ?? [])
    .filter((word) => !small.test(word))
    .map((word) => word.slice(0, Math.min(word.length - 1, longestStem)));

/** The beginnings of a stem, up to itself. */
const beginningsOf = (stem: string): string[] =>
  Array.from({ length: stem.length }, (_, at) => stem.slice(0, at + 1)).slice(3);

/** What lines are called by. */
export interface LineNames {
  /** of each line, normalized */
  codes: string[];
  /** the lines with a stem in their description, and with one that begins so */
  withStem: Map<string, Set<number>>;
  withBeginning: Map<string, Set<number>>;
}

/** Made once for all sentences: instructions may have thousands of them. */
export function namesOf(items: readonly LineItem[]): LineNames {
  const [withStem, withBeginning] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()];
  const add = (to: Map<string, Set<number>>, key: string, index: number): void => {
    to.set(key, (to.get(key) ?? new Set()).add(index));
  };
  for (const [index, { desc }] of items.entries()) {
    for (const stem of new Set(stemsOf(normalized(desc)))) {
      add(withStem, stem, index);
      for (const beginning of beginningsOf(stem)) add(withBeginning, beginning, index);
    }
  }
  return { codes: items.map(({ code }) => normalized(code ?? "")), withStem, withBeginning };
}

/** Lines whose description shares a word with a text. */
export function describedIn(text: string, { withStem, withBeginning }: LineNames): number[] {
  const places = new Set<number>();
  for (const stem of new Set(stemsOf(text))) {
    for (const lines of [withBeginning.get(stem), ...beginningsOf(stem).map((one) => withStem.get(one))])
      for (const place of lines ?? []) places.add(place);
  }
  return [...places].sort((one, other) => one - other);
}

const every = String.raw`(?:tutt[aeio]|all|every\p{L}{0,5})`;
const excepting = oneOf(
  "tranne, eccetto, salvo, fuorché, fuorchè, fuorche, eccezione, esclusione, except, excepting, excluding, apart from, other than",
  /eccettuat[aeio]|esclus[aeio]|divers[aei]|but not|ma non/,
  new RegExp(
    String.raw`(?<=(?:(?<!\p{L})${every}(?:\s\p{L}{1,12}){0,2}|${lineNouns}|\d|in poi)\s)(?:meno|a parte|but|save)`,
  ),
);
/** The word for a line that is excepted: in `salvo errori` or `IVA esclusa` none is. */
const determiner = String.raw`(?:per\s|for\s)?(?:(?:la|le|il|lo|i|gli|della|delle|del|dei|degli|di|dalla|dalle|dal|dai|quell\p{L}{1,2}|the|those|of)(?!\p{L})|(?:d|del|dal|da)?l['’]|${lineNouns}|\d|${oneOf(...numberWords)}(?!\p{L}))`;
/** `Meno il 10 %` is no line. */
const notAnAmount = String.raw`(?!(?:(?:il|lo|la|i|gli|le|the)\s|l['’])?\d[\d.,]{0,12}\s{0,2}(?:€|%|(?:euro?|per cento|${counted})(?!\p{L})))`;
const exception = new RegExp(
  String.raw`(?<!\p{L})${excepting}(?!\p{L})\s{0,2}(?=${determiner})(?!(?:per\s|for\s)?(?:l['’]|la\s|the\s)?(?:iva|vat)(?!\p{L}))${notAnAmount}`,
  "iu",
);
const lineReference = new RegExp(String.raw`${lineNouns}|\d|(?<!\p{L})(?:quell\p{L}{1,2}|those)(?!\p{L})`, "iu");

/** What a sentence excepts, to the clause that asks for something else: ` la 3 e la 5` in `tutte tranne la 3 e la 5`; null: nothing. */
export function exceptionIn(sentence: string): { whole: string; lines: string } | null {
  const found = exception.exec(sentence);
  if (!found) return null;
  const after = sentence.slice(found.index + found[0].length);
  const clauses = after.split(/(?=[,;:])/);
  const end = clauses.findIndex(
    (clause, at) => at > 0 && (removal.test(clause) || speaksOfFigures(clause) || asksForMore.test(clause)),
  );
  const said = (end < 0 ? clauses : clauses.slice(0, end)).join("");
  return { whole: found[0] + said, lines: said };
}

/** The lines that an exception or a prohibition speaks of, where numbers alone stand for lines too. */
export const spokenOf = (text: string, names: LineNames): number[] => [
  ...(namedLines(`righe${joinedNumbers.test(text) ? "" : ","} ${text}`, names) ?? []),
  ...describedIn(text.replace(lineWords, " "), names),
];

/** Whether an exception is one of lines, as `la 3` or `quelle di muratura`, rather than of something else, as `il trasporto`. */
export const isOfLines = (excepted: string): boolean => lineReference.test(excepted);
