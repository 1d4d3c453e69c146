/** Not white space, control or format characters, nor those that Unicode says to leave out where they aren't known (DI), nor Braille's blank. */
const seen = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** Whether a reader sees nothing of a text: it has only spaces, and characters without a width such as U+200B. */
export const isBlank = (text: string): boolean => !seen.test(text);

/** A text of which a reader sees something; null for any other. */
export const unlessBlank = (text: string | null | undefined): string | null => (text && !isBlank(text) ? text : null);
