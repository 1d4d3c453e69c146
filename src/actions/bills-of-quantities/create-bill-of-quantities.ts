import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Project } from "../../db/entities/project.js";
import { defineAction } from "../action.js";
import { findRepeats } from "../repeats.js";
import { id, name } from "../schemas.js";
import { warningsIfAny, withWarnings } from "../warning-results.js";
import { billResult } from "./results.js";

export const createBillOfQuantities = defineAction({
  name: "create_bill_of_quantities",
  title: { en: "Create a bill of quantities", it: "Crea un computo" },
  description: "Creates an empty bill of quantities (computo metrico) in a project.",
  area: "bills_of_quantities",
  permissions: ["bills_of_quantities:edit"],
  effect: "create",

  input: z.strictObject({ projectId: id("the project it belongs to"), name: name("name of the bill") }),
  result: billResult.extend({ warnings: warningsIfAny }),

  async run({ projectId, name }, ctx) {
    const project = await ctx.load(Project, { projectId });
    const bill = ctx.insert(BillOfQuantities, { projectId: project.id, name, nodes: [], total: 0, lineCount: 0 });
    const repeats = findRepeats(ctx, BillOfQuantities, bill, ["name", "projectId"]);
    return withWarnings(bill, repeats);
  },
});
