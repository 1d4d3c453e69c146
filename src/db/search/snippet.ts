const maxLength = 200;
/** The most characters shown before the match. */
const lead = 60;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const longEnough = (lexemes: readonly string[]) => lexemes.filter((lexeme) => lexeme.length > 1);
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

const patterns = new WeakMap<readonly string[], RegExp>();
/** A word that begins with one of these, in a text without accents; null: none does. */
function wordsWith(lexemes: readonly string[]): RegExp | null {
  const stems = longEnough(lexemes);
  if (stems.length === 0) return null;
  const pattern =
    patterns.get(lexemes) ??
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${stems.map((stem) => escaped(stem)).join("|")})`, "u");
  patterns.set(lexemes, pattern);
  return pattern;
}

/** The same text without accents, character for character; null where that can't be, as with accents that are characters of their own. */
function folded(text: string): string | null {
  const bare = /[^\0-\x7f]/.test(text)
    ? text.replace(/[^\0-\x7f]/g, (character) => plain(character) || "\u0301")
    : text;
  const lower = bare.toLowerCase();
  return lower.length === text.length && !lower.includes("\u0301") ? lower : null;
}

/** Where the first word begins that matches; 0: none does. */
function firstMatch(line: string, lexemes: readonly string[]): number {
  const pattern = wordsWith(lexemes);
  if (!pattern) return 0;
  const same = folded(line);
  if (same !== null) return Math.max(0, same.search(pattern));
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (plain(word).search(pattern) === 0) return index;
  return 0;
}

/**
 * An excerpt of about 200 characters around the first word that matches; the beginning of the text if none does.
 * @param lexemes the stems that the search found
 */
export function snippet(text: string, lexemes: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const matchStart = firstMatch(line, lexemes);
  const wordStart = matchStart <= lead ? 0 : line.indexOf(" ", matchStart - lead) + 1;
  const from = Math.min(wordStart, matchStart);
  const excerpt = line
    .slice(from, from + maxLength)
    .toWellFormed()
    .replaceAll("\uFFFD", "");
  return `${from > 0 ? "…" : ""}${excerpt}${from + maxLength < line.length ? "…" : ""}`;
}

const accented: Record<string, string> = {
  a: "aàáâãäå",
  c: "cç",
  e: "eèéêë",
  i: "iìíîï",
  n: "nñ",
  o: "oòóôõö",
  u: "uùúûü",
};

/**
 * A regular expression of Postgres, for any word that begins with one of these, with accents or without; the text's beginning without any.
 * @param lexemes the stems that the search found
 */
export function stemPattern(lexemes: readonly string[]): string {
  const stems = longEnough(lexemes).map((stem) =>
    escaped(stem).replace(/[aceinou]/g, (letter) => `[${accented[letter]}]`),
  );
  return stems.length === 0 ? "^" : `\\m(?:${stems.join("|")})`;
}
