import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { type BillNode, linesOf } from "../../domain/bill/bill.js";
import { listAt, type Path, withList } from "../../domain/bill/bill-edit.js";
import { withRepeatsMoved } from "../../domain/bill/moved-repeats.js";
import { defineAction } from "../action.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { computeCheckedBill, pointersToSent } from "./checked-bill.js";
import { computoId, newNodes } from "./nodes.js";
import { spotFields, spotIn } from "./places.js";

export const insertBillLines = defineAction({
  name: "insert_bill_lines",
  title: { en: "Insert lines into a bill of quantities", it: "Inserisce voci nel computo" },
  description:
    "Inserts lines into a bill: at its end; with section, at the end of that section; with before, right before that line; with both, in that section before that line or the subsection that holds it. Links to quote lines follow their lines. sameAs takes indexes from before the call; the new lines continue the count.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  addition: true,
  body: "large",

  input: z.strictObject({
    computoId,
    ...spotFields,
    lines: newNodes,
  }),
  result: changedBill,

  async run({ computoId, section, before, lines }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const sent = lines as BillNode[];
    const { path, place } = spotIn(bill, { section, before });
    computeCheckedBill(sent, "/lines");
    const spot = { first: linesBefore(bill.nodes, path, place), count: linesOf(sent).length, before: bill.lineCount };
    const added = withRepeatsMoved(sent, (index) => indexOfSent(index, spot));
    const stored = withRepeatsMoved(bill.nodes, (index) => indexAfter(index, spot));
    const list = listAt(stored, path).toSpliced(place, 0, ...added);
    return storeNodes(ctx, bill, withList(stored, path, list), {
      scopeOf: (nodes) => ({
        list: listAt(nodes, path),
        from: place,
        count: added.length,
        pointerTo: (at) => `/lines/${at - place}`,
      }),
      newIndex: (index) => indexAfter(index, spot),
      culprit: "/lines",
      pointerToSent: pointersToSent(sent, spot.first),
    });
  },
});

/** Where lines are inserted: `count` of them from the index `first` on, into a bill that has `before` lines. */
interface NewLines {
  first: number;
  count: number;
  before: number;
}

/** The index that a line of the bill has after the insertion. */
const indexAfter = (index: number, { first, count }: NewLines): number => (index < first ? index : index + count);

/**
 * The new index of the line that a row in the request repeats; -1 if there is none. Rows use the bill's indexes as their sender knows them,
 * and the sent lines follow on from these.
 */
function indexOfSent(index: number, lines: NewLines): number {
  const { first, count, before } = lines;
  if (index < before) return indexAfter(index, lines);
  return index < before + count ? first + index - before : -1;
}

/** How many lines of a bill come before a place in one of its lists. */
function linesBefore(nodes: BillNode[], path: Path, place: number): number {
  const ways = [...path, place];
  return ways.reduce(
    (count, end, depth) => count + linesOf(listAt(nodes, ways.slice(0, depth)).slice(0, end)).length,
    0,
  );
}
