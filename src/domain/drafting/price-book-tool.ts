import { z } from "zod";
import { visible } from "./clean.js";
import type { PriceSource } from "./input.js";

const longestText = 600;

/** The one tool of a drafting model: reading the firm's price books. What it returns is made of `shownPrice`s, hidden by the call's pseudonyms. */
export const searchPriceBookTool = {
  name: "searchPriceBook",
  description:
    "Searches the firm's price books by words of the description, in Italian, or by the beginning of a code. Returns the best entries with code, unit and unit price in euro.",
  inputSchema: z.strictObject({ query: z.string().describe("a few words, or a code") }),
};

/** A text as the model sees it in an entry. */
export const asShown = (text: string): string => visible(text).slice(0, longestText).toWellFormed();

type Shown<P> = Omit<PriceSource, "price"> & { price: P };

/** An entry as the model sees it: without invisible characters, long texts cut. */
export const shownPrice = <P extends number | null>({ origin, code, desc, unit, price }: Shown<P>): Shown<P> => {
  return {
    origin: asShown(origin),
    code: code === null ? null : asShown(code),
    desc: asShown(desc),
    unit: asShown(unit),
    price,
  };
};
