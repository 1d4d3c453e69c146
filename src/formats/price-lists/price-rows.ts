import { shortened } from "../../domain/text/shortened.js";
import { areRatios, faultIn, numberIn, statesPercent } from "../tables/italian-number.js";
import { type Cell, cellText, inColumn, type TableRow } from "../tables/table-row.js";
import { alignedCells } from "./aligned-cells.js";
import { JoinedRows } from "./joined-rows.js";
import { ListNumbers } from "./list-numbers.js";
import { type ListRow, textsOf, withoutNumber } from "./list-row.js";
import { joinedTexts } from "./list-text.js";
import { OpenHeadings } from "./open-headings.js";
import type { PriceListBuilder } from "./price-list-builder.js";
import type { PriceLayout } from "./price-table-layouts.js";
import { priceApart } from "./price-with-unit.js";

const round3 = (number: number): number => Number(number.toFixed(3));

/** Reads the rows of a price list, one after the other, in its layout. */
export class PriceRows {
  readonly #numbers: ListNumbers;
  readonly #headings = new OpenHeadings();
  readonly #rows = new JoinedRows();
  #isShareARatio = false;
  #saidThatMarksAreLost = false;

  constructor(
    private readonly layout: PriceLayout,
    private readonly list: PriceListBuilder,
  ) {
    this.#numbers = new ListNumbers(layout);
  }

  /** Learns from the first rows how the list writes its numbers. */
  observe(rows: readonly TableRow[]): void {
    this.#numbers.observe(rows.map((row) => priceApart(row, this.layout).row));
    const { labourPct, headings } = this.layout;
    const ofColumn = rows.flatMap(({ place, cells }) => {
      const share = statesPercent(inColumn(cells, labourPct)) ? null : this.#numbers.number(cells, labourPct);
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

  #said(written: TableRow): ListRow | null {
    const { layout } = this;
    const { row, unit } = priceApart(written, layout);
    const cells = alignedCells(row, layout, this.#numbers, this.list);
    if (!cells) return null;
    const text = (column: number | undefined): string => cellText(inColumn(cells, column));
    const codeCell = inColumn(cells, layout.code) ?? null;
    const price = this.#numbers.number(cells, layout.price);
    return {
      row,
      cells,
      code: withoutNumber(text(layout.code)) || null,
      held: typeof codeCell === "object" && codeCell ? String(codeCell.number) : null,
      unit: text(layout.unit) || unit,
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
    if (!this.#numbers.isDoubtful(this.layout.price, written)) return;
    const detail = `The price "${cellText(written)}" is read as ${price}; the column has decimal commas and decimal points.`;
    this.list.warn("doubtful_number", row.place, detail);
  }

  #labourPct(row: TableRow, cells: readonly Cell[], price: number): number | null {
    const { labourPct, labourAmount, headings } = this.layout;
    const share = this.#numbers.number(cells, labourPct);
    const reading = this.#numbers.reading(cells, labourAmount);
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
    const amount = this.#numbers.number(cells, safetyAmount);
    const share = this.#numbers.number(cells, safetyPct);
    return share ?? (amount === null || price <= 0 ? null : round3((amount / price) * 100));
  }
}
