import { grouped } from "../../grouped.js";
import { folded } from "../../text/folded.js";
import { wordSet } from "../../text/word-set.js";
import { oneOf } from "../../text/words.js";
import { NameFinder, wordsOf } from "./names.js";

const capitalized = String.raw`\p{Lu}[\p{L}'’]{1,40}`;
const laterWord = oneOf(new RegExp(capitalized, "u"), "di, del, della, dei, al, sul, in", /nell['’]\p{L}{1,40}/u);
const afterComuneDi = new RegExp(
  String.raw`(?<!\p{L})(?:[Cc]omune|COMUNE) (?:di|DI|d['’]) {0,3}(${capitalized}(?: ${laterWord}){0,4})`,
  "gu",
);
const sitedIn = /(?<!\p{L})(?:sit|situat|ubicat)[oaie] (?:in|a|ad) /giu;
/** Words before the municipality of a person, a paper or a neighbouring place, which need not be that of the works. */
const elsewhere =
  /(?<!\p{L})(?:nat[oaie]|resid|sede|domicil|studio|iscritt|rilasciat|emess|confin|limitrof)[^.;\n]{0,60}$/iu;
const prefixes = wordSet("san santa sant santo castel castello monte borgo villa rocca torre pieve la le il lo");

const plainWords = (place: string): string[] => wordsOf(folded(place).replace(/['’]/g, " "));

/** The name alone: `Lucca` of `Comune di Lucca (LU)` or `55100 Lucca`. */
const placeName = (municipality: string): string =>
  municipality
    .slice(0, 200)
    .replace(/\([^()]*\)|\d{5}/g, " ")
    .replace(/^\s{0,9}comune (?:di|d['’])\s{0,9}/i, "")
    .trim();

/** The letters before any other character. */
const firstLetters = (text: string): string => /^\p{L}*/u.exec(text.toLowerCase())?.[0] ?? "";

/** Whether two names can mean the same municipality, because they begin alike: `Reggio Emilia`, `Reggio nell'Emilia`. */
function isSame(place: string, other: string): boolean {
  const [words, others] = [plainWords(place), plainWords(other)];
  const count = prefixes.has(words[0] ?? "") ? 2 : 1;
  return words.slice(0, count).join(" ") === others.slice(0, count).join(" ");
}

/**
 * Municipalities other than `site` in which a text places the works: any name after `Comune di`, and any of `known` after `sito in`.
 * Places where people were born or live are left out.
 */
export function otherSites(text: string, site: string, known: readonly string[]): string[] {
  const here = placeName(site);
  const isHere = (index: number): boolean => !elsewhere.test(text.slice(Math.max(0, index - 80), index));
  const others = grouped(
    known.map(placeName).filter((place) => place.length > 2 && !isSame(place, here)),
    firstLetters,
  );
  const afterComune = [...text.matchAll(afterComuneDi)]
    .filter(({ 1: place = "", index }) => !isSame(place, here) && isHere(index))
    .map(([, place = ""]) => place);
  const afterSito = [...text.matchAll(sitedIn)].flatMap(({ 0: words, index }) => {
    const start = index + words.length;
    if (!/^\p{Lu}/u.test(text.slice(start, start + 1)) || !isHere(index)) return [];
    const next = new NameFinder(text.slice(start, start + 60));
    return (others.get(firstLetters(text.slice(start, start + 60))) ?? []).filter((place) => next.startsWith(place));
  });
  return [...new Set([...afterComune, ...afterSito])];
}

/** Whether a text names a municipality at all. */
export const namesPlace = (text: string, municipality: string): boolean =>
  new NameFinder(text).names(placeName(municipality));
