const maxLength = 200;
const lead = 60;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A piece of a text around the first word that was found, of at most some 200 characters; else its beginning.
 * @param lexemes stems, as the search found them
 */
export function snippet(text: string, lexemes: string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const sought = lexemes.filter((lexeme) => lexeme.length > 1);
  let at = 0;
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plainWord = plain(word);
    if (!sought.some((lexeme) => plainWord.startsWith(lexeme))) continue;
    at = index;
    break;
  }
  if (line.length <= maxLength) return line;
  const start = at <= lead ? 0 : line.indexOf(" ", at - lead) + 1;
  const from = start > at ? at : start;
  const piece = line
    .slice(from, from + maxLength)
    .toWellFormed()
    .replaceAll("\uFFFD", "");
  return `${from > 0 ? "…" : ""}${piece}${from + maxLength < line.length ? "…" : ""}`;
}
