import { batches } from "../../../tables/batches.js";
import { type FoundHeader, repeats } from "../../../tables/find-header.js";
import type { Columns, NamedColumns } from "../../../tables/headings.js";
import { SheetHeadings } from "../../../tables/sheet-headings.js";
import type { TableRow } from "../../../tables/table-row.js";
import { UnreadColumns } from "../../../tables/unread-columns.js";
import { UnreadableFile } from "../../../unreadable-file.js";
import type { WarningList } from "../../../warning-list.js";
import { billColumns, ifPriceList } from "../layout.js";
import { OtherHeadings } from "./other-headings.js";
import { withPricesOfAmounts } from "./price-columns.js";
import { areOfBill, columnsKey, isDoubtful, type NamedSheet, reasonAgainst, reasonToReplace } from "./sheet-choice.js";

/** Six rows for each of the lines that a bill can hold. */
const maxRows = 300_000;

/** A sheet with a bill's headings. */
export interface BillSheet {
  header: FoundHeader;
  /** the rows beneath the headings, with the cells that are read alone: a sheet may have 500 columns, and all its rows are held */
  rows: TableRow[];
  /** where the fields stand in these rows */
  columns: Columns;
}

const wanted = {
  of: "a bill",
  required: ["description", "quantity"],
  known: billColumns,
  example: { code: "B", description: "C", unit: "D", quantity: "I", price: "J" },
  otherwise: ifPriceList,
} as const;

const noHeadings = "the sheet doesn't have the headings of a bill";
/** Whether amounts of labour are a line's or those of its unit, no heading tells. */
const labourAdvice = "a bill has shares of labour, no amounts: make it percentages of the price, and name it labourPct";

/**
 * The sheets of a file that belong to its bill. A workbook has its summary, its prices, its cover beside the bill: what has other columns
 * than the first sheet of a bill is left out, with a warning, and so is what its name says to be a later version of it, an analysis of
 * prices, or measurements without prices where a later sheet has prices; these also where they stand before the bill.
 * @throws UnreadableFile where no sheet has the headings of a bill, or there are too many rows
 */
export async function* billSheets(
  rows: AsyncIterable<TableRow>,
  named: NamedColumns | undefined,
  warnings: WarningList,
): AsyncGenerator<BillSheet> {
  const headings = new SheetHeadings(named, wanted);
  const unread = new UnreadColumns(warnings);
  let open: OpenSheet | null = null;
  /** the sheets by now, if a later one may be the bill in place of the first */
  const doubtful: OpenSheet[] = [];
  let columnsOfBill: string | null = null;
  let count = 0;
  for await (const { sheet, isFirst, rows: some } of batches(rows)) {
    count += some.length;
    if (count > maxRows)
      throw new UnreadableFile("too_large", `The table has more than ${maxRows} rows. Split the bill.`);
    if (isFirst) {
      if (open && doubtful.length === 0) yield open;
      const header = headerIn(some, headings, named);
      const found = header && { header, name: sheet ?? "" };
      const inPlace = found && doubtful[0] ? reasonToReplace(doubtful[0], found) : null;
      if (inPlace !== null) {
        for (const { name } of doubtful.splice(0)) warnings.add("sheet_left_out", name, inPlace);
        columnsOfBill = null;
      }
      const reason = found ? reasonAgainst(found, columnsOfBill) : noHeadings;
      open = found && reason === null ? new OpenSheet(found.name, found.header, some, unread, warnings) : null;
      if (open && (doubtful.length > 0 || (columnsOfBill === null && isDoubtful(open)))) doubtful.push(open);
      if (open) columnsOfBill ??= columnsKey(open);
      else if (sheet && reason) warnings.add("sheet_left_out", sheet, reason);
    }
    open?.take(isFirst ? some.slice(open.header.contentFrom) : some);
  }
  if (open && doubtful.length === 0) yield open;
  yield* doubtful;
  if (columnsOfBill === null) throw headings.areMissing();
}

class OpenSheet implements BillSheet, NamedSheet {
  readonly rows: TableRow[] = [];
  readonly columns: Columns;
  readonly #isRepeated: (row: TableRow) => boolean;
  readonly #others: OtherHeadings;

  /** @param first its first rows, headings included */
  constructor(
    readonly name: string,
    readonly header: FoundHeader,
    first: readonly TableRow[],
    private readonly unread: UnreadColumns,
    warnings: WarningList,
  ) {
    const { columns, contentFrom } = header;
    this.columns = Object.fromEntries(Object.keys(columns).map((field, place) => [field, place]));
    const headingsFrom = contentFrom - header.rows;
    this.#isRepeated = repeats(first.slice(headingsFrom, contentFrom));
    const above = new OtherHeadings(columns, warnings);
    for (const row of first.slice(0, Math.max(0, headingsFrom))) above.look(row);
    this.#others = new OtherHeadings(columns, warnings);
    const { labourAmount } = columns;
    const advice = new Map(labourAmount === undefined ? [] : [[labourAmount, labourAdvice]]);
    unread.begin(
      header,
      first,
      billColumns.flatMap((field) => columns[field] ?? []),
      advice,
    );
  }

  take(rows: readonly TableRow[]): void {
    for (const row of rows) {
      if (this.#isRepeated(row)) continue;
      this.unread.look(row);
      this.#others.look(row);
      const cells = Object.values(this.header.columns).map((column) => row.cells[column] ?? null);
      this.rows.push({ ...row, cells });
    }
  }
}

function headerIn(
  rows: readonly TableRow[],
  headings: SheetHeadings,
  named: NamedColumns | undefined,
): FoundHeader | null {
  const header = headings.in(rows);
  if (!header || !areOfBill(header.columns)) return null;
  return named?.price === undefined ? withPricesOfAmounts(header, rows) : header;
}
