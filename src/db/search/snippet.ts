const maxLength = 200;
/** The most characters shown before the match. */
const lead = 60;
const beyondAscii = /[^\0-\x7f]/;
/** What isn't one space between words: hardly anything in most texts. */
const unevenSpace = /\s{2,}|[^\S ]/g;
const inWord = /[\p{L}\p{M}\p{N}]/u;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The same text without accents, character for character; null where that can't be, as with accents that are characters of their own. */
function folded(text: string): string | null {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  const lower = text.replace(/[^\0-\x7f]/g, plain).toLowerCase();
  return lower.length === text.length ? lower : null;
}

/** Where the first word begins that begins as one of these; -1: none does. */
function firstMatch(line: string, stems: readonly string[]): number {
  const text = folded(line);
  if (text === null) {
    for (const { 0: word, index } of line.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
      if (stems.some((stem) => plain(word).startsWith(stem))) return index;
    return -1;
  }
  let first = -1;
  for (const stem of stems) {
    let at = text.indexOf(stem);
    while (at > 0 && inWord.test(text[at - 1] as string)) at = text.indexOf(stem, at + 1);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

/** Where the first of the stems stands at the beginning or after a space, accents as they are written; -1: none does. */
function firstAsWritten(text: string, stems: readonly string[]): number {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return -1;
  const places = stems
    .map((stem) => (lower.startsWith(stem) ? 0 : lower.indexOf(` ${stem}`) + 1 || -1))
    .filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** The most characters that are looked at before the match, and from there on: of uneven spaces one is shown. */
const partBefore = 150;
const partAfter = 450;
const oneLine = (text: string) => text.replace(unevenSpace, " ");

/**
 * An excerpt of about 200 characters around the first word that matches as it is written, else the first that matches; the beginning of the
 * text if none does.
 * @param lexemes the stems that the search found
 */
export function snippet(text: string, lexemes: readonly string[]): string {
  if (text.length <= maxLength) return oneLine(text).trim();
  const stems = lexemes.filter((lexeme) => lexeme.length > 1);
  const asWritten = firstAsWritten(text, stems);
  const matchStart = asWritten >= 0 ? asWritten : Math.max(0, firstMatch(text, stems));
  const partStart = matchStart <= partBefore ? 0 : matchStart - partBefore;
  const before = oneLine(text.slice(partStart, matchStart)).trimStart();
  const after = oneLine(text.slice(matchStart, matchStart + partAfter)).trim();
  const isWhole = partStart === 0 && matchStart + partAfter >= text.length;
  if (isWhole && before.length + after.length <= maxLength) return before + after;
  const from = before.length <= lead && partStart === 0 ? 0 : before.indexOf(" ", before.length - lead) + 1;
  const line = before.slice(from) + after;
  const excerpt = line.slice(0, maxLength).toWellFormed().replaceAll("\uFFFD", "");
  const isCut = line.length > maxLength || matchStart + partAfter < text.length;
  return `${partStart + from > 0 ? "…" : ""}${excerpt}${isCut ? "…" : ""}`;
}
