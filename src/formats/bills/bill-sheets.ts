import { batches } from "../tables/batches.js";
import { type FoundHeader, repeats } from "../tables/find-header.js";
import { type Columns, type NamedColumns, normalizedHeading } from "../tables/headings.js";
import { SheetHeadings } from "../tables/sheet-headings.js";
import type { TableRow } from "../tables/table-row.js";
import { UnreadColumns } from "../tables/unread-columns.js";
import { UnreadableFile } from "../unreadable-file.js";
import type { WarningList } from "../warning-list.js";
import { withPricesOfAmounts } from "./price-columns.js";
import { billColumns, ifPriceList } from "./table-layout.js";

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
const otherColumns =
  "the sheet has other columns than the first sheet of the bill, as a summary or a list of prices has; if its lines belong to the bill, give it the same columns, or import it as a file of its own";
const otherVersion =
  "by its name the sheet has the same works once more, as done or as changed (SAL, variante); if its lines belong to the bill, rename it, or import it as a file of its own";
/** As normalized headings are: of the works' accounts, of another version of the bill, or of both beside each other. */
const namesOtherVersion =
  /^(?:s ?a ?l|(?:computo |perizia )?(?:di )?variant[ei]|(?:stato )?(?:di )?avanzamento|contabilita|libretto|registro|(?:quadro )?(?:di )?raffronto|confronto|comparativo)\b/;
/** Of what prices are made of. Works and rooms are named so too: `Analisi chimiche`, `Laboratorio analisi`. */
const namesAnalysis =
  /^(?:schede? (?:di )?)?analisi(?: n)?(?: \d+)*$|\banalisi (?:(?:dei|di|nuovi|del) )*(?:prezz[io]|cost[io]|np|n p|ap)\b/;
const ofPrices =
  "by its name the sheet has what prices are made of (analisi); if its lines belong to the bill, rename it, or import it as a file of its own";
/** As normalized headings are: of the bill itself. Parts of a bill are named as they like. */
const namesBill = /\bcomputo\b|\bcme\b/;
/** Of the measurements from which the quantities of the bill's own sheet come. */
const namesMeasurements = /\b(?:misur|riliev|librett)/;
const withoutPrices =
  "by its name the sheet has the measurements of the bill, which a later sheet has with its prices; to import it, make it a file of its own";
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
      const inPlace = header && doubtful[0] ? reasonToReplace(doubtful[0], header, sheet) : null;
      if (inPlace !== null) {
        for (const { name } of doubtful.splice(0)) warnings.add("sheet_left_out", name, inPlace);
        columnsOfBill = null;
      }
      const reason = header ? reasonAgainst(header, sheet, columnsOfBill) : noHeadings;
      open = header && reason === null ? new OpenSheet(header, some, unread, sheet ?? "") : null;
      if (open && (doubtful.length > 0 || (columnsOfBill === null && isDoubtful(open)))) doubtful.push(open);
      if (open) columnsOfBill ??= columnsKey(open.header.columns);
      else if (sheet && reason) warnings.add("sheet_left_out", sheet, reason);
    }
    open?.take(isFirst ? some.slice(open.header.contentFrom) : some);
  }
  if (open && doubtful.length === 0) yield open;
  yield* doubtful;
  if (columnsOfBill === null) throw headings.areMissing();
}

/** Why a sheet with a bill's headings is not of the bill whose first sheet has these columns; null: it is. */
function reasonAgainst({ columns }: FoundHeader, sheet: string | null, columnsOfBill: string | null): string | null {
  if (columnsOfBill === null) return null;
  const name = normalizedHeading(sheet);
  if (namesAnalysis.test(name)) return ofPrices;
  if (columnsKey(columns) !== columnsOfBill) return otherColumns;
  return namesOtherVersion.test(name) ? otherVersion : null;
}

/** Why the first sheet of a bill is not of it after all, since this one is; null: it is. */
function reasonToReplace(first: OpenSheet, header: FoundHeader, sheet: string | null): string | null {
  const [firstName, name] = [normalizedHeading(first.name), normalizedHeading(sheet)];
  if (namesAnalysis.test(name)) return null;
  if (namesAnalysis.test(firstName)) return ofPrices;
  if (namesOtherVersion.test(name)) return null;
  if (isOfMeasurements(first) && isPriced(header)) return withoutPrices;
  return namesOtherVersion.test(firstName) && namesBill.test(name) ? otherVersion : null;
}

class OpenSheet implements BillSheet {
  readonly rows: TableRow[] = [];
  readonly columns: Columns;
  readonly #isRepeated: (row: TableRow) => boolean;

  /** @param first its first rows, headings included */
  constructor(
    readonly header: FoundHeader,
    first: readonly TableRow[],
    private readonly unread: UnreadColumns,
    readonly name: string,
  ) {
    const { columns, contentFrom } = header;
    this.columns = Object.fromEntries(Object.keys(columns).map((field, place) => [field, place]));
    this.#isRepeated = repeats(first.slice(contentFrom - header.rows, contentFrom));
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

/** Whether these columns are a bill's, and not those of a list of prices or a summary. */
function areOfBill({ description, quantity, length, amount, price }: Columns): boolean {
  return (
    description !== undefined &&
    (quantity !== undefined || length !== undefined || (amount !== undefined && price !== undefined))
  );
}

const isPriced = ({ columns: { price, amount } }: FoundHeader): boolean => price !== undefined || amount !== undefined;

const isOfMeasurements = ({ header, name }: OpenSheet): boolean =>
  !isPriced(header) && namesMeasurements.test(normalizedHeading(name));

const isDoubtful = (sheet: OpenSheet): boolean => {
  const name = normalizedHeading(sheet.name);
  return isOfMeasurements(sheet) || namesAnalysis.test(name) || namesOtherVersion.test(name);
};

const columnsKey = (columns: Columns): string => Object.keys(columns).sort().join();
