import { NumberColumn, type NumberReading, numberIn } from "../tables/italian-number.js";
import { type Cell, inColumn, type TableRow } from "../tables/table-row.js";
import type { PriceLayout } from "./price-table-layouts.js";

/** The columns of a price list that hold numbers, each as its first rows write them. */
export class ListNumbers {
  readonly #columns = new Map<number, NumberColumn>();

  constructor({ price, labourPct, labourAmount, safetyPct, safetyAmount }: PriceLayout) {
    const file = new NumberColumn();
    for (const column of [price, labourPct, labourAmount, safetyPct, safetyAmount]) {
      if (column !== undefined) this.#columns.set(column, new NumberColumn(file));
    }
  }

  observe(rows: readonly TableRow[]): void {
    for (const { cells } of rows) for (const [column, numbers] of this.#columns) numbers.observe(cells[column]);
  }

  reading(cells: readonly Cell[], column: number | undefined): NumberReading {
    const numbers = column === undefined ? undefined : this.#columns.get(column);
    return numbers?.read(inColumn(cells, column)) ?? { fault: "empty" };
  }

  /** @returns null where there is none that can be read */
  number(cells: readonly Cell[], column: number | undefined): number | null {
    return numberIn(this.reading(cells, column));
  }

  isDoubtful(column: number, written: Cell | undefined): boolean {
    return this.#columns.get(column)?.isDoubtful(written) ?? false;
  }
}
