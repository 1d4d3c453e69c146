/** The first texts of many in one sentence, and how many more there are: `line 1; line 2; and 3 more`. */
export const listed = (texts: readonly string[], most: number, separator = "; "): string =>
  [...texts.slice(0, most), ...(texts.length > most ? [`and ${texts.length - most} more`] : [])].join(separator);
