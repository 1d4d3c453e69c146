import { describe, expect, it } from "@jest/globals";
import { computeBill } from "../../../src/domain/bill/bill.js";
import { readBill } from "../../../src/formats/bills/read-bill.js";
import { billTable } from "../../../src/formats/bills/table/write-table.js";
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

describe("a bill written as CSV and read again", () => {
  const again = async (bill: Bill) => {
    const file = await readBill(await writeCsv(billTable(bill, { prices: true })));
    return { ...billOf(file.nodes, file.quantityDecimals), warnings: file.warnings };
  };

  it("has the same labour, whatever decimals its shares have", async () => {
    const line = { type: "line", desc: "Scavo", qty: 9_598_831.49, price: 1, labourPct: 12.345678901234 } as const;
    const bill = billOf([line]);
    expect((await again(bill)).computed).toEqual(bill.computed);
  });

  it("has the same decimals of quantities, where only rows that repeat a line show them", async () => {
    const repeating = {
      type: "line",
      desc: "Trasporto",
      price: 1000,
      measurements: [{ length: 0.5, sameAs: { line: 0 } }],
    } as const;
    const bill = billOf(
      [
        { type: "line", desc: "Scavo", qty: 12.345, price: 1 },
        { ...repeating, measurements: [...repeating.measurements] },
      ],
      3,
    );
    const { total, warnings } = await again(bill);
    expect([total, warnings]).toEqual([bill.total, []]);
  });

  it("has the same decimals of quantities, where a quotient shows them", async () => {
    const row = { length: 1.5, width: 0.941, heightExpression: "(2-1)/3" };
    const bill = billOf([{ type: "line", desc: "Scavo", price: 1000, measurements: [row] }], 3);
    const { total, warnings } = await again(bill);
    expect([total, warnings]).toEqual([471, []]);
    expect(bill.total).toBe(471);
  });

  it("repeats no line where a row has the words alone, in quantities of no decimals", async () => {
    const words = { desc: "Vedi voce n. 1 del capitolato", length: 3.5, width: 5.6 };
    const bill = billOf(
      [
        { type: "line", desc: "Scavo", qty: 100, price: 1 },
        { type: "line", desc: "Muro", price: 1, measurements: [words] },
      ],
      0,
    );
    const { total, warnings } = await again(bill);
    expect([total, warnings]).toEqual([bill.total, []]);
  });
});
