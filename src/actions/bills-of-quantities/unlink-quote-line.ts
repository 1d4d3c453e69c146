import { z } from "zod";
import { QuoteLink } from "../../db/entities/quote-link.js";
import { defineAction } from "../action.js";
import { id } from "../schemas.js";

export const unlinkQuoteLine = defineAction({
  name: "unlink_quote_line",
  title: { en: "Unlink a quote line", it: "Scollega una riga di preventivo dal computo" },
  description: "Deletes a link between a line of a quote and a line of a bill of quantities.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "delete",

  input: z.strictObject({ linkId: id("the link to delete") }),
  result: z.object({ linkId: z.string(), deleted: z.literal(true) }),

  async run({ linkId }, ctx) {
    const link = await ctx.load(QuoteLink, { linkId });
    ctx.delete(link);
    return { linkId: link.id, deleted: true } as const;
  },
});
