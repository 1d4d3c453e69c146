import { addBillOfQuantitiesSection } from "./add-bill-of-quantities-section.js";
import { createBillOfQuantities } from "./create-bill-of-quantities.js";
import { getBillOfQuantities } from "./get-bill-of-quantities.js";
import { linkQuoteLine } from "./link-quote-line.js";
import { listBillsOfQuantities } from "./list-bills-of-quantities.js";
import { saveBillOfQuantitiesLines } from "./save-bill-of-quantities-lines.js";
import { unlinkQuoteLine } from "./unlink-quote-line.js";

export const billActions = [
  createBillOfQuantities,
  saveBillOfQuantitiesLines,
  addBillOfQuantitiesSection,
  linkQuoteLine,
  unlinkQuoteLine,
  listBillsOfQuantities,
  getBillOfQuantities,
] as const;
