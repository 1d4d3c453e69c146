import { z } from "zod";
import { beginningOf } from "../text/shortened.js";
import { visible } from "../text/visible-text.js";
import type { PriceSource } from "./input.js";

const longestText = 600;

/** The only tool that a drafting model has. It returns `shownPrice`s, in which the call's pseudonyms replace personal data. */
export const searchPriceBookTool = {
  name: "searchPriceBook",
  description:
    "Searches the organization's price books by words of the description, in Italian, or by the beginning of a code. " +
    "Returns the best entries with code, unit and unit price in euro.",
  inputSchema: z.strictObject({ query: z.string().describe("a few words, or a code") }),
};

/** A text of an entry as the model sees it. */
export const asShown = (text: string): string => beginningOf(visible(text), longestText);

type Shown<P> = Omit<PriceSource, "price"> & { price: P };

/** An entry as the model sees it: without invisible characters, and with long texts cut. */
export const shownPrice = <P extends number | null>({ origin, code, desc, unit, price }: Shown<P>): Shown<P> => {
  return {
    origin: asShown(origin),
    code: code === null ? null : asShown(code),
    desc: asShown(desc),
    unit: asShown(unit),
    price,
  };
};
