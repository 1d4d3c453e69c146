import { factorNames } from "../bill/bill-measurements.js";
import { capitalized } from "../text/capitalized.js";
import { editDistance } from "../text/edit-distance.js";
import { folded } from "../text/folded.js";
import { factorsOnLine, type Holder, harmless, type Kind, lacking, misplaced, type Ours, ours } from "./our-keys.js";

const plain = (key: string): string => folded(key).replace(/[^\p{L}\p{N}]/gu, "");

/** Numbers, and texts of digits such as `12,50 €` or `5 %`; short ones, or the pattern would take long. */
const isNumeric = (value: unknown): boolean =>
  typeof value === "number" ||
  (typeof value === "string" && value.length <= 30 && /^[-+\d.,\s€%]*$/.test(value) && /\d/.test(value));
const holds: Record<Kind, (value: unknown) => boolean> = {
  number: isNumeric,
  text: (value) => typeof value === "string" && value.trim() !== "",
  list: (value) => Array.isArray(value) && value.length > 0,
};

interface Alike {
  name: string;
  kind: Kind;
  /** whether it means something else when our key is present too */
  isVague: boolean;
}

/** Longer keys aren't ours. */
const maxKeyLength = 30;
/** Once a bill has more different keys than this, only whole words are recognized, because comparing letters is slow. */
const mostCompared = 5_000;

/** What each word stands for, the likeliest first; the meanings of a word differ in what they hold. */
const meanings: Record<Holder, ReadonlyMap<string, Alike[]>> = {
  line: meaningsIn("line"),
  section: meaningsIn("section"),
  measurement: meaningsIn("measurement"),
};

function meaningsIn(holder: Holder): Map<string, Alike[]> {
  const byWord = new Map<string, Alike[]>();
  const candidates = ours[holder];
  const add = (words: string, { name, kind }: Ours, isVague: boolean): void => {
    for (const word of words.split(" ").filter(Boolean))
      byWord.set(word, [...(byWord.get(word) ?? []), { name, kind, isVague }]);
  };
  for (const each of candidates) add(`${plain(each.name)} ${each.others}`, each, false);
  for (const each of candidates) add(each.vague, each, true);
  if (holder === "line") for (const each of factorsOnLine) add(each.others, each, false);
  return byWord;
}

/** The properties that a misspelt key may stand for: ours first, then longer words for them. */
function misspelt(word: string, holder: Holder): Alike[] {
  const near = (test: (candidate: Ours) => boolean) =>
    ours[holder].filter(test).map(({ name, kind }) => ({ name, kind, isVague: false }));
  return [
    ...near(({ name }) => isTypo(word, plain(name))),
    ...near(({ others }) => others.split(" ").some((other) => isTypoOfLong(word, other))),
  ];
}

const isTypoOfLong = (word: string, other: string): boolean =>
  other.length >= 6 && Math.abs(word.length - other.length) <= 1 && editDistance(word, other) === 1;

/** One wrong letter in short words, two in longer ones; where a mere letter makes another word, the first one is right. */
function isTypo(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 2) return false;
  const distance = editDistance(word, name);
  const mayDiffer = name.length >= 5 ? 2 : 1;
  return distance <= mayDiffer && (word[0] === name[0] || (distance === 1 && name.length !== 4));
}

export interface Lookalike {
  key: string;
  /** what to do about it, as a sentence */
  suggestion: string;
}

/** Finds the keys of a bill that look like ours but aren't, or are ours in the wrong place. It remembers what it has seen. */
export class LookalikeKeys {
  private readonly seen: Record<Holder, Map<string, Alike[]>> = {
    line: new Map(),
    section: new Map(),
    measurement: new Map(),
  };
  private compared = 0;

  /** The keys of an object that are probably meant as one of ours. Values that say the same as ours beside them are left alone. */
  within(object: Record<string, unknown>, holder: Holder): Iterable<Lookalike> {
    // A bill has tens of thousands of objects, nearly all without any other key.
    for (const key in object) if (!isOurs(key, holder) && !harmless[holder].has(key)) return this.found(object, holder);
    return [];
  }

  private *found(object: Record<string, unknown>, holder: Holder): Generator<Lookalike> {
    for (const key in object) {
      if (isOurs(key, holder)) continue;
      const value = object[key];
      const place = whereItBelongs(key, holder);
      if (place && value !== 0 && holds[place.kind](value)) yield { key, suggestion: `${capitalized(place.belongs)}.` };
      if (place || harmless[holder].has(key)) continue;
      const meant = this.alikeTo(key, holder).find(({ name, kind, isVague }) => {
        const own = object[name];
        const saysNoMore = kind === "text" || isVague ? own !== undefined && own !== "" : own === value;
        return holds[kind](value) && !saysNoMore;
      });
      if (meant) yield { key, suggestion: suggestionFor(meant.name, holder) };
    }
  }

  private alikeTo(key: string, holder: Holder): Alike[] {
    if (key.length > maxKeyLength) return none;
    const known = this.seen[holder].get(key);
    if (known) return known;
    const word = plain(key);
    const exact = meanings[holder].get(word) ?? none;
    if (this.compared++ >= mostCompared) return exact;
    const alike = [...exact, ...misspelt(word, holder)];
    this.seen[holder].set(key, alike);
    return alike;
  }
}

const whereItBelongs = (key: string, holder: Holder) =>
  Object.hasOwn(misplaced[holder], key) ? misplaced[holder][key] : lackingUnder(key, holder);

const none: Alike[] = [];
const names = Object.fromEntries(
  Object.entries(ours).map(([holder, list]) => [holder, new Set(list.map(({ name }) => name))]),
) as Record<Holder, Set<string>>;
const isOurs = (key: string, holder: Holder): boolean => names[holder].has(key);

const lackingUnder = (key: string, holder: Holder) =>
  key.length <= maxKeyLength ? lacking[holder].get(plain(key)) : undefined;

const suggestionFor = (name: string, holder: Holder): string =>
  holder === "line" && factorNames.some((factor) => factor === name)
    ? `Write it as "measurements": [{"${name}": …}].`
    : `Write it as "${name}".`;
