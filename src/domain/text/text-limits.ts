/** How many characters a text may have, by what it is. Longer texts that were stored before stay, and can be read. */
export const maxCharacters = {
  /** names, titles, codes, units, addresses */
  name: 300,
  shortNote: 10_000,
  /** descriptions, notes, summaries, instructions */
  note: 100_000,
  body: 1_000_000,
  /** Ids are opaque: one of a wrong form isn't found, up to a length that nobody takes for an id. */
  id: 5_000,
} as const;
export type TextKind = keyof typeof maxCharacters;

/** Whether a text has at most `limit` characters. As in JSON Schema, a character outside the basic plane counts once. */
export const hasAtMost = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit);
