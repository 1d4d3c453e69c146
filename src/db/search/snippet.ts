const maxLength = 200;
/** The most characters shown before the match. */
const lead = 60;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * An excerpt of about 200 characters around the first word that matches; the beginning of the text if none does.
 * @param lexemes the stems that the search found
 */
export function snippet(text: string, lexemes: string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const stems = lexemes.filter((lexeme) => lexeme.length > 1);
  let matchStart = 0;
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plainWord = plain(word);
    if (!stems.some((stem) => plainWord.startsWith(stem))) continue;
    matchStart = index;
    break;
  }
  if (line.length <= maxLength) return line;
  const wordStart = matchStart <= lead ? 0 : line.indexOf(" ", matchStart - lead) + 1;
  const from = Math.min(wordStart, matchStart);
  const excerpt = line
    .slice(from, from + maxLength)
    .toWellFormed()
    .replaceAll("\uFFFD", "");
  return `${from > 0 ? "…" : ""}${excerpt}${from + maxLength < line.length ? "…" : ""}`;
}
