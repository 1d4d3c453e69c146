import { editDistance } from "./edit-distance.js";
import { factorsOnLine, type Holder, harmless, type Kind, misplaced, type Ours, ours } from "./our-keys.js";

const plain = (key: string): string =>
  key
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

const isNumeric = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\s*[-+]?[\d.,\s€]*\d[\d.,\s€]*$/.test(value));
const holds: Record<Kind, (value: unknown) => boolean> = {
  number: isNumeric,
  text: (value) => typeof value === "string" && value.trim() !== "",
  list: (value) => Array.isArray(value) && value.length > 0,
};

interface Alike {
  name: string;
  kind: Kind;
  /** whether it says something else where ours stands beside it */
  isVague: boolean;
}

/** Longer keys are none of ours. */
const maxKeyLength = 30;
/** Beyond so many different keys of a bill only whole words are recognized: comparing letters takes long. */
const mostCompared = 5_000;

/** The properties that a key may stand for, the likeliest first; they differ in what they hold. */
function alikeTo(key: string, holder: Holder, isCompared: boolean): Alike[] {
  const word = plain(key);
  const found: Alike[] = [];
  const add = (candidates: readonly Ours[], isVague: boolean, test: (candidate: Ours) => boolean): void => {
    for (const { name, kind, ...rest } of candidates)
      if (test({ name, kind, ...rest })) found.push({ name, kind, isVague });
  };
  const candidates = ours[holder];
  add(candidates, false, ({ name }) => plain(name) === word);
  add(candidates, false, ({ others }) => isOneOf(word, others));
  add(candidates, true, ({ vague = "" }) => isOneOf(word, vague));
  if (holder === "line") add(factorsOnLine, false, ({ others }) => isOneOf(word, others));
  if (!isCompared) return found;
  add(candidates, false, ({ name }) => isTypo(word, plain(name)));
  add(candidates, false, ({ others }) => others.split(" ").some((other) => isTypoOfLong(word, other)));
  return found;
}

const isOneOf = (word: string, words: string): boolean => word !== "" && words.split(" ").includes(word);
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

/** Finds the keys of a bill that look like ours and aren't, or are ours in the wrong place. It remembers what it has seen. */
export class LookalikeKeys {
  private readonly seen: Record<Holder, Map<string, Alike[]>> = {
    line: new Map(),
    section: new Map(),
    measurement: new Map(),
  };
  private compared = 0;

  /** The keys of an object that are probably meant as one of ours. Values that say the same as ours beside them are left alone. */
  *within(object: Record<string, unknown>, holder: Holder): Generator<Lookalike> {
    for (const key in object) {
      if (isOurs(key, holder)) continue;
      const value = object[key];
      const place = misplaced[holder][key];
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
    const alike = alikeTo(key, holder, this.compared++ < mostCompared);
    this.seen[holder].set(key, alike);
    return alike;
  }
}

const none: Alike[] = [];
const names = Object.fromEntries(
  Object.entries(ours).map(([holder, list]) => [holder, new Set(list.map(({ name }) => name))]),
) as Record<Holder, Set<string>>;
const isOurs = (key: string, holder: Holder): boolean => names[holder].has(key);

const factorNames: ReadonlySet<string> = new Set(
  ours.measurement.filter(({ kind }) => kind === "number").map(({ name }) => name),
);
const suggestionFor = (name: string, holder: Holder): string =>
  holder === "line" && factorNames.has(name)
    ? `Write it as "measurements": [{"${name}": …}].`
    : `Write it as "${name}".`;
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
