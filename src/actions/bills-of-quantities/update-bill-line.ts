import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, billLimits, expressionFaults } from "../../domain/bill/bill.js";
import { listAt, pathOfLine, spotAt, withList } from "../../domain/bill/bill-edit.js";
import { nodeLength } from "../../domain/bill/bill-sizes.js";
import { shortenedLine } from "../../domain/bill/shortened-bill.js";
import { invalidInput } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { integer } from "../schemas.js";
import { billLine, changedBill, storeNodes } from "./changed-bill.js";
import { blamed } from "./checked-bill.js";
import { computoId, lineFields, nodeSizes, report } from "./nodes.js";
import { lineIndexOutOfRange } from "./places.js";

const nullable = (field: z.ZodOptional<z.ZodNumber>, description: string) =>
  field.unwrap().nullable().describe(description).optional();

export const updateBillLine = defineAction({
  name: "update_bill_line",
  title: { en: "Update a line of a bill of quantities", it: "Modifica una voce del computo" },
  description:
    'Changes the given fields of one line; absent ones and further properties stay, "" clears a text. Links to quote lines stay, and are marked stale if the line changed.',
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  idempotent: true,
  addition: true,
  body: "large",

  input: z
    .looseObject({
      computoId,
      index: integer("the line's index, from 0, depth first, not counting sections"),
      ...lineFields,
      qty: nullable(lineFields.qty, "quantity; ignored if there are measurements; null removes it"),
      price: nullable(lineFields.price, "unit price in euro; null removes it, and listPrice is used"),
      listPrice: nullable(lineFields.listPrice, "unit price of the regional list, in euro; null removes it"),
      labourPct: nullable(lineFields.labourPct, "share of labour in the price, percent; null removes it"),
      safetyPct: nullable(lineFields.safetyPct, "share of safety in the price, percent; null removes it"),
      measurements: lineFields.measurements
        .unwrap()
        .describe("all measurements of the line; [] removes them, and qty is used")
        .optional(),
    })
    .superRefine((sent, context) => {
      const { computoId: _, index: __, ...fields } = sent;
      const line = { type: "line", ...fields } as BillNode;
      const limits = [...billLimits([line], ""), ...nodeSizes([line], "")].map(({ pointer, detail }) => ({
        pointer: pointer.slice("/0".length),
        detail,
      }));
      report(context, [...limits, ...expressionFaults(line), ...shortenedLine(fields), ...whatSectionsHave(fields)]);
    }),
  result: changedBill.extend({ line: billLine.describe("the line as it is now") }),

  async run({ computoId, index, ...fields }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const path = pathOfLine(bill.nodes, index);
    if (!path) throw lineIndexOutOfRange(bill, ["/index"]);
    const { path: parent, place } = spotAt(path);
    const list = listAt(bill.nodes, parent);
    const before = list[place] as BillNode;
    const after = changedLine(before, fields);
    // Each change is limited in size, but the sum of many must be limited too.
    if (nodeLength(after) > nodeLength(before)) {
      const violations = nodeSizes([after], "");
      if (violations.length > 0) throw invalidInput(blamed(violations, ""));
    }
    const changed = list.with(place, after);
    const scopeOf = (nodes: BillNode[]) => ({
      list: listAt(nodes, parent),
      from: place,
      count: 1,
      pointerTo: () => "",
    });
    const stored = await storeNodes(ctx, bill, withList(bill.nodes, parent, changed), {
      scopeOf,
      newIndex: (at) => at,
      culprit: "",
      pointerToSent: (at) => (at === index && fields.measurements ? "" : undefined),
      ...(losesMeasurements(before, after) && { before: "della modifica" }),
    });
    return { ...stored, line: listAt(bill.nodes, parent)[place] as { type: "line" } };
  },
});

/** Whether measurements are lost. They are taken on site, and a short request may remove many. */
const losesMeasurements = (before: BillNode, after: BillNode): boolean =>
  (after.measurements ?? []).length < (before.measurements ?? []).length;

/** The violations for fields that only a section has. */
const whatSectionsHave = (fields: Record<string, unknown>) =>
  [
    ...(fields.type === undefined || fields.type === "line" ? [] : ["type"]),
    ...["title", "children"].filter((name) => name in fields),
  ].map((name) => ({ pointer: `/${name}`, detail: "belongs to a section; this changes a line (voce)" }));

/** The line with the fields of the request; "" or null removes a field that the schema knows. */
function changedLine(line: BillNode, { computed: _, ...fields }: Record<string, unknown>): BillNode {
  const isCleared = (key: string, value: unknown): boolean => key in lineFields && (value === "" || value === null);
  const kept = Object.entries({ ...line, ...fields }).filter(
    ([key, value]) => !isCleared(key, value) || !(key in fields),
  );
  return Object.fromEntries(kept) as BillNode;
}
