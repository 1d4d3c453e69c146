import { z } from "zod";
import { Template } from "../../db/entities/template.js";
import { documentKinds } from "../../domain/vocabulary.js";
import { defineAction } from "../action.js";
import { recordOf } from "../record-areas.js";
import { pageOf } from "../results.js";
import { paging, view } from "../schemas.js";
import { presentTemplate } from "./fields.js";
import { templateResult } from "./results.js";

const shownLines = 3;
const firstLines = () => `jsonb_path_query_array(t.line_items, '$[0 to ${shownLines - 1}]') as "lineItems"`;
const lineCount = () => `jsonb_array_length(t.line_items) as "lineCount"`;

const item = recordOf(templateResult.extend({ lineCount: z.number() }), "documents");

export const listTemplates = defineAction({
  name: "list_templates",
  title: { en: "List templates", it: "Elenca i modelli" },
  description: `Lists document templates, newest first. view summary has only the first ${shownLines} line items, no sections, and the number of all lines.`,
  area: "documents",
  permissions: ["documents:view"],
  effect: "read",
  closedToGuests: true,
  addition: true,

  input: z.strictObject({
    kind: z.enum(documentKinds).describe("only templates of this kind").optional(),
    view,
    ...paging,
  }),
  result: pageOf(item),

  async run({ kind, limit, cursor, view }, ctx) {
    const summary = { without: ["lineItems"], shortened: ["body", "notes"] };
    const { items, nextCursor } = await ctx.page<Template, { lineCount: number }>(
      Template,
      { kind },
      {
        limit,
        cursor,
        ...(view === "full" ? {} : summary),
        columns: [lineCount, ...(view === "full" ? [] : [firstLines])],
      },
    );
    return {
      items: items.map((template) => ({ ...presentTemplate(template), ...(view === "full" ? {} : { sections: [] }) })),
      nextCursor,
    };
  },
});
