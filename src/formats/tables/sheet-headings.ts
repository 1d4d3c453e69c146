import { UnreadableFile } from "../unreadable-file.js";
import { type FoundHeader, findHeader } from "./find-header.js";
import { headerByHand, MisnamedColumn } from "./header-by-hand.js";
import type { Field, NamedColumns } from "./headings.js";
import type { TableRow } from "./table-row.js";

interface Wanted {
  /** whose headings they would be: `a bill` */
  of: string;
  /** without these columns nothing can be read */
  required: readonly [Field, Field];
  /** all that can be named */
  known: readonly Field[];
  example: NamedColumns;
  /** what to do with a table of another kind */
  otherwise?: string;
}

const say = (words: string): UnreadableFile => new UnreadableFile("unknown_format", words);

/** Finds the headings of one sheet after the other, by themselves or by the columns that are named by hand. */
export class SheetHeadings {
  readonly areNamed: boolean;
  #nearest: MisnamedColumn | null = null;

  constructor(
    private readonly columns: NamedColumns | undefined,
    private readonly wanted: Wanted,
  ) {
    this.areNamed = columns !== undefined && Object.keys(columns).length > 0;
  }

  /** @returns null where the sheet hasn't the headings: a workbook has its summary, its prices, its cover beside what is meant */
  in(rows: readonly TableRow[]): FoundHeader | null {
    if (!this.columns || !this.areNamed) return findHeader(rows);
    try {
      return headerByHand(rows, this.columns);
    } catch (error) {
      if (!(error instanceof MisnamedColumn)) throw error;
      if (!this.#nearest || error.found > this.#nearest.found) this.#nearest = error;
      return null;
    }
  }

  /** That no sheet has them, and what to do; of sheets without a named heading it tells of the one that has most of the others. */
  areMissing(): UnreadableFile {
    const { of, required, known, example, otherwise } = this.wanted;
    if (!this.areNamed) {
      const names = `${JSON.stringify(example)}; these can be named: ${known.join(", ")}`;
      return say(`No row has the headings of ${of}. Name its columns: ${names}.${otherwise ? ` ${otherwise}` : ""}`);
    }
    if (this.#nearest) return this.#nearest;
    if (required.some((field) => !this.columns?.[field]))
      return say(`columns must name ${required.join(" and ")} at least.`);
    return say("No row has the headings that columns name. Give letters, or headings as they stand in the file.");
  }
}
