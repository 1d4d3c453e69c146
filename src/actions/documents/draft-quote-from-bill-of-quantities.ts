import { z } from "zod";
import { BillOfQuantities } from "../../db/entities/bill-of-quantities.js";
import { Contact } from "../../db/entities/contact.js";
import { Document } from "../../db/entities/document.js";
import { flattenLines } from "../../domain/bill.js";
import { wholeBill } from "../../domain/bill-warnings/bill-warnings.js";
import { defineAction } from "../action.js";
import { warnings, warningsOf } from "../bills-of-quantities/warnings.js";
import { documentResult } from "../results.js";
import { id, words } from "../schemas.js";
import { discountPct, presentDocument, vatPct } from "./fields.js";

export const draftQuoteFromBillOfQuantities = defineAction({
  name: "draft_quote_from_bill_of_quantities",
  title: { en: "Draft a quote from a bill of quantities", it: "Prepara un preventivo da un computo" },
  description:
    "Creates a quote in draft with one line item for each line of the bill, in order; sections are left out. Heed the warnings of the answer.",
  area: "documents",
  permissions: ["documents:edit"],
  effect: "create",

  input: z.strictObject({
    computoId: id("the bill of quantities to quote"),
    title: words("title; the bill's name where absent").optional(),
    contactId: id("the counterparty").optional(),
    discountPct,
    vatPct: vatPct.default(22),
  }),
  result: documentResult.extend({
    warnings: warnings.describe("what is probably a mistake in the bill; the pointers lead into the bill, from /nodes"),
  }),

  async run({ computoId, title, contactId, ...rates }, ctx) {
    const bill = await ctx.load(BillOfQuantities, { computoId });
    const contact = await ctx.loadOptional(Contact, { contactId });
    const lineItems = flattenLines(bill.nodes).map(({ node, quantity, unitPrice }) => ({
      desc: node.desc ?? "",
      unit: node.unit ?? "",
      qty: quantity,
      price: unitPrice,
      code: node.code || null,
    }));
    const document = ctx.insert(Document, {
      title: title?.trim() || bill.name,
      kind: "preventivo",
      projectId: bill.projectId,
      contactId: contact?.id ?? null,
      lineItems,
      ...rates,
      status: "draft",
    });
    return {
      ...presentDocument(document),
      warnings: await warningsOf(ctx, bill, wholeBill(bill.nodes, "/nodes")),
    };
  },
});
