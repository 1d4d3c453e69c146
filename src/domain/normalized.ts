/** A text in the form in which two are compared: lower case, single spaces. */
export const normalized = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
