import { letters } from "../text/letters.js";
import { shortened } from "../text/shortened.js";
import type { QuoteSummary } from "./compare-quotes.js";

/** How a quote is called in a comparison: A to T. */
export const quoteLetter = (place: number): string => letters(place + 1);

const lost = { declined: "rifiutata", expired: "scaduta" } as const;

type NamedQuote = Pick<QuoteSummary, "contact" | "title" | "status">;

/** Whose quote it is, in so many characters: the counterparty's company or name, else its title; and whether it can't be taken any more. */
export function quoteName({ contact, title, status }: NamedQuote, length: number): string {
  const mark = status ? ` (${lost[status]})` : "";
  return shortened(contact?.company?.trim() || contact?.name.trim() || title, length - mark.length) + mark;
}
