import { z } from "zod";
import { type BillNode, billLimits, type ComputedBill, computeBill, maxBillNumber } from "../../domain/bill.js";
import { invalidInput, type Violation } from "../../domain/errors.js";
import { id } from "../schemas.js";

export const computoId = id("the bill of quantities");

const optionalText = (description: string) => z.string().describe(description).optional();
const optionalNumber = (description: string) => z.number().describe(description).optional();

const measurement = z.looseObject({
  desc: optionalText("what is measured"),
  count: optionalNumber("equal parts; a negative number deducts"),
  length: optionalNumber("length"),
  width: optionalNumber("width"),
  height: optionalNumber("height, or weight per unit"),
});

const node = z
  .looseObject({
    type: z.enum(["line", "section"]).describe("a line (voce) or a section with children"),
    desc: optionalText("what is to be done"),
    unit: optionalText("unit of measure, e.g. m², m³, cad"),
    qty: optionalNumber("quantity; not used where there are measurements"),
    price: optionalNumber("unit price in euro; where absent, listPrice"),
    code: optionalText("price-list code"),
    listPrice: optionalNumber("unit price of the regional list, in euro"),
    priceBook: optionalText("the price list"),
    measurements: z.array(measurement).describe("the quantity is their sum, each rounded to 2 decimals").optional(),
    title: optionalText("title of a section"),
    get children() {
      return z.array(node).describe("nodes of a section").optional();
    },
  })
  .describe("a line or a section; further properties are kept");

/** The whole content of a bill: lines and sections, at most 64 levels and 50,000 nodes. */
export const nodes = z
  .array(node)
  .superRefine((sent, { addIssue }) => {
    for (const { pointer, detail } of billLimits(sent as BillNode[], "")) {
      addIssue({ code: "custom", path: pathOf(pointer), message: detail });
    }
  })
  .describe("lines, and sections with nested children; they replace the whole content");

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const limits = `must lie between -${maxBillNumber} and ${maxBillNumber}`;
const isTooMuch = (value: number): boolean => !(Math.abs(value) <= maxBillNumber);

/**
 * Numbers and prices a bill whose nodes are well-formed; `pointer` is where they stand in the request.
 * @throws invalid_input where a line, a section or the bill comes to more than can be kept to the cent
 */
export function pricedBill(sent: BillNode[], pointer: string): ComputedBill {
  const bill = computeBill(sent);
  const violations = overflows(bill.nodes, pointer);
  if (isTooMuch(bill.total)) violations.push({ pointer, detail: `their total ${limits}` });
  if (violations.length > 0) throw invalidInput(violations);
  return bill;
}

/** The nodes of which a computed figure is too large; no deeper than a bill's levels. */
function overflows(computedNodes: BillNode[], pointer: string): Violation[] {
  return computedNodes.flatMap((each, index) => {
    const at = `${pointer}/${index}`;
    const { index: _, ...figures } = each.computed as Record<string, number>;
    const own = Object.entries(figures)
      .filter(([, value]) => isTooMuch(value))
      .map(([name]) => ({ pointer: at, detail: `its ${name} ${limits}` }));
    return each.type === "section" ? [...own, ...overflows(each.children ?? [], `${at}/children`)] : own;
  });
}
