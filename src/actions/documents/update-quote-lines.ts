import { z } from "zod";
import { Document } from "../../db/entities/document.js";
import { updateDocumentLinks } from "../../db/quote-links.js";
import { changeLines, changeViolations, type LineChange } from "../../domain/documents/change-lines.js";
import { followSections } from "../../domain/documents/follow-sections.js";
import { withSafety } from "../../domain/documents/line-safety.js";
import { withVat } from "../../domain/documents/line-vat.js";
import type { LineItem } from "../../domain/documents/revision.js";
import { invalidInput, unprocessable } from "../../domain/errors.js";
import { lineWarnings } from "../../domain/review/warnings.js";
import { writtenTwice } from "../../domain/review/written-twice.js";
import { same } from "../../domain/same.js";
import { defineAction } from "../action.js";
import { changedByAnother } from "../changed-by-another.js";
import type { ActionContext } from "../context.js";
import { findDeletedTwice } from "../deleted-twice.js";
import { integer } from "../schemas.js";
import { withLateWarnings } from "../warning-results.js";
import { editedDocument, presentEdited } from "./edited-document.js";
import { docId, lineItem, maxLineItems, requireEditable, storedLineItems, vatPct } from "./fields.js";
import { keepContent } from "./kept-content.js";
import { localDay } from "./review-input.js";

const lineVatPct = vatPct.nullable().describe("the line's own VAT rate, in percent; null: the document's").optional();
const forms = [["at", "set"], ["insert", "lines"], ["remove"], ["move", "to"]] as const;

const change = z
  .strictObject({
    at: integer("the line to change, from 0").optional(),
    set: z
      .strictObject({ ...lineItem.partial().shape, vatPct: lineVatPct })
      .describe("the fields to change; the others stay")
      .optional(),
    insert: integer("add lines before this one; the number of lines: at the end").optional(),
    lines: z
      .array(lineItem.extend({ vatPct: lineVatPct }))
      .max(maxLineItems)
      .describe("the lines to add")
      .optional(),
    remove: integer("the line to remove").optional(),
    move: integer("the line to move").optional(),
    to: integer("the line to put it before; the number of lines: at the end").optional(),
  })
  .superRefine((sent, { addIssue }) => {
    const given = Object.keys(sent);
    if (forms.some((form) => form.length === given.length && form.every((field) => given.includes(field)))) return;
    addIssue({ code: "custom", message: "must be {at, set}, {insert, lines}, {remove} or {move, to}" });
  })
  .meta({ oneOf: forms.map((required) => ({ required, maxProperties: required.length })) });

/** A change as sent, in one of the four forms. */
function lineChange(sent: z.output<typeof change>): LineChange {
  const { insert, lines } = sent;
  if (insert === undefined || !lines) return sent as LineChange;
  const rates = lines.map((line) => line.vatPct ?? null);
  const items = storedLineItems(lines.map(({ vatPct: _, ...line }) => line));
  return {
    insert,
    lines: items.map(({ safety = false, ...item }, index) => withVat(withSafety(item, safety), rates[index] ?? null)),
  };
}

export const updateQuoteLines = defineAction({
  name: "update_quote_lines",
  title: { en: "Change lines of a document", it: "Modifica righe di un documento" },
  description:
    "Changes, adds, removes and moves single line items of a document in draft or review, all or none; also sets a line's own VAT rate. Indexes are those before the call. Links to bills of quantities follow their line; those of removed lines are removed and returned.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "update",
  body: "large",
  addition: true,

  input: z.strictObject({
    docId,
    changes: z.array(change).max(maxLineItems).describe("each {at, set}, {insert, lines}, {remove} or {move, to}"),
  }),
  result: editedDocument,

  async run({ docId, changes }, ctx) {
    const document = await ctx.lock(Document, { docId });
    const { lineItems: before } = document;
    const sent = changes.map(lineChange);
    const violations = changeViolations(sent, before.length);
    if (violations.length > 0) throw invalidInput(violations);
    requireEditable(document);
    const changedBefore = await changedByAnother(ctx, "document", document);
    const { lines, fates, moved, touched } = changeLines(before, sent);
    if (lines.length > maxLineItems)
      throw unprocessable(
        `The document would have ${lines.length.toLocaleString("en")} line items, but at most ${maxLineItems.toLocaleString("en")} are allowed; divide it into several documents.`,
      );
    const sections = followSections(document.sections, fates, undefined, moved);
    ctx.update(document, { lineItems: lines, sections });
    const removed = await updateDocumentLinks(ctx, document.id, before, lines, () => fates);
    // What is only set keeps nothing: the caller named the line, and a day of small corrections would push out what matters.
    const removes = changes.some(({ remove }) => remove !== undefined);
    const twice = removes ? findRemovedTwice(ctx, document, sent, { before, after: lines }) : () => [];
    if (removes) {
      const was = { body: document.body, lineItems: before };
      keepContent(ctx, document, { was, before: "dell'eliminazione", links: removed });
    }
    const warnings = [
      ...changedBefore,
      ...lineWarnings(document, touched, localDay(ctx)),
      ...writtenTwice(lines, touched, sections),
    ];
    return withLateWarnings(presentEdited(ctx, document, removed, warnings), twice);
  },
});

/** Looks whether the caller's last call made the same changes. */
const findRemovedTwice = (
  ctx: ActionContext,
  { id }: Document,
  changes: readonly LineChange[],
  { before, after }: { before: LineItem[]; after: LineItem[] },
) =>
  findDeletedTwice<{ lineItems: LineItem[] }>(ctx, {
    action: "update_quote_lines",
    id,
    lineCount: 2 * before.length - after.length,
    leaves: ({ lineItems }) => same(changeLines(lineItems, changes).lines, before),
    pointer: "/changes",
    remedy: "restore_record and this document's newest deletionId in list_deleted, or with {insert, lines}",
  });
