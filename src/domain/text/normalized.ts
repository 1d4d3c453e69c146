/** A text on one line, with single spaces and none at its ends. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A text in the form in which two are compared: lower case, single spaces. */
export const normalized = (text: string): string => singleSpaced(text).toLowerCase();
