import { z } from "zod";
import { type BillNode, billLimits, expressionFaults, linesOf } from "../../domain/bill/bill.js";
import { pointersToLines } from "../../domain/bill/bill-edit.js";
import { sizeLimits } from "../../domain/bill/bill-sizes.js";
import { maxExpressionLength } from "../../domain/bill/expression.js";
import { shortenedNodes } from "../../domain/bill/shortened-bill.js";
import type { Violation } from "../../domain/errors.js";
import { pathOfPointer } from "../../domain/json-pointer.js";
import { formulaFields, id, integer, note, percent, shortNote, words } from "../schemas.js";
import { withShortcut } from "../with-shortcut.js";
import { plainNodes } from "./plain-nodes.js";

export const computoId = id("the bill");

const optionalNumber = (description: string) => z.number().describe(description).optional();

const factor = (name: string, description: string) => {
  const schema = z.number().describe(description);
  formulaFields.add(schema, { field: `${name}Expression` });
  return schema.optional();
};

const expression = z.string().max(maxExpressionLength).describe('as "3,20+1,15"; replaces the number').optional();

const measurement = z.looseObject({
  desc: shortNote("what is measured").optional(),
  count: factor("count", "number of equal parts; a negative number deducts"),
  length: factor("length", "length"),
  width: factor("width", "width"),
  height: factor("height", "height, or weight per unit"),
  countExpression: expression,
  lengthExpression: expression,
  widthExpression: expression,
  heightExpression: expression,
  sameAs: z
    .strictObject({
      line: integer("index of the other line").min(0),
      factor: optionalNumber("1 by default"),
    })
    .describe("repeats the quantity of another line, times the row's own factors (vedi voce)")
    .optional(),
  kind: z
    .enum(["row", "note", "partial"])
    .describe("partial: subtotal of the rows since the last partial, adds nothing; note: text only")
    .optional(),
  negative: z.boolean().describe("subtracts the row's quantity").optional(),
});

const share = (of: string) => percent(`share of ${of} in the price, percent`).optional();

/** What a line says, and a section its title. */
export const lineFields = {
  desc: note("what is to be done").optional(),
  unit: words("unit of measure, e.g. m², m³, cad").optional(),
  qty: optionalNumber("quantity; ignored if there are measurements"),
  price: optionalNumber("unit price in euro; listPrice by default"),
  code: words("price-list code").optional(),
  listPrice: optionalNumber("unit price of the regional list, in euro"),
  priceBook: words("the price list").optional(),
  measurements: z.array(measurement).describe("the quantity is their sum, each rounded to 2 decimals").optional(),
  labourPct: share("labour"),
  safetyPct: share("safety"),
  safety: z.boolean().describe("a safety cost (oneri di sicurezza), never discounted").optional(),
};

const nodeType = z.enum(["line", "section"]).describe("a line (voce) or a section with children");

const nodeFields = { ...lineFields, title: words("title of a section").optional() };
const ofSection = "nodes of a section";
const furtherAreKept = "a line or a section; further properties are kept";

/** Has an explicit type, since the compiler can't infer that of a recursive schema. */
type Children = z.ZodOptional<z.ZodArray<z.ZodType<BillNode>>>;

/** @param type of the node, which stands first in its schema */
function nodeWith<T extends z.ZodType>(type: T) {
  const node = z
    .looseObject({
      type,
      ...nodeFields,
      get children(): Children {
        return z
          .array(node as unknown as z.ZodType<BillNode>)
          .describe(ofSection)
          .optional();
      },
    })
    .describe(furtherAreKept);
  return node;
}

const node = nodeWith(nodeType);
const newNode = nodeWith(nodeType.default("line"));

/** Properties whose length is limited by their own schemas or by the check of the whole node. */
const known: ReadonlySet<string> = new Set([...Object.keys(nodeFields), "type", "children", "computed"]);

/** The violations for sent nodes that are too large. */
export const nodeSizes = (nodes: BillNode[], pointer: string): Violation[] => sizeLimits(nodes, known, pointer);

/** Has a schema report violations; their pointers are relative to what it parses. */
export function report({ addIssue }: Pick<z.RefinementCtx, "addIssue">, violations: readonly Violation[]): void {
  for (const { pointer, detail } of violations)
    addIssue({ code: "custom", path: pathOfPointer(pointer), message: detail });
}

/** Reports why well-formed nodes can't be stored: they exceed a limit, or come from a shortened answer. */
function checkNodes(sent: unknown, context: Pick<z.RefinementCtx, "addIssue">): void {
  const nodes = sent as BillNode[];
  report(context, [
    ...billLimits(nodes, ""),
    ...nodeSizes(nodes, ""),
    ...shortenedNodes(nodes, ""),
    ...unreadable(nodes),
  ]);
}

/** The violations for expressions of lines that can't be parsed. */
function unreadable(nodes: BillNode[]): Violation[] {
  if (linesOf(nodes).every((line) => expressionFaults(line).length === 0)) return [];
  const pointers = pointersToLines(nodes, "");
  return linesOf(nodes).flatMap((line, index) =>
    expressionFaults(line).map(({ pointer, detail }) => ({ pointer: `${pointers[index]}${pointer}`, detail })),
  );
}

/** The whole content of a bill: lines and sections, with at most 64 levels and 50,000 nodes. */
export const nodes = withShortcut(
  z
    .array(node)
    .superRefine(checkNodes)
    .describe("lines, and sections with nested children; they replace the whole content"),
  plainNodes,
);

/** Nodes to insert into a bill. */
export const newNodes = z
  .array(newNode)
  .superRefine(checkNodes)
  .describe("the lines; sections with nested children too, where type is section");
