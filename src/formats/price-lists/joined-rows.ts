import { breaksOff, isShouted, startsSmall } from "../tables/sentences.js";
import { isNote, isNumbered, type ListRow } from "./list-row.js";

/** Of one entry: some 5,000 characters, in lines as a PDF has them. */
const maxRows = 100;

const isPriced = ({ price }: ListRow): boolean => price !== null && price !== 0;
const hasWordsAlone = ({ unit, written, price, texts }: ListRow): boolean =>
  unit === "" && written === "" && !price && texts.length > 0;

/** `1` or `A`: entries that take several rows have longer ones. */
const isOfChapter = (code: string): boolean => /^(?:\d{1,3}|\p{L}{1,3})\.?$/u.test(code);

/**
 * The entries of lists that have one in several rows, as PriMus prints them and as tables come out of PDF: the code in the first of them, the
 * unit and price in the first or the last, the text in all. Each comes as one row.
 */
export class JoinedRows {
  /** the rows of what may be one entry: the first has a code, and one of them at most a price */
  #open: ListRow[] = [];
  /** whether the first text of all begins small, so that this tells nothing of others */
  #isSmall: boolean | undefined;

  /** @returns the rows that are settled by a further one */
  push(row: ListRow): ListRow[] {
    if (row.texts[0] !== undefined) this.#isSmall ??= startsSmall(row.texts[0]);
    const [first] = this.#open;
    if (!first) return this.#begin(row);
    if (this.#open.length < maxRows && this.#takes(first, row)) return [];
    return [...this.#before(row), ...this.#begin(row)];
  }

  /** @returns what is left at the end of a sheet */
  end(): ListRow[] {
    const rows = this.#open;
    this.#open = [];
    return rows.some(isPriced) ? [joined(rows)] : rows;
  }

  #begin(row: ListRow): ListRow[] {
    if (row.code === null || !(isPriced(row) || hasWordsAlone(row))) return [row];
    this.#open = [row];
    return [];
  }

  /** Takes a row that may belong to those that are open. */
  #takes(first: ListRow, row: ListRow): boolean {
    const hasPrice = this.#open.some(isPriced);
    if (row.code !== null) {
      if (!isNumbered(first) || isNumbered(row) || hasPrice || !(isPriced(row) || hasWordsAlone(row))) return false;
      this.#open = [joined([...this.#open.map((each) => ({ ...each, code: null })), row])];
      return true;
    }
    const isOfEntry = hasPrice
      ? hasWordsAlone(row) && this.#goesOn(first, row)
      : hasWordsAlone(row) || (isPriced(row) && (row.texts.length === 0 || this.#goesOn(first, row)));
    if (isOfEntry) this.#open.push(row);
    return isOfEntry;
  }

  /** Whether a text goes on with those above it: they break off, or it begins as nothing else does. Beneath a chapter works do so too. */
  #goesOn(first: ListRow, { texts: [text = ""] }: ListRow): boolean {
    const last = this.#open.findLast(({ texts }) => texts.length > 0)?.texts.at(-1) ?? "";
    const isChapter = !isPriced(first) && isOfChapter(first.code ?? "");
    const isOpen = breaksOff(last) && !(isChapter && last.endsWith(":"));
    const beginsSmall = startsSmall(text) && !(this.#isSmall || isChapter || isShouted(last));
    return !isNote(text) && (isOpen || beginsSmall);
  }

  /** Settles what is open before a row that doesn't belong to it. */
  #before(next: ListRow): ListRow[] {
    const priced = this.#open.find(isPriced);
    // Works without codes: what is above the first of them is their heading.
    const isWork = priced?.code === null && next.code === null && isPriced(next);
    if (isWork && priced.texts.length > 0 === next.texts.length > 0) return this.#open.splice(0);
    const last = this.#open.at(-1);
    const isHeading = priced && last !== priced && last?.texts.at(-1)?.endsWith(":");
    const heading = isHeading ? this.#open.splice(-1) : [];
    return [...this.end(), ...heading];
  }
}

/** One entry: the code of the first row that has one, the unit, price and shares of that with a price, all texts. */
function joined(rows: readonly ListRow[]): ListRow {
  const [first] = rows as [ListRow];
  const named = rows.find(({ code }) => code !== null) ?? first;
  const priced = rows.find(isPriced) ?? first;
  const { code, held } = named;
  const chapters = rows.find((each) => each.chapters.some((chapter) => chapter !== ""))?.chapters ?? [];
  const row = { ...priced.row, place: first.row.place };
  return { ...priced, row, code, held, chapters, texts: rows.flatMap(({ texts }) => texts) };
}
