import { breaksOff, isShouted, startsSmall } from "../tables/sentences.js";
import { isNumbered, type ListRow } from "./list-row.js";

/** of one entry */
const maxRows = 30;

const isPriced = ({ price }: ListRow): boolean => price !== null && price !== 0;
const hasWordsAlone = ({ unit, written, price, texts }: ListRow): boolean =>
  unit === "" && written === "" && !price && texts.length > 0;

/** Whether a text goes on with those above it: they break off, or it begins as nothing else does; beneath a title in capitals works do too. */
function goesOn(above: readonly ListRow[], { texts }: ListRow): boolean {
  const last = above.at(-1)?.texts.at(-1) ?? "";
  return breaksOff(last) || (startsSmall(texts[0] ?? "") && !isShouted(last));
}

/**
 * The entries of lists that have one in several rows, as PriMus prints them and as tables come out of PDF: the code in the first of them, the
 * unit and price in the first or the last, the text in all. Each comes as one row.
 */
export class JoinedRows {
  /** the rows of what may be one entry: the first has a code */
  #open: ListRow[] = [];
  /** whether the last of them has a price and a text of its own, so that it may be an entry itself if another follows */
  #isDoubtful = false;

  /** @returns the rows that are settled by a further one */
  push(row: ListRow): ListRow[] {
    const [first] = this.#open;
    if (!first) return this.#begin(row);
    if (this.#isDoubtful) return row.code === null && isPriced(row) ? [...this.end(), row] : this.#settle(row);
    if (this.#open.length < maxRows && this.#takes(first, row)) return [];
    return [...this.end(), ...this.#begin(row)];
  }

  /** @returns what is left at the end of a sheet */
  end(): ListRow[] {
    const rows = this.#open;
    this.#open = [];
    this.#isDoubtful = false;
    return rows;
  }

  #begin(row: ListRow): ListRow[] {
    if (row.code === null || !(isPriced(row) || hasWordsAlone(row))) return [row];
    this.#open = [row];
    return [];
  }

  /** The doubtful row belongs to those above it, since no other like it follows. */
  #settle(next: ListRow): ListRow[] {
    this.#open = [joined(this.#open)];
    this.#isDoubtful = false;
    return this.push(next);
  }

  /** Takes a row that may belong to those that are open. */
  #takes(first: ListRow, row: ListRow): boolean {
    if (row.code !== null) {
      if (!isNumbered(first) || !(isPriced(row) || hasWordsAlone(row))) return false;
      this.#open = [joined([...this.#open.map((each) => ({ ...each, code: null })), row])];
      return true;
    }
    if (isPriced(first)) {
      if (!hasWordsAlone(row) || !goesOn(this.#open, row)) return false;
      this.#open = [joined([first, row])];
      return true;
    }
    if (hasWordsAlone(row)) {
      this.#open.push(row);
      return true;
    }
    if (!isPriced(row)) return false;
    if (row.texts.length === 0) this.#open = [joined([...this.#open, row])];
    else if (goesOn(this.#open, row)) {
      this.#open.push(row);
      this.#isDoubtful = true;
    } else return false;
    return true;
  }
}

/** One entry: the code of the first row that has one, the unit, price and shares of that with a price, all texts. */
function joined(rows: readonly ListRow[]): ListRow {
  const [first] = rows as [ListRow];
  const named = rows.find(({ code }) => code !== null) ?? first;
  const priced = rows.find(isPriced) ?? first;
  const { code, held } = named;
  const row = { ...priced.row, place: first.row.place };
  return { ...priced, row, code, held, texts: rows.flatMap(({ texts }) => texts) };
}
