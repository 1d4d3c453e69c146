import { batches } from "../tables/batches.js";
import { type FoundHeader, repeats } from "../tables/find-header.js";
import { type Columns, type Field, type NamedColumns, normalizedHeading } from "../tables/headings.js";
import { SheetHeadings } from "../tables/sheet-headings.js";
import type { TableRow } from "../tables/table-row.js";
import { tableRows } from "../tables/table-rows.js";
import { UnreadColumns } from "../tables/unread-columns.js";
import { UnreadableFile } from "../unreadable-file.js";
import { WarningList } from "../warning-list.js";
import type { BillFile } from "./bill-file.js";
import { withPricesOfAmounts } from "./price-columns.js";
import { BillTableCells } from "./table-cells.js";
import { checkStated } from "./table-checks.js";
import { billColumns, billHeadings, ifPriceList } from "./table-layout.js";
import { TableSheets } from "./table-sheets.js";
import { TableTree } from "./table-tree.js";

/** Six rows for each of the lines that a bill can hold. */
const maxRows = 300_000;
const ownHeadings: Set<string> = new Set(Object.values(billHeadings).map(normalizedHeading));
/** Our own exports have the headings of their layout alone; in them nothing has to be guessed. */
const isOwn = (headings: readonly string[]): boolean =>
  headings.length >= 9 &&
  headings.every((heading) => ownHeadings.has(heading)) &&
  headings[0] === normalizedHeading(billHeadings.number);

/** Whether these columns are a bill's, and not those of a list of prices or a summary. */
function isBill({ description, quantity, length, amount, price }: Columns): boolean {
  return (
    description !== undefined &&
    (quantity !== undefined || length !== undefined || (amount !== undefined && price !== undefined))
  );
}

function headerIn(
  rows: readonly TableRow[],
  headings: SheetHeadings,
  named: NamedColumns | undefined,
): FoundHeader | null {
  const header = headings.in(rows);
  if (!header || !isBill(header.columns)) return null;
  return named?.price === undefined ? withPricesOfAmounts(header, rows) : header;
}

/** The columns of a row that are read: a sheet may have 500 in each of its rows, which are all held. */
const ofColumns =
  (columns: Columns) =>
  ({ place, sheet, cells }: TableRow): TableRow => ({
    place,
    sheet,
    cells: Object.values(columns).map((column) => cells[column] ?? null),
  });
/** Where the fields stand in such rows. */
const placesOf = (columns: Columns): Columns =>
  Object.fromEntries(Object.keys(columns).map((field, place) => [field, place]));

/** The columns that mean something in a bill. */
const readColumns = (columns: Columns): number[] => billColumns.flatMap((field) => columns[field] ?? []);

/** Whether amounts of labour are a line's or those of its unit, no heading tells. */
const adviceOn = ({ labourAmount }: Columns): Map<number, string> =>
  labourAmount === undefined ? new Map() : new Map([[labourAmount, labourAdvice]]);
const labourAdvice = "a bill has shares of labour, no amounts: make it percentages of the price, and name it labourPct";

const otherColumns =
  "the sheet has other columns than the first sheet of the bill, as a summary or a list of prices has; if its lines belong to the bill, give it the same columns, or import it as a file of its own";

const columnsKey = (columns: Columns): string => (Object.keys(columns) as Field[]).sort().join();

/**
 * Reads a bill of quantities from a spreadsheet or CSV in the layout that Italian programs export: a line (voce) with number, code,
 * description and unit; beneath it its measurement rows; SOMMANO; titles and totals of sections between. Columns are known by their
 * headings, or named by hand. What the file counts otherwise than its own numbers is warned of with both values.
 * @throws UnreadableFile where it is no table, or no headings of a bill are found
 */
export async function readBillTable(bytes: Uint8Array, columns?: NamedColumns): Promise<BillFile> {
  const warnings = new WarningList();
  const whole = async function* () {
    yield bytes;
  };
  const { kind, rows } = await tableRows(whole(), warnings);
  if (kind === "json") throw new UnreadableFile("unknown_format", "JSON isn't read as a bill.");
  const headings = new SheetHeadings(columns, wanted);
  const unread = new UnreadColumns(warnings);
  const tree = new TableTree(warnings);
  const sheets = new TableSheets(tree, warnings);
  let header: FoundHeader | null = null;
  let layout: string | null = null;
  let content: TableRow[] = [];
  let count = 0;
  let isRepeated = (_: TableRow): boolean => false;
  const take = (some: readonly TableRow[], { columns }: FoundHeader): void => {
    const own = some.filter((row) => !isRepeated(row));
    for (const row of own) unread.look(row);
    content.push(...own.map(ofColumns(columns)));
  };
  const settle = (): void => {
    if (!header) return;
    const isPercent = header.headings[header.columns.labourPct ?? -1]?.includes("%") ?? false;
    const labour = { isPercent, isOwn: isOwn(header.headings) };
    const cells = new BillTableCells(placesOf(header.columns), warnings, labour);
    cells.observe(content);
    sheets.add(
      content.map((row) => cells.read(row)),
      {
        isOwn: isOwn(header.headings),
        hasPriceColumn: header.columns.price !== undefined,
        hasSafetyColumn: header.columns.safety !== undefined || isOwn(header.headings),
        hasNumbersAboveCodes: /^num ord tariffa$/.test(header.headings[header.columns.code ?? -1] ?? ""),
      },
    );
    content = [];
  };
  for await (const { sheet, isFirst, rows: some } of batches(rows)) {
    count += some.length;
    if (count > maxRows)
      throw new UnreadableFile("too_large", `The table has more than ${maxRows} rows. Split the bill.`);
    if (!isFirst) {
      if (header) take(some, header);
      continue;
    }
    settle();
    header = headerIn(some, headings, columns);
    // A workbook has its summary, its prices, its cover beside the bill.
    const isOther = header !== null && layout !== null && columnsKey(header.columns) !== layout;
    if (!header || isOther) {
      header = null;
      if (sheet)
        warnings.add("sheet_left_out", sheet, isOther ? otherColumns : "the sheet doesn't have the headings of a bill");
      continue;
    }
    layout ??= columnsKey(header.columns);
    unread.begin(header, some, readColumns(header.columns), adviceOn(header.columns));
    isRepeated = repeats(some.slice(header.contentFrom - header.rows, header.contentFrom));
    take(some.slice(header.contentFrom), header);
  }
  settle();
  if (layout === null) throw headings.areMissing();
  const { nodes, stated, measurements } = tree.end();
  if (stated.lines.length === 0) throw new UnreadableFile("empty", "The table has headings but no lines of a bill.");
  const { quantityDecimals, totalInFile } = checkStated(stated, nodes, warnings);
  return {
    format: kind,
    name: null,
    nodes,
    quantityDecimals,
    measurements,
    totalInFile,
    warnings: warnings.kept,
    warningCount: warnings.count,
  };
}

const wanted = {
  of: "a bill",
  required: ["description", "quantity"],
  known: billColumns,
  example: { code: "B", description: "C", unit: "D", quantity: "I", price: "J" },
  otherwise: ifPriceList,
} as const;
