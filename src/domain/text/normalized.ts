import { inOneForm } from "./one-form.js";

/** A text on one line, with single spaces and none at its ends. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A text in the form in which two are compared: lower case, single spaces, whichever way its accents and spaces were typed. */
export const normalized = (text: string): string => singleSpaced(inOneForm(text)).toLowerCase();
