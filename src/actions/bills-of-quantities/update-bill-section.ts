import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import type { BillNode } from "../../domain/bill/bill.js";
import { pathsOfSection, withList } from "../../domain/bill/bill-edit.js";
import { withNodesMoved } from "../../domain/bill/moved-nodes.js";
import { invalidAt } from "../../domain/errors.js";
import { defineAction } from "../action.js";
import { name, words } from "../schemas.js";
import { changedBill, storeNodes } from "./changed-bill.js";
import { computoId } from "./nodes.js";
import { requireSection, sectionFields } from "./places.js";

export const updateBillSection = defineAction({
  name: "update_bill_section",
  title: { en: "Rename or move a section of a bill of quantities", it: "Rinomina o sposta una sezione del computo" },
  description:
    "Renames a section, or moves it with its content to another place among its siblings. Links to quote lines, and rows that repeat a line, follow their lines.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "update",
  addition: true,

  input: z.strictObject({
    computoId,
    ...sectionFields,
    title: name("the new title").optional(),
    before: words("title of the section beside it before which it is put; null puts it last").nullable().optional(),
  }),
  result: changedBill,

  async run({ computoId, title, before, ...which }, ctx) {
    const bill = await ctx.lock(BillOfQuantities, { computoId });
    const { path, place, list, node } = requireSection(bill, which);
    const spot = { path, place: before === undefined ? place : placeBefore(list, before) };
    const section = title === undefined ? node : { ...node, title };
    const renamed = withList(bill.nodes, path, list.with(place, section));
    const { nodes, newIndex } = withNodesMoved(renamed, [section], spot);
    return storeNodes(ctx, bill, nodes, { newIndex, culprit: "/section" });
  },
});

/** The place in a list before its section with this title; null: at its end. @throws invalid_input unless exactly one section has it */
function placeBefore(list: BillNode[], title: string | null): number {
  if (title === null) return list.length;
  const found = pathsOfSection(list, [title]);
  const [[place] = [], other] = found;
  if (place !== undefined && other === undefined) return place;
  const detail =
    place === undefined
      ? "no section beside it has this title; give it as it stands"
      : `${found.length} sections beside it have this title; give another one`;
  throw invalidAt("/before", detail);
}
