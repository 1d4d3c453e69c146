import { letters } from "../text/letters.js";
import type { QuoteSummary } from "./compare-quotes.js";

/** How a quote is called in a comparison: A to T. */
export const quoteLetter = (place: number): string => letters(place + 1);

const lost = { declined: "rifiutata", expired: "scaduta" } as const;

/** Whose quote it is: the counterparty's company or name, else its title; and whether it can't be taken any more. */
export const quoteName = ({ contact, title, status }: Pick<QuoteSummary, "contact" | "title" | "status">): string =>
  (contact?.company?.trim() || contact?.name.trim() || title) + (status ? ` (${lost[status]})` : "");
