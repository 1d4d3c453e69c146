import type { Reading } from "../../../db/search/plan.js";
import type { ActionContext } from "../../context.js";

type Vocabulary = "prices" | "records";

/** What the words of a query may stand for: the nearest readings only, or every one. */
export const readingsOf = (ctx: ActionContext, vocabulary: Vocabulary, query: string, every: boolean) =>
  ctx.query<Reading>(
    "select place, lexeme, entries, reading from expand_words($1, $2, $3, $4)",
    vocabulary,
    query,
    every,
  );
