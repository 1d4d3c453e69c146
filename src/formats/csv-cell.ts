/**
 * Spreadsheets take a text that begins like this for a formula, and run it, in full-width characters too. Where the separator is a
 * semicolon, as in Italy, they know no quotes inside what they take for a cell: a new one begins after each semicolon, tab and line end.
 */
const formulaStart = /(^|[;\t\r\n])(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

const shownFormula = /(^|[;\t\r\n])'(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** A cell's text as it was before `csvCell` put apostrophes before what a spreadsheet would run. */
export const withoutApostrophes = (text: string): string =>
  text.includes("'") ? text.replace(shownFormula, "$1") : text;

/** One cell of a CSV file; what a spreadsheet would run is shown as text, behind an apostrophe. */
export function csvCell(text: string): string {
  const safe = text.replace(formulaStart, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
