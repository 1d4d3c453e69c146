import type { ToolSet } from "ai";
import type { PriceSource } from "../../domain/drafting/input.js";
import { searchPriceBookTool, shownPrice } from "../../domain/drafting/price-book-tool.js";
import type { Pseudonyms } from "../../domain/drafting/pseudonyms.js";

/** The one tool of a drafting model; `search` decides what it reaches. Personal data in what it finds is hidden as in the prompt. */
export const priceBookTools = (pseudonyms: Pseudonyms, search: (words: string) => Promise<PriceSource[]>): ToolSet => ({
  [searchPriceBookTool.name]: {
    description: searchPriceBookTool.description,
    inputSchema: searchPriceBookTool.inputSchema,
    execute: async ({ query }: { query: string }) => {
      const entries = await search(pseudonyms.restore(query).value);
      return { entries: pseudonyms.hide(entries.map(shownPrice)) };
    },
  },
});
