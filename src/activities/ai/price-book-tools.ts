import type { ToolSet } from "ai";
import type { PriceSource } from "../../domain/drafting/input.js";
import { searchPriceBookTool, shownPrice } from "../../domain/drafting/price-book-tool.js";
import type { Pseudonyms } from "../../domain/drafting/pseudonyms.js";

/** For one draft. */
const maxSearches = 20;

/** The one tool of a drafting model. `search` decides what it can reach. Personal data in the results is hidden as in the prompt. */
export function priceBookTools(pseudonyms: Pseudonyms, search: (words: string) => Promise<PriceSource[]>): ToolSet {
  let remaining = maxSearches;
  // A model may call the tool several times at once; the searches run one after the other.
  let previous: Promise<unknown> = Promise.resolve();
  return {
    [searchPriceBookTool.name]: {
      description: searchPriceBookTool.description,
      inputSchema: searchPriceBookTool.inputSchema,
      execute: async ({ query }: { query: string }) => {
        if (remaining-- <= 0) return { entries: [], note: "No more searches: answer with what you have." };
        const found = previous.then(() => search(pseudonyms.restore(query).value));
        previous = found.catch(() => undefined);
        return { entries: pseudonyms.hide((await found).map(shownPrice)) };
      },
    },
  };
}
