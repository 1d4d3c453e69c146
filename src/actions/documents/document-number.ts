/** `3`, `0003`, `2026/3`, `3/2026` and `3/26`; the names of PDF files have a dash for the slash. */
const written = /^(?:(\d{4})[/-](\d{1,6})|(\d{1,6})(?:[/-](\d{2}|\d{4}))?)$/;

/** The pattern of the numbers that a text may mean; it matches nothing if the text is no number. */
export function numberPattern(text: string): string {
  const [, year, after, alone, short] = written.exec(text.replace(/\s/g, "")) ?? [];
  const place = after ?? alone;
  if (place === undefined) return "^$";
  const of = year ?? (short && (short.length === 2 ? `20${short}` : short)) ?? "\\d{4}";
  return `^${of}/0*${Number(place)}$`;
}

/** The SQL condition that a document has that number. */
export const hasNumber = (document: string, pattern: string): string => `${document}.number ~ ${pattern}`;
