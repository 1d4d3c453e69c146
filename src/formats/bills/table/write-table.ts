import { type BillMeasurement, type BillNode, percentOf } from "../../../domain/bill/bill.js";
import {
  countOf,
  expressionOf,
  type FactorName,
  factorNames,
  factorOf,
  repeatedBy,
  usualQuantityDecimals,
} from "../../../domain/bill/bill-measurements.js";
import { billRows, type LineRow, type MeasurementRow } from "../../../domain/bill/bill-rows.js";
import type { Cell, Table, TableColumn, TableRow } from "../../spreadsheets/table.js";
import {
  type BillColumn,
  billColumns,
  billHeadings,
  partial,
  safetyMark,
  sectionEnd,
  seeLine,
  totalLabel,
} from "./layout.js";

interface TabledBill {
  nodes: readonly BillNode[];
  /** euro */
  total: number;
  /** null: the usual two */
  quantityDecimals: number | null;
}

/** Columns that the recipient fills in if the table is written without prices. */
const toFillIn: readonly BillColumn[] = ["price", "amount"];
const ofPrices: readonly BillColumn[] = ["labourPct", "safetyPct"];
const ofSafety: readonly BillColumn[] = ["safetyPct", "safety"];

const money = "#,##0.00";
const exact = "#,##0.00####";
/** Shows the decimals that a number has. With optional decimals in the format, Excel would show 2 as `2,`. */
const asItIs = "General";

/** A quantity without measurements isn't rounded, so it may have more decimals than others. */
const quantityFormat = (decimals: number): string =>
  decimals > 0 ? `#,##0.${"0".repeat(decimals).padEnd(6, "#")}` : asItIs;

const looks = (decimals: number): Record<BillColumn, Omit<TableColumn, "heading">> => ({
  number: { width: 7 },
  code: { width: 18 },
  description: { width: 60 },
  unit: { width: 8 },
  count: { width: 9, numberFormat: asItIs },
  length: { width: 10, numberFormat: exact },
  width: { width: 10, numberFormat: exact },
  height: { width: 10, numberFormat: "#,##0.000###" },
  quantity: { width: 12, numberFormat: quantityFormat(decimals) },
  price: { width: 13, numberFormat: exact },
  amount: { width: 15, numberFormat: money },
  labourPct: { width: 13, numberFormat: asItIs },
  safetyPct: { width: 12, numberFormat: asItIs },
  safety: { width: 10 },
});

type Cells = Partial<Record<BillColumn, Cell>>;
interface Row {
  cells: Cells;
  emphasis?: TableRow["emphasis"];
}

/**
 * A computed bill as a table for spreadsheets, in the layout of `layout.ts`.
 * @param prices whether to fill in prices and amounts; otherwise bidders fill in these columns
 */
export function billTable(bill: TabledBill, { prices }: { prices: boolean }): Table {
  const { nodes, quantityDecimals } = bill;
  const hasSafety = anyLine(nodes, ({ safety, safetyPct }) => safety === true || percentOf(safetyPct) !== undefined);
  const shown = billColumns.filter(
    (column) => (prices || !ofPrices.includes(column)) && (hasSafety || !ofSafety.includes(column)),
  );
  const look = looks(quantityDecimals ?? usualQuantityDecimals);
  const columns = shown.map((column): TableColumn => ({ heading: billHeadings[column], ...look[column] }));
  const rows = function* (): Generator<TableRow> {
    for (const { cells, emphasis } of rowsOf(bill, prices))
      yield {
        cells: shown.map((column) => (prices || !toFillIn.includes(column) ? (cells[column] ?? null) : null)),
        ...(emphasis ? { emphasis } : {}),
      };
  };
  return { name: "Computo", columns, rows: rows() };
}

function* rowsOf({ nodes, total, quantityDecimals }: TabledBill, prices: boolean): Generator<Row> {
  let ended: string | null = null;
  for (const row of billRows(nodes, quantityDecimals)) {
    if (row.kind === "line" && ended !== null) yield { cells: { description: sectionEnd(ended) }, emphasis: "quiet" };
    ended = row.kind === "sectionEnd" ? row.section.number : null;
    if (row.kind === "section")
      yield { cells: { number: row.number, description: row.title, amount: row.total }, emphasis: "title" };
    else if (row.kind === "line") yield { cells: lineCells(row) };
    else if (row.kind === "measurement") yield { cells: measurementCells(row), emphasis: "quiet" };
  }
  if (prices) yield { cells: { description: totalLabel, amount: total }, emphasis: "total" };
}

const lineCells = ({ number, node, quantity, unitPrice, amount }: LineRow): Cells => ({
  number,
  code: node.code || null,
  description: node.desc || null,
  unit: node.unit || null,
  quantity,
  price: node.price === undefined && node.listPrice === undefined ? null : unitPrice,
  amount,
  labourPct: percentOf(node.labourPct) ?? null,
  safetyPct: percentOf(node.safetyPct) ?? null,
  safety: node.safety === true ? safetyMark : null,
});

/** A deduction has positive dimensions and a negative quantity, as usual in Italian measurement sheets. */
function measurementCells({ row, quantity }: MeasurementRow): Cells {
  const desc = row.desc ?? "";
  if (row.kind === "note") return { description: desc };
  if (row.kind === "partial") return { description: partial(desc), quantity };
  const repeated = repeatedBy(row);
  const factor = repeated?.factor === undefined ? null : String(repeated.factor).replace(".", ",");
  return {
    description: repeated ? seeLine(repeated.line + 1, factor, desc) : desc || null,
    count: addsByDeducting(row) ? 0 - (countOf(row) ?? 0) : factorCell(row, "count"),
    length: factorCell(row, "length"),
    width: factorCell(row, "width"),
    height: factorCell(row, "height"),
    quantity: onlyNamesLine(row) ? null : quantity,
  };
}

/**
 * Whether a deduction has a negative dimension, and so adds. Its positive quantity can't mark it as a deduction: a minus that somebody
 * typed before a dimension would look the same. So its count is written with the opposite sign.
 */
const addsByDeducting = (row: BillMeasurement): boolean =>
  row.negative === true &&
  factorNames.filter((name) => (factorOf(row, name) ?? 0) < 0).length % 2 !==
    ((repeatedBy(row)?.factor ?? 1) < 0 ? 1 : 0);

/** Whether a row only mentions another line, and counts nothing. With a quantity it would be read as a repetition; without one, as a note. */
const onlyNamesLine = (row: BillMeasurement): boolean =>
  repeatedBy(row) === null &&
  factorNames.every((name) => factorCell(row, name) === null) &&
  /\bvoce\b/i.test(row.desc ?? "");

const factorCell = (row: BillMeasurement, name: FactorName): Cell => expressionOf(row, name) ?? row[name] ?? null;

function anyLine(nodes: readonly BillNode[], holds: (line: BillNode) => boolean): boolean {
  for (const row of billRows(nodes)) if (row.kind === "line" && holds(row.node)) return true;
  return false;
}
