import type { ToolSet } from "ai";
import type { PriceSource } from "../../domain/drafting/input.js";
import { searchPriceBookTool, shownPrice } from "../../domain/drafting/price-book-tool.js";
import type { Pseudonyms } from "../../domain/drafting/pseudonyms.js";

/** In one draft. */
const mostLookups = 20;

/** The one tool of a drafting model; `search` decides what it reaches. Personal data in what it finds is hidden as in the prompt. */
export function priceBookTools(pseudonyms: Pseudonyms, search: (words: string) => Promise<PriceSource[]>): ToolSet {
  let left = mostLookups;
  // A model may ask for many at once: they are looked up one after the other.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    [searchPriceBookTool.name]: {
      description: searchPriceBookTool.description,
      inputSchema: searchPriceBookTool.inputSchema,
      execute: async ({ query }: { query: string }) => {
        if (left-- <= 0) return { entries: [], note: "No more searches: answer with what you have." };
        const found = turn.then(() => search(pseudonyms.restore(query).value));
        turn = found.catch(() => undefined);
        return { entries: pseudonyms.hide((await found).map(shownPrice)) };
      },
    },
  };
}
