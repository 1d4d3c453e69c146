import { z } from "zod";
import {
  type BillNode,
  billLimits,
  type ComputedBill,
  computeBill,
  expressionFaults,
  linesOf,
} from "../../domain/bill.js";
import { pointersToLines } from "../../domain/bill-edit.js";
import type { BillFault } from "../../domain/bill-repeats.js";
import { sizeLimits } from "../../domain/bill-sizes.js";
import { invalidInput, type Violation } from "../../domain/errors.js";
import { maxExpressionLength } from "../../domain/expression.js";
import { isWithinBounds, numberBounds } from "../../domain/number-limits.js";
import { shortenedNodes } from "../../domain/shortened-bill.js";
import { id, integer, note, shortNote, words } from "../schemas.js";
import { withShortcut } from "../with-shortcut.js";
import { plainNodes } from "./plain-nodes.js";

export const computoId = id("the bill of quantities");

const optionalNumber = (description: string) => z.number().describe(description).optional();

const expression = z.string().max(maxExpressionLength).describe('such as "3,20+1,15"; replaces the number').optional();

const measurement = z.looseObject({
  desc: shortNote("what is measured").optional(),
  count: optionalNumber("number of equal parts; a negative number deducts"),
  length: optionalNumber("length"),
  width: optionalNumber("width"),
  height: optionalNumber("height, or weight per unit"),
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
  negative: z.boolean().describe("true: a deduction, subtracts the row's quantity").optional(),
});

const share = (of: string) => z.number().min(0).max(100).describe(`share of ${of} in the price, percent`).optional();

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

/** Named, since the compiler can't infer the type of a schema that holds itself. */
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

/** Of these the fields themselves say how long they may be, or the whole node does. */
const known: ReadonlySet<string> = new Set([...Object.keys(nodeFields), "type", "children", "computed"]);

/** What of sent nodes is too large. */
export const nodeSizes = (nodes: BillNode[], pointer: string): Violation[] => sizeLimits(nodes, known, pointer);

/** Reports what of well-formed nodes can't be stored: what is too much, and nodes of a shortened answer. */
const checkNodes = (sent: unknown, { addIssue }: Pick<z.RefinementCtx, "addIssue">): void => {
  for (const { pointer, detail } of [
    ...billLimits(sent as BillNode[], ""),
    ...nodeSizes(sent as BillNode[], ""),
    ...shortenedNodes(sent as BillNode[], ""),
    ...unreadable(sent as BillNode[]),
  ]) {
    addIssue({ code: "custom", path: pathOf(pointer), message: detail });
  }
};

/** The expressions of lines that can't be read. */
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

/** Nodes to be put into a bill. */
export const newNodes = z
  .array(newNode)
  .superRefine(checkNodes)
  .describe("the lines; sections with nested children too, where type is section");

/** The path to a pointer. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

interface Check {
  /** whether the nodes are the caller's alone, so that the figures may be written into them */
  isOwn?: boolean;
  /** the pointer to what was sent, where it isn't the nodes themselves */
  culprit?: string | undefined;
  /** of the bill's quantities */
  quantityDecimals?: number | null;
  /** the JSON Pointer to a line whose measurements were sent, by its index; undefined: they were there before */
  pointerToSent?: ((index: number) => string | undefined) | undefined;
}

/**
 * Computes a bill from well-formed nodes.
 * @param pointer the JSON Pointer to the nodes in the request
 * @throws invalid_input if a figure of a line, a section or the bill is too large to be exact to the cent, or if a row that was sent
 * repeats a line that isn't there, or one that repeats its own
 */
export function computeCheckedBill(
  nodes: BillNode[],
  pointer: string,
  { culprit, quantityDecimals = null, pointerToSent = () => undefined, isOwn = false }: Check = {},
): ComputedBill {
  const { faults, ...bill } = computeBill(nodes, quantityDecimals, isOwn);
  const violations = blamed(overflows(bill.nodes, pointer), culprit);
  if (!isWithinBounds(bill.total))
    violations.push({ pointer: culprit ?? pointer, detail: `their total ${numberBounds}` });
  violations.push(...faults.flatMap((fault) => repeatViolation(fault, pointerToSent(fault.index))));
  if (violations.length > 0) throw invalidInput(violations);
  return bill;
}

const repeatDetails = {
  circle: "repeats a line that repeats this one in turn: a circle has no quantity",
  missing_line: "must be the index of a line of the bill",
};

function repeatViolation({ code, row }: BillFault, line: string | undefined): Violation[] {
  if (line === undefined || code === "unreadable_expression") return [];
  return [{ pointer: `${line}/measurements/${row}/sameAs/line`, detail: repeatDetails[code] }];
}

/** The pointers to lines that were sent as `lines`, for the check of their rows. @param first the index in the bill of the first of them */
export function pointersToSent(sent: BillNode[], first = 0): (index: number) => string | undefined {
  let pointers: string[] | undefined;
  return (index) => {
    pointers ??= pointersToLines(sent, "/lines");
    return pointers[index - first];
  };
}

/** The violations, at what was sent where that isn't the nodes themselves. */
export const blamed = (violations: Violation[], culprit: string | undefined): Violation[] =>
  culprit === undefined ? violations : violations.map(({ detail }) => ({ pointer: culprit, detail }));

/** The violations of nodes with a computed figure that is too large. */
function overflows(computedNodes: BillNode[], pointer: string): Violation[] {
  const found: Violation[] = [];
  for (const [index, computedNode] of computedNodes.entries()) {
    const nodePointer = `${pointer}/${index}`;
    const figures = computedNode.computed as Record<string, number>;
    for (const name in figures) {
      if (name !== "index" && !isWithinBounds(figures[name] as number))
        found.push({ pointer: nodePointer, detail: `its ${name} ${numberBounds}` });
    }
    if (computedNode.type !== "line") found.push(...overflows(computedNode.children ?? [], `${nodePointer}/children`));
  }
  return found;
}
