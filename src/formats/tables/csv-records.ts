import { maxColumns } from "../columns.js";
import { type Cell, maxCellChars, type RowFault, textCell } from "./table-row.js";

export interface CsvRecord {
  /** records before it, and it: as spreadsheets count their rows */
  number: number;
  cells: Cell[];
  faults: RowFault[];
}

/** Cells may hold this many lines; beyond, a quote that opens one is taken for a character like others. */
const maxLinesOfCell = 100;
const maxQuotedChars = maxCellChars;
/** Of a record that hasn't ended yet so much is held. */
const maxRecordChars = 4 * maxCellChars;

type Quoted = { text: string; end: number } | "unclosed" | "more";

/**
 * Records of separated values (RFC 4180), part by part. Two liberties, since a damaged row must lose only itself: a quote that isn't
 * doubled and stands before no delimiter belongs to the text (`"Tubo 1/2" zincato"`), and a cell whose quote is never closed ends with
 * its line. Libraries take the latter for a cell that goes on to the end of the file, or give up.
 */
export class CsvParser {
  #text = "";
  #number = 0;
  /** where quotes have been searched in vain, so that each character is searched once */
  #noQuoteBefore = 0;
  #isSkipping = false;

  constructor(private readonly delimiter: string) {}

  /** @returns the records that are complete by now, without empty lines, which count */
  write(text: string): CsvRecord[] {
    this.#text += text;
    return this.#records(false);
  }

  end(): CsvRecord[] {
    return this.#records(true);
  }

  #records(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let start = 0;
    while (start < this.#text.length) {
      if (this.#isSkipping) {
        const newline = this.#text.indexOf("\n", start);
        this.#isSkipping = newline < 0;
        start = newline < 0 ? this.#text.length : newline + 1;
        continue;
      }
      if (this.#text[start] === "\n") {
        this.#number++;
        start++;
        continue;
      }
      const record = this.#record(start, isEnd);
      if (!record) break;
      start = record.end;
      this.#number++;
      records.push({ number: this.#number, cells: record.cells, faults: record.faults });
    }
    this.#text = this.#text.slice(start);
    this.#noQuoteBefore = Math.max(0, this.#noQuoteBefore - start);
    return records;
  }

  #record(start: number, isEnd: boolean): { cells: Cell[]; faults: RowFault[]; end: number } | null {
    const text = this.#text;
    const cells: Cell[] = [];
    const faults = new Set<RowFault>();
    const add = (cell: string): void => {
      if (cell.length > maxCellChars) faults.add("text_cut");
      if (cells.length < maxColumns) cells.push(textCell(cell.slice(0, maxCellChars)));
      else if (cell !== "") faults.add("columns_left_out");
    };
    const isTooLong = text.length - start > maxRecordChars;
    let stop = -1;
    for (let at = start; ; ) {
      if (stop < at) {
        stop = text.indexOf("\n", at);
        if (stop < 0 && !isEnd && !isTooLong) return null;
        if (stop < 0) stop = text.length;
      }
      if (text[at] === '"' && at >= this.#noQuoteBefore) {
        const quoted = this.#quoted(at, stop, isEnd || isTooLong);
        if (quoted === "more") return null;
        if (quoted !== "unclosed") {
          add(quoted.text);
          if (text[quoted.end] === this.delimiter) {
            at = quoted.end + 1;
            continue;
          }
          stop = quoted.end;
          break;
        }
        faults.add("unclosed_quote");
      }
      const next = text.indexOf(this.delimiter, at);
      if (next < 0 || next >= stop) {
        add(text.slice(at, stop));
        break;
      }
      add(text.slice(at, next));
      at = next + 1;
    }
    // A line without an end is cut, and what follows of it skipped.
    if (stop >= text.length && !isEnd) {
      this.#isSkipping = true;
      faults.add("text_cut");
    }
    return { cells, faults: [...faults], end: stop + 1 };
  }

  /**
   * The quoted cell that begins at `start`.
   * @param lineEnd the end of its first line
   * @returns with the place of the delimiter or line break behind it
   */
  #quoted(start: number, lineEnd: number, isEnd: boolean): Quoted {
    const text = this.#text;
    let cell = "";
    let lines = 0;
    let newline = lineEnd;
    for (let from = start + 1; ; ) {
      const quote = text.indexOf('"', from);
      const reached = quote < 0 ? text.length : quote;
      for (; newline >= 0 && newline < reached && lines <= maxLinesOfCell; lines++) {
        newline = text.indexOf("\n", newline + 1);
      }
      const isHopeless = lines > maxLinesOfCell || reached - start > maxQuotedChars;
      if (isHopeless || (quote < 0 && isEnd)) {
        this.#noQuoteBefore = lines > maxLinesOfCell ? Math.max(lineEnd, newline) : reached;
        return "unclosed";
      }
      const after = text[quote + 1] === "\r" ? quote + 2 : quote + 1;
      if (quote < 0 || (text[after] === undefined && !isEnd)) return "more";
      if (text[after] === undefined || text[after] === "\n" || text[quote + 1] === this.delimiter) {
        cell += text.slice(from, quote);
        return { text: cell, end: text[quote + 1] === this.delimiter ? quote + 1 : after };
      }
      const isDoubled = text[quote + 1] === '"';
      const before = text[quote - 1];
      if (!isDoubled && lines > 0 && (before === this.delimiter || before === "\n")) {
        // On a later line, what looks like the beginning of a cell is one: the cell before it was never closed.
        this.#noQuoteBefore = lineEnd;
        return "unclosed";
      }
      cell += text.slice(from, quote + 1);
      from = isDoubled ? quote + 2 : quote + 1;
    }
  }
}
