import { shortened } from "../../domain/text/shortened.js";
import { lettersOf } from "../columns.js";
import type { WarningList } from "../warning-list.js";
import type { FoundHeader } from "./find-header.js";
import { normalizedHeading } from "./headings.js";
import { cellText, type TableRow } from "./table-row.js";

interface Sheet {
  /** the columns that are read, or were warned of, from 0 */
  settled: Set<number>;
  /** as they stand in the file, by column */
  headings: readonly string[];
  advice: ReadonlyMap<number, string>;
}

const usualAdvice = "name it with columns if it matters";

/**
 * Warns of each column that has values and isn't read, at the first of them: prices under a heading that nobody knows must not be lost
 * silently. Sheets that are alike are warned of once.
 */
export class UnreadColumns {
  readonly #said = new Set<string>();
  #sheet: Sheet | null = null;

  constructor(private readonly warnings: WarningList) {}

  /**
   * Begins a sheet.
   * @param rows its first
   * @param read which of its columns are read, from 0
   * @param advice what to do with one that isn't, where it can't be named
   */
  begin(
    { contentFrom, headings }: FoundHeader,
    rows: readonly TableRow[],
    read: Iterable<number>,
    advice: ReadonlyMap<number, string> = new Map(),
  ): void {
    const written = rows[contentFrom - 1]?.cells ?? [];
    const columns = Array.from({ length: Math.max(headings.length, written.length) });
    this.#sheet = {
      settled: new Set(read),
      advice,
      headings: columns.map((_, at) => cellText(written[at]) || headings[at] || ""),
    };
  }

  /** Begins a sheet in which what isn't read is left out on purpose. */
  pass(): void {
    this.#sheet = null;
  }

  look({ place, cells }: TableRow): void {
    if (!this.#sheet) return;
    for (const [column, cell] of cells.entries()) {
      if (cell === null || this.#sheet.settled.has(column)) continue;
      const heading = this.#sheet.headings[column] ?? "";
      // Headings are repeated on each page.
      if (normalizedHeading(cell) !== "" && normalizedHeading(cell) === normalizedHeading(heading)) continue;
      this.#sheet.settled.add(column);
      const name = `column ${lettersOf(column)}${heading === "" ? "" : `, "${shortened(heading, 60)}",`}`;
      if (this.#said.has(name)) continue;
      this.#said.add(name);
      this.warnings.add(
        "column_not_read",
        place,
        `${name} isn't read; ${this.#sheet.advice.get(column) ?? usualAdvice}`,
      );
    }
  }
}
