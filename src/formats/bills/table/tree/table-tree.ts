import type { BillNode } from "../../../../domain/bill/bill.js";
import { sum } from "../../../../domain/money.js";
import { shortened } from "../../../../domain/text/shortened.js";
import { isKnownUnit } from "../../../../domain/units.js";
import type { WarningList } from "../../../warning-list.js";
import { isPartial } from "../layout.js";
import { namesSafety } from "../rows/charges.js";
import type { BillTableRow } from "../rows/sheet-row.js";
import { unitOfSum } from "../rows/sum-words.js";
import type { SheetLayout } from "../sheets/sheet-layout.js";
import { measurementOf, type StatedRow } from "./measurement.js";
import { settleSeenLines } from "./repeats.js";
import type { Stated, StatedLine } from "./stated.js";
import { TableSections } from "./table-sections.js";

/**
 * Builds a bill of what the rows of a table are: its lines within the open sections, and what belongs to the line that came last. Keeps
 * beside it what the file states. Not recursive.
 */
export class TableTree {
  readonly sections = new TableSections();
  readonly #stated: Stated = { lines: [], sections: this.sections.stated, totals: [] };
  readonly #byNumber = new Map<string, number>();
  readonly #seeing: StatedRow[] = [];
  /** the sections of costs of safety of which it has been said that they are */
  readonly #saidOfSafety = new Set<BillNode>();
  #layout: Pick<SheetLayout, "hasPriceColumn" | "hasSafetyColumn"> = { hasPriceColumn: false, hasSafetyColumn: false };
  /** how many lines the sheets before have */
  #linesBefore = 0;
  #line: StatedLine | null = null;
  /** whether nothing more can belong to the line: its sum has been read */
  #isSummed = false;
  /** whether the line's own row has its price, its amount */
  #hasPrice = false;
  #hasAmount = false;
  #measurements = 0;

  constructor(private readonly warnings: WarningList) {}

  beginSheet(layout: SheetLayout): void {
    this.#layout = layout;
    this.sections.beginSheet();
    this.#linesBefore = this.#stated.lines.length;
    this.#line = null;
  }

  get hasLine(): boolean {
    return this.#line !== null;
  }

  /** The line to which more can belong. */
  get openLine(): StatedLine | null {
    return this.#isSummed ? null : this.#line;
  }

  openTitle(row: BillTableRow, level: number): void {
    this.sections.openTitle(row, level);
    this.#line = null;
  }

  openNumbered(row: BillTableRow): void {
    this.sections.openNumbered(row);
    this.#line = null;
  }

  leaveLine(): void {
    this.#line = null;
  }

  addLine(row: BillTableRow): void {
    const { number, code } = splitNumber(row);
    const node: BillNode = { type: "line" };
    if (code !== "") node.code = code;
    node.desc = row.text;
    node.unit = row.unit;
    if (row.price !== null) node.price = row.price;
    if (row.labourPct !== null) node.labourPct = row.labourPct;
    if (row.safetyPct !== null) node.safetyPct = row.safetyPct;
    const { hasPriceColumn, hasSafetyColumn } = this.#layout;
    if (row.safety || (!hasSafetyColumn && this.#isSafetyByWords(row))) node.safety = true;
    this.sections.add(node);
    const { place, quantity, amount, words } = row;
    this.#line = { place, node, quantity, amount, hasPriceColumn, words: [...words], rows: [] };
    this.#isSummed = false;
    this.#hasPrice = row.price !== null;
    this.#hasAmount = amount !== null;
    const plain = number.replace(/\.$/, "");
    if (plain !== "" && !this.#byNumber.has(plain)) this.#byNumber.set(plain, this.#stated.lines.length);
    this.#stated.lines.push(this.#line);
    // Some sheets have a line's only measurement in the line's own row.
    if (row.factors.size > 0) this.addMeasurement({ ...row, text: "", number: "", code: "", price: null });
  }

  /** Adds a line to which nothing more belongs. */
  addLumpSum(row: BillTableRow): void {
    this.addLine({ ...row, unit: "a corpo" });
    this.#isSummed = true;
  }

  /** Whether a line, or a section around it, is of costs of safety by its words. Each is warned of once: a discount leaves them out. */
  #isSafetyByWords({ place, text }: BillTableRow): boolean {
    const section = this.sections.ofSafety;
    if (!section && !namesSafety(text)) return false;
    const name = `"${shortened(section?.title ?? text, 60)}"`;
    if (!section || !this.#saidOfSafety.has(section)) {
      const what = section ? `the lines of ${name} are` : `${name} is`;
      this.warnings.add("safety_by_words", place, `${what} read as safety costs, which are never discounted`);
    }
    if (section) this.#saidOfSafety.add(section);
    return true;
  }

  /** What the sheet's lines of costs of safety come to, as the file states them. */
  safetyEuro(): number {
    return sum(
      this.#stated.lines.slice(this.#linesBefore).flatMap((line) => (line.node.safety ? [line.amount ?? 0] : [])),
    );
  }

  addMeasurement(row: BillTableRow): void {
    if (!this.#line) {
      this.#leaveOut(row);
      return;
    }
    this.#takePriceBeside(row);
    const stated = measurementOf(row, this.warnings);
    if (stated.sees) this.#seeing.push(stated);
    this.#keep(stated);
  }

  /** Who measures by hand writes a line's price and amount beside its last measurement, or those of each row. */
  #takePriceBeside({ price, amount }: BillTableRow): void {
    const line = this.openLine;
    if (!line || price === null || this.#hasPrice) return;
    line.node.price ??= price;
    if (amount !== null && !this.#hasAmount) line.amount = sum([line.amount ?? 0, amount]);
  }

  #leaveOut({ place, text, quantity }: BillTableRow): void {
    const said = `"${shortened(text, 60)}" counts ${quantity ?? "something"}`;
    this.warnings.add("row_without_line", place, `${said}, but there is no line above it; it is left out`);
  }

  addPartial({ place, text }: BillTableRow): void {
    if (!this.openLine) return;
    const desc = isPartial.exec(text)?.[1] ?? "";
    this.#keep({ place, row: { ...(desc === "" ? {} : { desc }), kind: "partial" }, factors: null, quantity: null });
  }

  addNote({ place, text, code, number }: BillTableRow): void {
    this.#keep({ place, row: { desc: text || code || number, kind: "note" }, factors: null, quantity: null });
  }

  #keep(stated: StatedRow): void {
    const line = this.#line;
    if (!line) return;
    line.rows.push(stated);
    line.node.measurements ??= [];
    line.node.measurements.push(stated.row);
    this.#measurements++;
  }

  addToDescription({ text }: BillTableRow): void {
    if (this.#line) this.#line.node.desc = `${this.#line.node.desc ?? ""}\n${text}`.trim();
  }

  /** Whether a line without any figure has its amount in the row beneath it, beside a unit alone: `a corpo`. */
  isAmountOfLine({ text, code, number, amount }: BillTableRow): boolean {
    const line = this.openLine;
    if (!line || amount === null || code !== "" || number !== "" || !isKnownUnit(text)) return false;
    return line.rows.length === 0 && line.quantity === null && line.amount === null && line.node.price === undefined;
  }

  /** SOMMANO: many programs write a line's unit, price and amount there. */
  addSum(row: BillTableRow): void {
    const line = this.#line;
    if (!line) {
      if (row.quantity !== null) this.#leaveOut(row);
      return;
    }
    if (row.quantity !== null) line.quantity = row.quantity;
    if (row.price !== null) line.node.price = row.price;
    if (row.amount !== null) line.amount = row.amount;
    if (row.labourPct !== null) line.node.labourPct = row.labourPct;
    line.words.push(...row.words);
    if (!line.node.unit) line.node.unit = row.unit || unitOfSum(row.text);
    this.#isSummed = true;
  }

  /** The total of all that a sheet has. */
  stateTotal(euro: number): void {
    this.#stated.totals.push(euro);
  }

  end(): { nodes: BillNode[]; stated: Stated; measurements: number } {
    this.#countWithNotes();
    settleSeenLines(this.#seeing, this.#stated.lines, this.#byNumber, this.warnings);
    return { nodes: this.sections.nodes, stated: this.#stated, measurements: this.#measurements };
  }

  /** A line with words alone beneath it has the quantity that stands beside it; notes by themselves count nothing. */
  #countWithNotes(): void {
    for (const { place, node, quantity, rows } of this.#stated.lines) {
      if (!quantity || rows.length === 0 || rows.some(({ row, factors }) => row.kind !== "note" || factors !== null))
        continue;
      const row = { count: quantity };
      rows.push({ place, row, factors: [quantity], quantity: null });
      node.measurements?.push(row);
      this.#measurements++;
    }
  }
}

/** `12 / E.01.001`, or both below one another, under one heading `Num.Ord. TARIFFA`. */
function splitNumber({ number, code }: BillTableRow): { number: string; code: string } {
  if (number !== "") return { number, code };
  const [, found = "", rest = ""] = /^(\d{1,6})[\s/]{1,5}(\S.{0,100})$/.exec(code) ?? [];
  return found === "" ? { number, code } : { number: found, code: rest };
}
