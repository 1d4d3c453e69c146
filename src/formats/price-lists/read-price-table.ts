import { type Batch, batches } from "../tables/batches.js";
import { type FoundHeader, repeats } from "../tables/find-header.js";
import { type NamedColumns, normalizedHeading } from "../tables/headings.js";
import { namesAnalysis } from "../tables/names-analysis.js";
import { SheetHeadings } from "../tables/sheet-headings.js";
import type { TableRow } from "../tables/table-row.js";
import { type TableKind, tableRows } from "../tables/table-rows.js";
import { UnreadColumns } from "../tables/unread-columns.js";
import { UnreadableFile } from "../unreadable-file.js";
import { yearIn } from "./list-text.js";
import { type PriceListEntry, type PriceListReading, priceListColumns } from "./price-list.js";
import { PriceListBuilder } from "./price-list-builder.js";
import { PriceRows } from "./price-rows.js";
import { layoutOf, lazioLayout, type PriceLayout, regionalLayout } from "./price-table-layouts.js";

interface Found {
  layout: PriceLayout;
  contentFrom: number;
  /** of a list that is no region's own: of those it is known what isn't read */
  header?: FoundHeader;
}

/** Whether a sheet has the quantities that prices are made of, by its name and its columns: what they are of would come in as works. */
const isAnalysis = ([row]: readonly TableRow[], { columns }: FoundHeader): boolean =>
  namesAnalysis(normalizedHeading(row?.sheet ?? "")) && columns.quantity !== undefined;

const withoutHeadings = "The sheet doesn't have the headings of a price list.";
const ofAnalyses =
  "By its name the sheet has what prices are made of (analisi). If its rows are works, rename it, or name its columns with columns.";

/** What a sheet's first rows say of its columns, or why it is left out, as a cover is. */
function layoutIn(rows: readonly TableRow[], kind: TableKind, headings: SheetHeadings): Found | string {
  const region = headings.areNamed ? null : regionalLayout(rows, kind);
  if (region) return region;
  const header = headings.in(rows);
  if (header && !headings.areNamed && isAnalysis(rows, header)) return ofAnalyses;
  const layout = header && layoutOf(header, rows.slice(header.contentFrom));
  if (header && layout) return { layout, contentFrom: header.contentFrom, header };
  const lazio = kind === "csv" && !headings.areNamed ? lazioLayout(rows) : null;
  return lazio ? { layout: lazio, contentFrom: 0 } : withoutHeadings;
}

/** The columns that mean something in a price list; a row's number only says where it stands. */
function readColumns(layout: PriceLayout, { columns }: FoundHeader): number[] {
  const { code, chapter, description, unit, price, labourPct, labourAmount, safetyPct, safetyAmount } = layout;
  const shares = [labourPct, labourAmount, safetyPct, safetyAmount];
  const single = [code, layout.short, unit, price, ...shares, layout.yearColumn, columns.number];
  return [...chapter, ...description, ...single.filter((column) => column !== undefined)];
}

/** What names an act or a day beside the list's year: `D.Lgs. 36/2023`, `del 30.12.2024`, `del 30 dicembre 2024`. */
const actOrDay =
  /(?<!\d)(?!(?:19|20)\d\d)\d{1,5}(?:[/.-]|º? (?:gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic)\p{L}{0,6} )(?:19|20)\d\d/giu;

/** The year of the prices: as their heading names it, else the list's title above. */
function yearOf({ headings, price }: PriceLayout, above: readonly TableRow[]): number | null {
  const cells = above.flatMap((row) => row.cells.filter((cell) => typeof cell === "string"));
  const texts = cells.map((text) => text.slice(0, 200).replace(actOrDay, ""));
  const title = texts.find((text) => /prezz|listino|tariff/i.test(text) && yearIn(text) !== null);
  return yearIn(headings[price]) ?? yearIn(title);
}

/** Of a column that doesn't say whether it has percentages or euro. */
const safetyAdvice = "name it with columns, as safetyPct if it has percentages, as safetyAmount if it has euro";

const wanted = {
  of: "a price list",
  required: ["description", "price"],
  known: priceListColumns,
  example: { code: "B", description: "C", unit: "D", price: "E" },
} as const;

/**
 * Reads a price list from a table: the CSV of Piemonte, Puglia, Campania, Toscana and Lazio, the XLSX and JSON of Umbria, and any XLSX or
 * CSV by its headings. Of XLSX all is held, as it is packed (64 MB at most); of the others a part at a time.
 * @throws UnreadableFile where it is no table, or which columns it has can't be told
 */
export async function readPriceTable(
  bytes: AsyncIterable<Uint8Array>,
  columns?: NamedColumns,
): Promise<PriceListReading> {
  const list = new PriceListBuilder("table");
  const { title, warnings } = list;
  const headings = new SheetHeadings(columns, wanted);
  const unread = new UnreadColumns(warnings);
  const { kind, rows } = await tableRows(bytes, warnings);
  const parts = batches(rows)[Symbol.asyncIterator]();
  const reading: PriceListReading = {
    format: "table",
    title,
    entries: entries(),
    warnings: warnings.kept,
    get warningCount() {
      return warnings.count;
    },
    rowsRead: 0,
  };
  let reader: PriceRows | undefined;
  /** what the first headings and the titles above them say; a column of years and the codes are surer */
  let yearAbove: number | null = null;
  /** whether a row has the headings once more, as they stand on each page */
  let isRepeated = (_: TableRow): boolean => false;

  let hasAnalyses = false;

  /** Takes a sheet's first rows. @returns where its content begins; null if the sheet is left out */
  const open = ({ sheet, rows }: Batch): number | null => {
    const found = layoutIn(rows, kind, headings);
    reader?.end();
    reader = undefined;
    if (typeof found === "string") {
      hasAnalyses ||= found === ofAnalyses;
      if (sheet) warnings.add("sheet_left_out", sheet, found);
      return null;
    }
    title.source ??= found.layout.source;
    if (reading.format === "table") reading.format = found.layout.format;
    const { header, layout, contentFrom } = found;
    const headingsFrom = Math.max(0, contentFrom - (header?.rows ?? 1));
    title.year ??= layout.year ?? yearIn(sheet);
    yearAbove ??= yearOf(layout, rows.slice(0, headingsFrom));
    isRepeated = repeats(rows.slice(headingsFrom, contentFrom));
    const { safety } = header?.columns ?? {};
    const advice = new Map(safety === undefined ? [] : [[safety, safetyAdvice]]);
    if (header) unread.begin(header, rows, readColumns(layout, header), advice);
    else unread.pass();
    reader = new PriceRows(layout, list);
    reader.observe(rows.slice(contentFrom));
    return contentFrom;
  };

  /** The next rows of content, none of a sheet that is left out; null at the end. */
  const take = async (): Promise<readonly TableRow[] | null> => {
    const next = await parts.next();
    if (next.done) return null;
    const { isFirst, rows } = next.value;
    reading.rowsRead += rows.length;
    if (!isFirst) return reader ? rows : [];
    const from = open(next.value);
    return from === null ? [] : rows.slice(from);
  };
  let content = await take();
  while (content && !reader) content = await take();
  if (!content) throw hasAnalyses ? new UnreadableFile("unknown_format", ofAnalyses) : headings.areMissing();

  const settled = (): PriceListEntry[] => {
    const found = list.take();
    // Toscana's table is Campania's; the codes tell.
    if (reading.format === "campania_csv" && found[0]?.code?.startsWith("TOS")) {
      reading.format = "toscana_csv";
      title.source = "Regione Toscana";
    }
    return found;
  };

  async function* entries(): AsyncGenerator<PriceListEntry[]> {
    for (let rows = content; rows; rows = await take()) {
      for (const row of rows) {
        if (isRepeated(row)) continue;
        unread.look(row);
        title.year ??= reader?.year(row) ?? null;
        reader?.read(row);
      }
      const found = settled();
      if (found.length > 0) yield found;
    }
    reader?.end();
    const last = settled();
    title.year ??= yearAbove;
    if (last.length > 0) yield last;
  }

  return reading;
}
