const moreMarks = /(?<=\p{M}{30})\p{M}+/gu;

/**
 * A text with thirty marks (such as accents) on one letter at most, more than any writing has. To be taken before `normalize`: ordering
 * marks takes the square of their number, so that 100,000 on one letter take 2 s.
 */
export const withFewMarks = (text: string): string => text.replace(moreMarks, "");
