import { describe, expect, it } from "@jest/globals";
import { computeBill } from "../../../src/domain/bill.js";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { billTable } from "../../../src/formats/bills/write-table.js";
import { writeCsv } from "../../../src/formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../../src/formats/spreadsheets/write-xlsx.js";
import { writeXpwe } from "../../../src/formats/xpwe/write-xpwe.js";
import { sharedBill } from "../../support/bills.js";

const billOf = (...args: Parameters<typeof computeBill>) => ({
  name: "Computo",
  quantityDecimals: args[1] ?? null,
  ...computeBill(...args),
});
type Bill = ReturnType<typeof billOf>;

describe.each<[string, (bill: Bill) => Uint8Array | Promise<Uint8Array>]>([
  ["XPWE", (bill) => new TextEncoder().encode(writeXpwe(bill))],
  ["XLSX", (bill) => writeXlsx(billTable(bill, { prices: true }))],
  ["CSV", (bill) => writeCsv(billTable(bill, { prices: true }))],
])("a bill written as %s and read again", (_, write) => {
  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    "is the same, field by field, whatever it holds (%d)",
    async (seed) => {
      const bill = billOf(sharedBill(seed));
      // Of expressions the formats keep the values too, so the bill is compared as it is read first.
      const first = await readBill(await write(bill));
      const again = billOf(first.nodes, first.quantityDecimals);
      expect([again.total, again.computed, again.lineCount, first.warnings]).toEqual([
        ...[bill.total, bill.computed, bill.lineCount],
        [],
      ]);
      const second = await readBill(await write(again));
      expect([second.nodes, second.quantityDecimals, second.warnings]).toEqual([
        ...[first.nodes, first.quantityDecimals],
        [],
      ]);
    },
  );
});
