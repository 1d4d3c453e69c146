import { shortened } from "../../domain/text/shortened.js";
import {
  areRatios,
  faultIn,
  NumberColumn,
  type NumberReading,
  numberIn,
  statesPercent,
} from "../tables/italian-number.js";
import { type Cell, cellText, inColumn, type TableRow } from "../tables/table-row.js";
import { JoinedRows } from "./joined-rows.js";
import { type ListRow, textsOf, withoutNumber } from "./list-row.js";
import { joinedTexts } from "./list-text.js";
import { OpenHeadings } from "./open-headings.js";
import type { PriceListBuilder } from "./price-list-builder.js";
import type { PriceLayout } from "./price-table-layouts.js";

const round3 = (number: number): number => Number(number.toFixed(3));

/** Reads the rows of a price list, one after the other, in its layout. */
export class PriceRows {
  readonly #file = new NumberColumn();
  readonly #columns = new Map<number, NumberColumn>();
  readonly #headings = new OpenHeadings();
  readonly #rows = new JoinedRows();
  #isShareARatio = false;
  #saidThatMarksAreLost = false;

  constructor(
    private readonly layout: PriceLayout,
    private readonly list: PriceListBuilder,
  ) {
    const { price, labourPct, labourAmount, safetyPct, safetyAmount } = layout;
    for (const column of [price, labourPct, labourAmount, safetyPct, safetyAmount]) {
      if (column !== undefined) this.#columns.set(column, new NumberColumn(this.#file));
    }
  }

  /** Learns from the first rows how the list writes its numbers. */
  observe(rows: readonly TableRow[]): void {
    for (const { cells } of rows) for (const [column, numbers] of this.#columns) numbers.observe(cells[column]);
    const { labourPct, headings } = this.layout;
    const ofColumn = rows.flatMap(({ place, cells }) => {
      const share = statesPercent(inColumn(cells, labourPct)) ? null : numberIn(this.#number(cells, labourPct));
      return share ? [{ place, share }] : [];
    });
    this.#isShareARatio = areRatios(ofColumn.map(({ share }) => share));
    if (!this.#isShareARatio || !inColumn(headings, labourPct)?.includes("%")) return;
    const detail = "All shares of labour are at most 1; they are taken for parts of 1, 0.35 for 35 %.";
    this.list.warn("doubtful_share", ofColumn[0]?.place ?? "", detail);
  }

  /** Reads a row: adds its entry, once the next shows that it is complete, or keeps a heading for the entries below. */
  read(row: TableRow): void {
    const said = this.#said(row);
    for (const each of said ? this.#rows.push(said) : []) this.#take(each);
  }

  /** To be called at the end of the sheet. */
  end(): void {
    for (const each of this.#rows.end()) this.#take(each);
  }

  #said(row: TableRow): ListRow | null {
    const { layout } = this;
    const cells = this.#aligned(row);
    if (!cells) return null;
    const text = (column: number | undefined): string => cellText(inColumn(cells, column));
    const codeCell = inColumn(cells, layout.code) ?? null;
    const price = numberIn(this.#number(cells, layout.price));
    return {
      row,
      cells,
      code: withoutNumber(text(layout.code)) || null,
      held: typeof codeCell === "object" && codeCell ? String(codeCell.number) : null,
      unit: text(layout.unit),
      chapters: layout.chapter.map(text),
      texts: textsOf(text(layout.short), layout.description.map(text)),
      price,
      written: price === 0 ? "" : cellText(cells[layout.price]),
    };
  }

  #take(said: ListRow): void {
    const { row, cells, code, unit, texts, price } = said;
    if (!price) {
      this.#heading(said);
      return;
    }
    this.#warnOfDoubt(row, cells[this.layout.price], price);
    const above = this.#headings.above(code, texts[0] ?? "");
    this.list.add(
      {
        code: code ?? undefined,
        chapters: [...said.chapters, ...above.titles],
        texts: [...above.texts, ...(texts.length > 0 ? texts : [above.titles.at(-1)])],
        unit,
        price: String(price),
        labourPct: this.#labourPct(row, cells, price) ?? undefined,
        safetyPct: this.#safetyPct(cells, price) ?? undefined,
      },
      row.place,
    );
  }

  /** The year that a row states, if the list has a column for it. */
  year(row: TableRow): number | null {
    const { yearColumn } = this.layout;
    const year = Number(cellText(inColumn(row.cells, yearColumn)).slice(0, 10));
    return year >= 1900 && year < 2200 ? year : null;
  }

  #heading({ row, code, held, unit, texts, written: price }: ListRow): void {
    const text = joinedTexts(texts);
    const isEntry = unit !== "" && text !== "";
    if (/\d/.test(price) || (isEntry && price !== "")) {
      const lost = price.length < 60 && /^\.*\d[\d.]*$/.test(price) ? "has lost its decimal mark" : "isn't a number";
      this.list.warn(
        "unreadable_price",
        row.place,
        `The price "${shortened(price, 60)}" ${lost}; the row is left out.`,
      );
    } else if (isEntry) this.#unpriced(row, code, text);
    else if (text !== "") this.#headings.add(code, text, held);
  }

  /** An entry that lost its price, or a heading that says the unit of those below it; these have its code's beginning. */
  #unpriced(row: TableRow, code: string | null, text: string): void {
    const where = code === null ? row.place : `${row.place}, ${shortened(code, 80)}`;
    this.list.warn("missing_price", where, "The row has a unit but no price, or 0; it is left out.");
    if (code !== null) this.#headings.add(code, text);
  }

  #warnOfDoubt(row: TableRow, written: Cell | undefined, price: number): void {
    if (!this.#columns.get(this.layout.price)?.isDoubtful(written)) return;
    const detail = `The price "${cellText(written)}" is read as ${price}; the column has decimal commas and decimal points.`;
    this.list.warn("doubtful_number", row.place, detail);
  }

  #number(cells: readonly Cell[], column: number | undefined): NumberReading {
    const numbers = column === undefined ? undefined : this.#columns.get(column);
    return numbers?.read(inColumn(cells, column)) ?? { fault: "empty" };
  }

  #labourPct(row: TableRow, cells: readonly Cell[], price: number): number | null {
    const { labourPct, labourAmount, headings } = this.layout;
    const share = numberIn(this.#number(cells, labourPct));
    const reading = this.#number(cells, labourAmount);
    if (faultIn(reading) === "lost_mark" && labourAmount !== undefined && !this.#saidThatMarksAreLost) {
      this.#saidThatMarksAreLost = share !== null;
      const instead =
        share === null ? "" : ` ${share} % is taken from "${inColumn(headings, labourPct) ?? ""}", here and below.`;
      const what = `"${cellText(cells[labourAmount])}" under "${headings[labourAmount] ?? ""}"`;
      this.list.warn("lost_decimal_mark", row.place, `${what} has lost its decimal mark.${instead}`);
    }
    const amount = numberIn(reading);
    if (share === null) return amount === null || price <= 0 ? null : round3((amount / price) * 100);
    return this.#isShareARatio && !statesPercent(inColumn(cells, labourPct)) ? round3(share * 100) : share;
  }

  #safetyPct(cells: readonly Cell[], price: number): number | null {
    const { safetyPct, safetyAmount } = this.layout;
    const amount = numberIn(this.#number(cells, safetyAmount));
    const share = numberIn(this.#number(cells, safetyPct));
    return share ?? (amount === null || price <= 0 ? null : round3((amount / price) * 100));
  }

  /**
   * A row with a cell too few or too many, put right where its texts stand: its unit must come to stand under the unit, its price under
   * the price.
   */
  #aligned(row: TableRow): Cell[] | null {
    const { width, description, chapter } = this.layout;
    const { cells } = row;
    if (width === null || this.#fits(cells)) return cells;
    const difference = width - cells.length;
    const texts = [...description.slice(0, -1), ...chapter, ...description.slice(-1)];
    for (const column of texts) {
      const aligned =
        difference > 0
          ? [...cells.slice(0, column), ...Array<null>(difference).fill(null), ...cells.slice(column)]
          : [
              ...cells.slice(0, column),
              joined(cells.slice(column, column - difference + 1)),
              ...cells.slice(column - difference + 1),
            ];
      if (Math.abs(difference) > 3 || difference === 0 || !this.#fits(aligned) || this.#isHeading(aligned)) continue;
      const detail = `The row has ${cells.length} columns instead of ${width}; it is read with its unit and price in place.`;
      this.list.warn("ragged_row", row.place, detail);
      return aligned;
    }
    const detail = `The row has ${cells.length} columns, the table ${width}; it isn't clear which are its unit and price. It is left out.`;
    this.list.warn("ragged_row", row.place, detail);
    return null;
  }

  #isHeading(cells: readonly Cell[]): boolean {
    return numberIn(this.#number(cells, this.layout.price)) === null;
  }

  /** Whether what stands under the unit and the price can be these. A heading has neither. */
  #fits(cells: readonly Cell[]): boolean {
    const { unit, price, labourPct } = this.layout;
    const ofUnit = cellText(inColumn(cells, unit));
    if (ofUnit.length > 40 || (ofUnit !== "" && !/[^\d.,\s]/.test(ofUnit))) return false;
    const fault = faultIn(this.#number(cells, price));
    if (fault !== null) return fault === "empty" && ofUnit === "" && !this.#hasNumbersBehind(cells);
    const share = numberIn(this.#number(cells, labourPct));
    return ofUnit !== "" && (share === null || (share >= 0 && share <= 100));
  }

  #hasNumbersBehind(cells: readonly Cell[]): boolean {
    return cells.slice(this.layout.price + 1).some((cell) => cell !== null);
  }
}

const joined = (cells: readonly Cell[]): Cell =>
  cells
    .map(cellText)
    .filter((text) => text !== "")
    .join(" ");
