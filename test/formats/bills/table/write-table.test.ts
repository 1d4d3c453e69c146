import { describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre";
import { type BillNode, computeBill } from "../../../../src/domain/bill/bill.js";
import { sum } from "../../../../src/domain/money.js";
import {
  billHeadings,
  isPartial,
  sectionNumber,
  seesLine,
  totalLabel,
} from "../../../../src/formats/bills/table/layout.js";
import { billTable } from "../../../../src/formats/bills/table/write-table.js";
import { numberFormat } from "../../../../src/formats/office/number-format.js";
import { writeCsv } from "../../../../src/formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../../../src/formats/spreadsheets/write-xlsx.js";
import { readXpwe } from "../../../../src/formats/xpwe/read-xpwe.js";
import { writeXpwe } from "../../../../src/formats/xpwe/write-xpwe.js";
import { anyBill } from "../../../support/bills.js";

type Row = Record<string, string | number | null>;
const bill = (nodes: BillNode[]) => ({ ...computeBill(nodes), quantityDecimals: null });
type Bill = ReturnType<typeof bill>;

const rowsOf = (heads: readonly unknown[], rows: readonly (readonly unknown[])[]): Row[] =>
  rows.map((cells) =>
    Object.fromEntries(heads.map((head, at) => [String(head), (cells[at] ?? null) as string | null])),
  );
async function fromXlsx(written: Bill, prices = true): Promise<Row[]> {
  const workbook = await readXlsx(await writeXlsx(billTable(written, { prices })));
  const [heads = [], ...rows] = workbook.sheets[0]?.rows ?? [];
  return rowsOf(heads, rows);
}
async function fromCsv(written: Bill, prices = true): Promise<Row[]> {
  const text = new TextDecoder().decode(writeCsv(billTable(written, { prices })));
  const [heads = [], ...rows] = parse(text, { delimiter: ";" }) as string[][];
  const numeric = /^-?\d+(,\d+)?$/;
  const cellValue = (cell: string) => (cell === "" ? null : numeric.test(cell) ? Number(cell.replace(",", ".")) : cell);
  return rowsOf(
    heads,
    rows.map((cells) => cells.map(cellValue)),
  );
}
const ways = [
  ["XLSX", fromXlsx],
  ["CSV", fromCsv],
] as const;
const { number, code, description, quantity, price, amount, count, length, height } = billHeadings;

it("has no format of optional decimals alone, with which Excel shows a comma behind whole numbers", () => {
  const { columns } = billTable(bill([{ type: "line", safety: true, safetyPct: 2 }]), { prices: true });
  expect(columns.filter(({ numberFormat }) => /\.(?!0)/.test(numberFormat ?? ""))).toEqual([]);
  expect(columns.filter(({ numberFormat }) => numberFormat).length).toBe(9);
});

/** How a spreadsheet shows numbers in a column. */
function showIn(column: string, quantityDecimals: number | null = null): (value: number) => string {
  const { columns } = billTable({ ...bill([]), quantityDecimals }, { prices: true });
  const code = columns.find(({ heading }) => heading === column)?.numberFormat ?? "";
  return numberFormat(164, new Map([[164, code]]), false).show;
}

it.each([
  [null, ["2,00", "12,345"]],
  [0, ["2", "12,345"]],
  [3, ["2,000", "12,345"]],
  [6, ["2,000000", "12,345000"]],
])("shows a quantity as it counts, with the bill's decimals at least (%j)", (quantityDecimals, shown) => {
  const show = showIn(quantity, quantityDecimals);
  expect([2, 12.345].map(show)).toEqual(shown);
});

it.each([
  ["prices", price, ["2,00", "12,3456"]],
  ["amounts", amount, ["2,00", "12,35"]],
  ["parts", count, ["2", "12,3456"]],
  ["lengths", length, ["2,00", "12,3456"]],
  ["heights", height, ["2,000", "12,3456"]],
])("shows %s with their decimals", (_, heading, shown) => {
  expect([2, 12.3456].map(showIn(heading))).toEqual(shown);
});

describe.each(ways)("%s of a bill", (_, read) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "says its amounts, its sections' and its total, whatever it holds (%d)",
    async (seed) => {
      const written = bill(anyBill(seed));
      const rows = await read(written);
      const amountsOf = (fits: (row: Row) => boolean) => rows.filter(fits).map((row) => Number(row[amount]));
      expect(sum(amountsOf((row) => typeof row[number] === "number"))).toBe(written.total);
      expect(amountsOf((row) => row[number] === null && row[description] === totalLabel)).toEqual([written.total]);
      const sections = rows.filter((row) => sectionNumber.test(String(row[number] ?? "")));
      const top = sections.filter((row) => !String(row[number]).includes("."));
      const tops = written.nodes.filter(({ type }) => type === "section");
      expect(top.map((row) => Number(row[amount]))).toEqual(
        tops.map(({ computed }) => (computed as { total: number }).total),
      );
    },
  );

  it("has measurement rows that add up to their line's quantity", async () => {
    const rows = await read(bill([1, 2, 3, 4, 5, 6, 7, 8].flatMap(anyBill)));
    const lines: { written: number; parts: number[] }[] = [];
    for (const row of rows) {
      if (typeof row[number] === "number") lines.push({ written: Number(row[quantity]), parts: [] });
      else if (row[number] === null && !isPartial.test(String(row[description] ?? "")) && row[quantity] !== null)
        lines.at(-1)?.parts.push(Number(row[quantity]));
    }
    const measured = lines.filter(({ parts }) => parts.length > 0);
    expect(measured.length).toBeGreaterThan(5);
    expect(measured.map(({ parts }) => sum(parts))).toEqual(measured.map(({ written }) => written));
  });

  it("keeps expressions, repeats with their factor, partials, notes and deductions to be read again", async () => {
    const rows = await read(
      bill([
        {
          type: "line",
          desc: "a",
          measurements: [
            { lengthExpression: "3,20+1,15", count: 2 },
            { kind: "partial", desc: "sin qui" },
          ],
        },
        {
          type: "line",
          desc: "b",
          measurements: [
            { sameAs: { line: 0, factor: -0.5 }, desc: "metà" },
            { kind: "note", desc: "al rustico" },
            { length: 2, negative: true },
          ],
        },
      ]),
    );
    const said = rows
      .filter((row) => row[number] === null && row[description] !== totalLabel)
      .map((row) => [row[description], row[count], row[length], row[quantity]]);
    expect(said).toEqual([
      [null, 2, "3,20+1,15", 8.7],
      ["Parziale: sin qui", null, null, 8.7],
      ["Vedi voce n. 1 × -0,5: metà", null, null, -4.35],
      ["al rustico", null, null, null],
      [null, null, 2, -2],
    ]);
    expect(seesLine.exec("Vedi voce n. 1 × -0,5: metà")?.slice(1)).toEqual(["1", "-0,5", "metà"]);
  });

  it("leaves the columns of prices empty where none are wanted", async () => {
    const [row = {}] = await read(bill([{ type: "line", code: "A", qty: 2, price: 3 }]), false);
    expect(row).toMatchObject({ [code]: "A", [quantity]: 2, [billHeadings.price]: null, [amount]: null });
  });

  it("marks lines of safety, in columns that other bills don't have", async () => {
    const line = { type: "line", qty: 1, price: 5, safetyPct: 3, safety: true } as const;
    const [row = {}] = await read(bill([line]));
    expect(row).toMatchObject({ [billHeadings.safetyPct]: 3, [billHeadings.safety]: "sì" });
    const [other = {}] = await read(bill([{ type: "line", qty: 1 }]));
    expect(Object.keys(other)).toEqual(Object.values(billHeadings).slice(0, 12));
  });
});

it.each([9, 10, 29, 43])("XPWE of a bill comes back with its lines and its total (%d)", (seed) => {
  const written = bill(anyBill(seed));
  const { nodes, quantityDecimals } = readXpwe(
    new TextEncoder().encode(writeXpwe({ name: "x", nodes: written.nodes })),
  );
  const { lineCount, total } = computeBill(nodes, quantityDecimals);
  expect([lineCount, total]).toEqual([written.lineCount, written.total]);
});
