import type { LineItem } from "../documents/revision.js";
import { normalized } from "../text/normalized.js";
import { parseAmount } from "../text/written-amounts.js";
import {
  asksToStartAnew,
  bareNumbers,
  everyLine,
  everything,
  forbiddenClauses,
  linesBeside,
  lineWords,
  money,
  priceWords,
  removal,
  speaksOfFigures,
  withoutOtherWishes,
} from "./instruction-words.js";
import { describedIn, exceptionIn, isOfLines, namedLines, namesOf, spokenOf } from "./named-lines.js";

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

/**
 * Reads instructions by fixed rules, since a model must not judge its own limits:
 * - Figures may change only where the instructions mention prices, quantities or amounts. This holds for the lines named by number
 *   (`riga 3`, `l'ultima voce`) or code, or for all lines where none is named. A number of no line that is there stands for none of
 *   them, unless all are spoken of or more are asked for (`aggiungi la voce 7`).
 * - Lines may go only where a sentence asks to remove, replace or redo something: the lines that it names by number or code, all lines
 *   where it mentions lines in general, else those that it describes.
 * - What a sentence excepts (`tutte tranne la 3`) stays; where nobody knows which lines that are, all stay.
 * - What a clause forbids is ignored, and the lines that it speaks of stay beside others that go.
 */
export function requestedChanges(instructions: string, items: readonly LineItem[]): RequestedChanges {
  const allowed = instructions.replace(forbiddenClauses, " ");
  const sentencesAllowed = allowed.split(sentences).map(normalized);
  const all = items.map((_, index) => index);
  const names = namesOf(items);
  /** @param others tells that others are meant too, where only lines are named that aren't there */
  const orAll = (named: readonly number[] | null, part: string, others: RegExp): readonly number[] =>
    named === null || (named.length === 0 && others.test(part)) ? all : named;
  const withoutException = (sentence: string): string => {
    const excepted = exceptionIn(sentence);
    return excepted ? sentence.replace(excepted.whole, () => " ") : sentence;
  };
  /** Of the lines that a sentence asks for, those that it doesn't except. None where it excepts some, and nobody knows which. */
  const notExcepted = (asked: readonly number[], sentence: string): readonly number[] => {
    const excepted = exceptionIn(sentence);
    if (!excepted) return asked;
    const kept = new Set(spokenOf(excepted.lines, names));
    return kept.size === 0 ? [] : asked.filter((place) => !kept.has(place));
  };
  const forbidden = [...instructions.matchAll(forbiddenClauses)].map(([clause]) => normalized(clause));
  const kept = new Set(spokenOf(forbidden.join("\n"), names));
  const allButKept = (): number[] => all.filter((place) => !kept.has(place));
  /** @param excepts whether it excepts some: then `tutto` stands for all lines */
  const removedBy = (sentence: string, excepts: boolean): readonly number[] => {
    if (asksToStartAnew(sentence)) return allButKept();
    const mentionsLines = lineWords.test(sentence) || (excepts && everything.test(sentence));
    if (!mentionsLines) return describedIn(sentence, names);
    const going = withoutOtherWishes(sentence);
    const goingLines = namedLines(going, names);
    const named = orAll(goingLines?.length ? goingLines : namedLines(sentence, names), sentence, everyLine);
    const left = named.filter((place) => !kept.has(place));
    return left.length === 0 && named.length < all.length ? named : left;
  };

  // `Sconta tutto salvo il trasporto`, where no line is transport, means all lines.
  const isPricing = (sentence: string): boolean => {
    const lines = exceptionIn(sentence)?.lines;
    return speaksOfFigures(sentence) && (lines === undefined || isOfLines(lines) || spokenOf(lines, names).length > 0);
  };
  const asked = sentencesAllowed.map(withoutException);
  // In `la prima rata del 30 %, la seconda a saldo`, and in what is said of the text of lines, no words stand for lines with other figures.
  const namedBy = asked.flatMap((sentence) => {
    const named = namedLines(sentence, names, speaksOfFigures(sentence));
    return named === null ? [] : [named];
  });
  const text = asked.join("\n");
  return {
    figures: new Set(
      speaksOfFigures(text)
        ? sentencesAllowed
            .filter(isPricing)
            .reduce(notExcepted, orAll(namedBy.length > 0 ? namedBy.flat() : null, text, linesBeside))
        : [],
    ),
    removal: new Set(
      sentencesAllowed.flatMap((sentence) => {
        const asking = withoutException(sentence);
        if (!removal.test(asking)) return [];
        return notExcepted(removedBy(asking, asking !== sentence), sentence);
      }),
    ),
    statedPrices: new Set(sentencesAllowed.flatMap(pricesIn)),
  };
}

/** The prices that a sentence states. */
function pricesIn(sentence: string): number[] {
  const found = [...sentence.matchAll(money), ...(priceWords.test(sentence) ? sentence.matchAll(bareNumbers) : [])];
  return found.map(([, one, other]) => parseAmount(one ?? other ?? "")).filter((amount) => amount > 0);
}
