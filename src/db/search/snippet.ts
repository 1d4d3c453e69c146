const maxLength = 200;
/** The most characters shown before the match. */
const lead = 60;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
const plain = (text: string) =>
  isAscii(text) ? text.toLowerCase() : text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const accented: Record<string, string> = {
  a: "aàáâãäå",
  c: "cç",
  e: "eèéêë",
  i: "iìíîï",
  n: "nñ",
  o: "oòóôõö",
  u: "uùúûü",
};
const spelled = (letter: string) =>
  accented[letter] ? `[${accented[letter]}]` : /[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`;

/**
 * A regular expression of Postgres, for any word that begins with one of these, with accents or without; the text's beginning without any.
 * @param lexemes the stems that the search found
 */
export function stemPattern(lexemes: readonly string[]): string {
  const stems = lexemes.filter((lexeme) => lexeme.length > 1);
  return stems.length === 0 ? "^" : `\\m(?:${stems.map((stem) => [...stem].map(spelled).join("")).join("|")})`;
}

/**
 * An excerpt of about 200 characters around the first word that matches; the beginning of the text if none does.
 * @param lexemes the stems that the search found
 */
export function snippet(text: string, lexemes: string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const stems = lexemes.filter((lexeme) => lexeme.length > 1);
  let matchStart = 0;
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plainWord = plain(word);
    if (!stems.some((stem) => plainWord.startsWith(stem))) continue;
    matchStart = index;
    break;
  }
  const wordStart = matchStart <= lead ? 0 : line.indexOf(" ", matchStart - lead) + 1;
  const from = Math.min(wordStart, matchStart);
  const excerpt = line
    .slice(from, from + maxLength)
    .toWellFormed()
    .replaceAll("\uFFFD", "");
  return `${from > 0 ? "…" : ""}${excerpt}${from + maxLength < line.length ? "…" : ""}`;
}
