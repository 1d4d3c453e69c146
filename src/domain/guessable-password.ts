import { borders } from "./text/occurrences.js";

/** The words that a password may not consist of, in lower case. */
export type Words = ReadonlySet<string>;

/** How much beside one known word still leaves a password guessable: anything short (`Juventus1897!`), or runs (`123password123`). */
const mostBeside = { letters: 2, all: 4, ofRuns: 8 };
/** Steps of a sequence that may go elsewhere: `abcdefgh1234` has one. */
const mostJumps = 2;
const fewestCharacters = 5;

const stems: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };
const keyboard = "1234567890qwertyuiopasdfghjklzxcvbnm";
const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/**
 * Whether a password is one of those that are tried first: a known word with a few characters beside it, something repeated, or a
 * run along the alphabet or the keyboard. It takes time in proportion to the password's length.
 * @param lists known words
 */
export function isGuessable(password: string, lists: readonly Words[]): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const bare = lower.replace(/[^\p{L}\p{N}]/gu, "");
  if (bare === "") return new Set(lower).size < fewestCharacters;
  return [lower, bare, bare.replace(/^\P{L}+|\P{L}+$/gu, "")].some(isRepeated) || isRun(bare) || hasWord(bare, lists);
}

/** Whether a text is a shorter one at least twice (`ciaociaociao`, `abcabcabcab`), or has hardly any different characters. */
function isRepeated(text: string): boolean {
  if (text.length < 8) return false;
  if (new Set(text).size < fewestCharacters) return true;
  const period = text.length - (borders(text).at(-1) as number);
  return period * 2 <= text.length;
}

/** Whether nearly each character is a neighbour of the one before it, in the alphabet or on the keyboard. */
const isRun = (text: string): boolean => jumpsIn([...text]) <= mostJumps;

const jumpsIn = (characters: string[]): number =>
  characters.slice(1).filter((next, i) => !areNeighbours(characters[i] as string, next)).length;

function areNeighbours(one: string, next: string): boolean {
  const [here, there] = [keyboard.indexOf(one), keyboard.indexOf(next)];
  if (here >= 0 && there >= 0 && Math.abs(here - there) === 1) return true;
  return Math.abs((one.codePointAt(0) as number) - (next.codePointAt(0) as number)) <= 1;
}

/** Whether all but a few characters are one known word, also with digits for letters: `p4ssw0rd2024`. */
function hasWord(text: string, lists: readonly Words[]): boolean {
  const characters = [...text];
  const asLetters = characters.map((character) => stems[character] ?? character);
  const { length } = characters;
  for (let before = 0; before <= mostBeside.ofRuns; before++)
    for (let after = 0; before + after <= mostBeside.ofRuns && before + after < length; after++) {
      if (!isLittle(characters.slice(0, before), characters.slice(length - after))) continue;
      const spellings = [characters, asLetters].map((spelling) => spelling.slice(before, length - after).join(""));
      if (spellings.some((word) => lists.some((list) => list.has(word)))) return true;
    }
  return false;
}

/** Whether what stands before and after a word adds hardly anything to guess. */
function isLittle(before: string[], after: string[]): boolean {
  const beside = [...before, ...after];
  if (beside.filter(isLetter).length > mostBeside.letters) return false;
  return beside.length <= mostBeside.all || (jumpsIn(before) === 0 && jumpsIn(after) === 0);
}

/** The words that are nobody's secret about a person: names, address and their parts, and the product's own. */
export function wordsAbout({ name, email }: { name: string; email: string }): Words {
  const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
  const names = plain(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [local = "", host = ""] = plain(email).split("@");
  const joined = [names, [...names].reverse(), [local, host], [local], [host]].map((parts) =>
    parts.join("").replace(/[^\p{L}\p{N}]/gu, ""),
  );
  const parts = `${local}.${host}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set([...joined, ...names, ...parts, "pratica"].filter((word) => word.length >= 4));
}
