import { normalized } from "../normalized.js";
import { parseAmount } from "../review/text.js";
import type { LineItem } from "../revision.js";
import {
  asksToStartAnew,
  bareNumbers,
  everyLine,
  forbiddenClauses,
  lineNumbers,
  linesBeside,
  lineWords,
  money,
  priceWords,
  removal,
  speaksOfFigures,
} from "./instruction-words.js";

/** The point of `n. 3` ends none. */
const sentences = /(?<!\b(?:nn?|nr|no|num)(?=\.\s{0,2}\d))[.;!?](?=\s|$)|\n/i;

/** What the requester's instructions let a model do to the present line items, which are named by their positions from 0. */
export interface RequestedChanges {
  /** lines whose quantity and price may change */
  figures: ReadonlySet<number>;
  /** lines that may be left out */
  removal: ReadonlySet<number>;
  /** prices that the instructions state, such as one that was agreed on */
  statedPrices: ReadonlySet<number>;
}

/** The positions that `1, 3 e 5`, `2-4` or `5 in poi` names, of `count` lines. */
function placesOf(list: string, count: number): number[] {
  const named: number[] = [];
  let previous = 0;
  for (const [, joint = "", digits] of list.matchAll(/(\D*)(\d+)/g)) {
    const place = Number(digits);
    const first = /^\s*(?:-|–|(?:al?|alla|to)\s)/.test(joint) && place > previous ? previous + 1 : place;
    for (let at = Math.max(first, 1); at <= Math.min(place, count); at++) named.push(at - 1);
    previous = place;
  }
  if (/\p{L}$/u.test(list)) for (let at = previous; at < count; at++) named.push(at);
  return named;
}

/** Words of five letters or more, without the last letter, by which singular and plural differ. */
const stemsOf = (text: string): string[] => (text.match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, -1));

/** Lines whose description shares a word with a text. */
function describedIn(text: string, items: readonly LineItem[]): number[] {
  const stems = stemsOf(text);
  return items.flatMap(({ desc }, index) =>
    stemsOf(normalized(desc)).some((own) => stems.some((stem) => own.startsWith(stem) || stem.startsWith(own)))
      ? [index]
      : [],
  );
}

/**
 * Reads instructions by fixed rules, since a model must not judge its own limits:
 * - Figures may change only where the instructions mention prices, quantities or amounts. This holds for the lines named by number
 *   (`riga 3`) or code, or for all lines where none is named. A number of no line that is there stands for none of them, unless all are
 *   spoken of or more are asked for (`aggiungi la voce 7`).
 * - Lines may go only where a sentence asks to remove, replace or redo something: the lines that it names by number or code, all lines
 *   where it mentions lines in general, else those that it describes.
 * - What a clause forbids is ignored.
 */
export function requestedChanges(instructions: string, items: readonly LineItem[]): RequestedChanges {
  const allowed = instructions.replace(forbiddenClauses, " ");
  const text = normalized(allowed);
  const allowedSentences = allowed.split(sentences).map(normalized);
  const all = items.map((_, index) => index);
  /** @param others tells that others are meant too, where only lines are named that aren't there */
  const namedOrAll = (part: string, others: RegExp): number[] => {
    const numbers = [...part.matchAll(lineNumbers)].map(([, list = ""]) => list);
    const coded = items.flatMap(({ code }, index) => (code && part.includes(normalized(code)) ? [index] : []));
    const named = [...numbers.flatMap((list) => placesOf(list, items.length)), ...coded];
    return named.length === 0 && (numbers.length === 0 || others.test(part)) ? all : named;
  };
  const removals = allowedSentences.filter((sentence) => removal.test(sentence));
  return {
    figures: new Set(speaksOfFigures(text) ? namedOrAll(text, linesBeside) : []),
    removal: new Set(
      removals.flatMap((sentence) => {
        if (asksToStartAnew(sentence)) return all;
        return lineWords.test(sentence) ? namedOrAll(sentence, everyLine) : describedIn(sentence, items);
      }),
    ),
    statedPrices: new Set(allowedSentences.flatMap(pricesIn)),
  };
}

/** The prices that a sentence states. */
function pricesIn(sentence: string): number[] {
  const found = [...sentence.matchAll(money), ...(priceWords.test(sentence) ? sentence.matchAll(bareNumbers) : [])];
  return found.map(([, one, other]) => parseAmount(one ?? other ?? "")).filter((amount) => amount > 0);
}
