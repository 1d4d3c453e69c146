import { addBillOfQuantitiesSection } from "./add-bill-of-quantities-section.js";
import { compareQuotesAction } from "./compare-quotes.js";
import { createBillOfQuantities } from "./create-bill-of-quantities.js";
import { deleteBillLines } from "./delete-bill-lines.js";
import { deleteBillOfQuantities } from "./delete-bill-of-quantities.js";
import { deleteBillSection } from "./delete-bill-section.js";
import { exportBillOfQuantities } from "./export-bill-of-quantities.js";
import { exportQuoteComparison } from "./export-quote-comparison.js";
import { fillBillPrices } from "./fill-bill-prices.js";
import { getBillOfQuantities } from "./get-bill-of-quantities.js";
import { importBillOfQuantities } from "./import-bill-of-quantities.js";
import { insertBillLines } from "./insert-bill-lines.js";
import { linkQuoteLine } from "./link-quote-line.js";
import { listBillsOfQuantities } from "./list-bills-of-quantities.js";
import { moveBillLines } from "./move-bill-lines.js";
import { repriceBillOfQuantities } from "./reprice-bill-of-quantities.js";
import { saveBillOfQuantitiesLines } from "./save-bill-of-quantities-lines.js";
import { unlinkQuoteLine } from "./unlink-quote-line.js";
import { updateBillLine } from "./update-bill-line.js";
import { updateBillOfQuantities } from "./update-bill-of-quantities.js";
import { updateBillSection } from "./update-bill-section.js";

export const billActions = [
  createBillOfQuantities,
  saveBillOfQuantitiesLines,
  addBillOfQuantitiesSection,
  linkQuoteLine,
  unlinkQuoteLine,
  deleteBillOfQuantities,
  listBillsOfQuantities,
  getBillOfQuantities,
  updateBillOfQuantities,
  updateBillLine,
  insertBillLines,
  moveBillLines,
  deleteBillLines,
  updateBillSection,
  deleteBillSection,
  fillBillPrices,
  repriceBillOfQuantities,
  exportBillOfQuantities,
  importBillOfQuantities,
  compareQuotesAction,
  exportQuoteComparison,
] as const;
