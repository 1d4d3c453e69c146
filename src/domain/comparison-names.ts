import type { QuoteSummary } from "./compare-quotes.js";
import { letters } from "./letters.js";

/** How a quote is called in a comparison: A to T. */
export const quoteLetter = (place: number): string => letters(place + 1);

/** Whose quote it is: the counterparty's company or name, else its title. */
export const quoteName = ({ contact, title }: Pick<QuoteSummary, "contact" | "title">): string =>
  contact?.company?.trim() || contact?.name.trim() || title;
