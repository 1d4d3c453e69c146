import { normalized, parseAmount } from "../review/text.js";
import type { LineItem } from "../revision.js";
import {
  asksToStartAnew,
  bareNumbers,
  forbiddenClauses,
  lineNumbers,
  lineWords,
  money,
  priceWords,
  removal,
  speaksOfFigures,
} from "./instruction-words.js";

const sentences = /[.;!?](?=\s|$)|\n/;

/** What the caller's instructions allow a model to do to line items that are already there; lines by their places, from 0. */
export interface Asked {
  /** those whose quantity and price may change */
  figures: ReadonlySet<number>;
  /** those that may be left out */
  removal: ReadonlySet<number>;
  /** prices that the instructions state, such as one agreed on */
  stated: ReadonlySet<number>;
}

/** The places named by `1, 3 e 5` or `2-4`, of so many that there are. */
function placesOf(list: string, count: number): number[] {
  const named: number[] = [];
  let previous = 0;
  for (const [, joint = "", digits] of list.matchAll(/(,|-|–|ed?|a|and|to)?\s{0,2}(\d{1,4})/g)) {
    const place = Number(digits);
    const first = /^(-|–|a|to)$/.test(joint) && place > previous ? previous + 1 : place;
    for (let at = Math.max(first, 1); at <= Math.min(place, count); at++) named.push(at - 1);
    previous = place;
  }
  return named;
}

/** Words of five letters and more, without the last one, which tells singular from plural. */
const stemsOf = (text: string): string[] => (text.match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, -1));

/** Lines whose description shares a word with a text. */
function worded(text: string, items: readonly LineItem[]): number[] {
  const stems = stemsOf(text);
  return items.flatMap(({ desc }, index) =>
    stemsOf(normalized(desc)).some((own) => stems.some((stem) => own.startsWith(stem) || stem.startsWith(own)))
      ? [index]
      : [],
  );
}

/**
 * Reads instructions by fixed rules, since a model is not to judge its own limits. Figures of present lines may change only where the
 * instructions speak of prices, quantities or amounts: those of the lines that they name by place (`riga 3`) or code, or of all where
 * they name none. Lines may go only where a sentence speaks of taking away, replacing or doing anew: those that it names by place or
 * code, all where it speaks of lines in general, else those that it describes. What a clause forbids counts for nothing.
 */
export function askedBy(instructions: string, items: readonly LineItem[]): Asked {
  const allowed = instructions.replace(forbiddenClauses, " ");
  const text = normalized(allowed);
  const told = allowed.split(sentences).map(normalized);
  const named = (part: string): number[] => [
    ...[...part.matchAll(lineNumbers)].flatMap(([, list = ""]) => placesOf(list, items.length)),
    ...items.flatMap(({ code }, index) => (code && part.includes(normalized(code)) ? [index] : [])),
  ];
  const all = items.map((_, index) => index);
  const orAll = (some: number[]): number[] => (some.length > 0 ? some : all);
  const takingAway = told.filter((sentence) => removal.test(sentence));
  return {
    figures: new Set(speaksOfFigures(text) ? orAll(named(text)) : []),
    removal: new Set(
      takingAway.flatMap((sentence) => {
        if (asksToStartAnew(sentence)) return all;
        return lineWords.test(sentence) ? orAll(named(sentence)) : worded(sentence, items);
      }),
    ),
    stated: new Set(told.flatMap(statedIn)),
  };
}

/** The prices that a sentence states. */
function statedIn(sentence: string): number[] {
  const found = [...sentence.matchAll(money), ...(priceWords.test(sentence) ? sentence.matchAll(bareNumbers) : [])];
  return found.map(([, one, other]) => parseAmount(one ?? other ?? "")).filter((amount) => amount > 0);
}
