/** Fillers are letters to Unicode, and show nothing. */
const seen = /[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Whether a reader sees nothing of a text: it has only spaces, and characters without a width such as U+200B. */
export const isBlank = (text: string): boolean => !seen.test(text);
