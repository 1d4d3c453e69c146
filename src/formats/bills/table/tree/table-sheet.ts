import { sum } from "../../../../domain/money.js";
import { startsSmall } from "../../../tables/sentences.js";
import type { WarningList } from "../../../warning-list.js";
import { isAbout } from "../is-about.js";
import { isSectionEnd } from "../layout.js";
import { discountEuro } from "../rows/charges.js";
import { isGrandTotal } from "../rows/row-kind.js";
import { type BillTableRow, leftOut, type SheetRow } from "../rows/sheet-row.js";
import type { SurveyedSheet } from "../survey/survey-sheet.js";
import { LeftOutRows, shown } from "./left-out-rows.js";
import { maxLevels, wordsOf } from "./table-sections.js";
import type { TableTree } from "./table-tree.js";
import { wordsBeneath } from "./words-beneath.js";

/** Goes through the rows of a sheet, in their order, decides what each is, and gives it to the tree. */
export class TableSheet {
  /** the levels of the headings that are open, and where each ends */
  #open: { level: number; end: number }[] = [];
  /** how many titles of a run are still to come */
  #titleRun = 0;
  readonly #leftOut = new LeftOutRows();
  #total: number | null = null;
  /** euro, by now */
  #vat = 0;
  /** what the lines come to that amounts alone have made by now */
  #lumps = 0;

  constructor(
    private readonly sheet: SurveyedSheet,
    private readonly tree: TableTree,
    private readonly warnings: WarningList,
  ) {}

  take(): void {
    for (const [index, row] of this.sheet.rows.entries()) this.#takeRow(row, index);
    this.#leftOut.tell(this.warnings);
    if (this.#total !== null) this.tree.stateTotal(this.#total);
  }

  #takeRow(row: SheetRow, index: number): void {
    if (this.sheet.isOfSummary(row, index)) return;
    // Its total may be said once more beneath its lines.
    if (row.kind !== "total" && !leftOut.has(row.kind)) this.#closeHeadings(index);
    const isTaken =
      this.#takeHeading(row, this.sheet.headings.get(index)) ||
      this.#takeSafetyAmount(row, index) ||
      this.#takeLumpSum(row, index) ||
      this.#takeDiscount(row, index) ||
      this.#takeByKind(row);
    if (isTaken) this.#titleRun = 0;
    else this.#takeWords(row, index);
  }

  #closeHeadings(index: number): void {
    for (let last = this.#open.at(-1); last && last.end <= index; last = this.#open.at(-1)) {
      this.#open.pop();
      this.tree.sections.closeTo(last.level);
    }
  }

  /** The level beneath the headings that are open. */
  #levelWithin(): number {
    return (this.#open.at(-1)?.level ?? -1) + 1;
  }

  /** @param end the index behind the last line beneath it; undefined: it is no heading */
  #takeHeading(row: BillTableRow, end: number | undefined): boolean {
    if (end === undefined) return false;
    const { level } = this.tree.sections;
    this.#open.push({ level, end });
    this.tree.openTitle(row, level);
    return true;
  }

  /** Costs of safety whose amount stands alone, mostly below all works. Where lines above already have them, it is their total. */
  #takeSafetyAmount(row: BillTableRow, index: number): boolean {
    if (!this.sheet.alone.ofSafety.has(index)) return false;
    // A line right beneath it goes on with the section.
    if (this.sheet.rows[index + 1]?.kind !== "line") this.tree.sections.leaveTo(this.#levelWithin());
    const said = `${shown(row)} has only an amount, ${row.amount} euro`;
    if (isAbout(this.tree.safetyEuro(), row.amount ?? 0)) {
      const detail = `${said}; the lines above come to the same, so it isn't counted again`;
      this.warnings.add("safety_amount", row.place, detail);
    } else {
      this.warnings.add(
        "safety_amount",
        row.place,
        `${said}; it is read as a line of its own, which is never discounted`,
      );
      this.#addLumpSum({ ...row, safety: true });
    }
    return true;
  }

  #takeLumpSum(row: BillTableRow, index: number): boolean {
    if (!this.sheet.alone.lumps.has(index) || this.tree.isAmountOfLine(row)) return false;
    const text = wordsOf(row);
    const said = `${shown({ ...row, text })} has only an amount, ${row.amount} euro`;
    this.warnings.add(
      "lump_sum",
      row.place,
      `${said}; it is read as a line of its own, since the total then comes out right`,
    );
    this.#addLumpSum({ ...row, number: "", code: "", text });
    return true;
  }

  /** A discount on all above it, unless the total of a section follows. */
  #takeDiscount(row: SheetRow, index: number): boolean {
    if (row.kind !== "discount") return false;
    const next = this.sheet.rows[index + 1];
    const isWithin = next?.kind === "line" || (next?.kind === "total" && !isGrandTotal(next.label));
    if (!isWithin) this.tree.sections.leaveTo(this.#levelWithin());
    const amount = discountEuro(row);
    if (this.#total !== null) this.#total = sum([this.#total, amount]);
    this.warnings.add(
      "discount",
      row.place,
      `${shown(row)}, ${row.amount} euro, is a discount; it is read as a line of ${amount} euro, to be deleted if a quote gives it as discountPct`,
    );
    this.tree.addLumpSum({ ...row, number: "", quantity: null, amount });
    return true;
  }

  #addLumpSum(row: BillTableRow): void {
    this.tree.addLumpSum(row);
    this.#lumps = sum([this.#lumps, row.amount ?? 0]);
  }

  /** @returns false for words, whose kind doesn't tell what they are */
  #takeByKind(row: SheetRow): boolean {
    const { kind } = row;
    if (kind === "line") this.tree.addLine(row);
    else if (kind === "section") this.tree.openNumbered(row);
    else if (kind === "measurement") this.tree.addMeasurement(row);
    else if (kind === "partial") this.tree.addPartial(row);
    else if (kind === "sum") this.tree.addSum(row);
    else if (kind === "total") this.#takeTotal(row);
    else if (kind === "vat") this.#leaveVatOut(row);
    else if (kind === "part") this.#leftOut.add("part_left_out", row);
    else if (kind === "rate") this.#leftOut.add("discount", row);
    return kind !== "text";
  }

  /** A total below VAT is with it, unless the lines come to the total as it stands. */
  #takeTotal(row: SheetRow): void {
    this.tree.leaveLine();
    const end = isSectionEnd.exec(row.text)?.[1];
    if (end) this.tree.sections.leaveTo(end.split(".").length - 1);
    else if (row.amount !== null && !this.tree.sections.closeNamed(row) && isGrandTotal(row.label)) {
      if (this.#isWithoutVat(row.amount)) this.#total = row.amount;
      else if (!this.#isOfPayment()) this.#total = sum([row.amount, -this.#vat]);
    }
  }

  /** Whether a total counts what was left out below that with VAT. */
  #isOfPayment(): boolean {
    return this.#vat !== 0 && this.#leftOut.haveAmountBelow;
  }

  #isWithoutVat(total: number): boolean {
    const { works } = this.sheet;
    return works !== null && isAbout(total, sum([works, this.#lumps]));
  }

  #leaveVatOut(row: BillTableRow): void {
    const amount = row.amount ?? row.price ?? 0;
    this.tree.leaveLine();
    this.#vat = sum([this.#vat, amount]);
    this.warnings.add(
      "vat_left_out",
      row.place,
      `${shown(row)}, ${amount} euro, is VAT; it is left out, since a bill is without VAT`,
    );
  }

  #takeWords(row: BillTableRow, index: number): void {
    const { lastLine, paidFrom } = this.sheet;
    if (index >= paidFrom || (index > lastLine && this.#total !== null)) this.#leftOut.add("words_below_total", row);
    else if (this.tree.isAmountOfLine(row)) this.tree.addSum({ ...row, unit: row.text });
    else {
      const words = this.#meaningOf(row, index);
      if (words === "description") this.tree.addToDescription(row);
      else if (words === "note") this.tree.addNote(row);
      else this.#takeTitle(row, index);
    }
  }

  #meaningOf(row: BillTableRow, index: number) {
    const { rows, behind, isOwn } = this.sheet;
    if (isOwn) return row.amount === null && this.tree.hasLine ? "note" : "title";
    const line = this.tree.openLine;
    return line
      ? wordsBeneath(line, row, rows[index + 1]?.kind, behind[index], this.tree.sections.isSmallTitled)
      : "title";
  }

  /** The first title of a run tells where it stands; the others stand within it. */
  #takeTitle(row: BillTableRow, index: number): void {
    const { sections } = this.tree;
    let { level } = sections;
    if (this.#titleRun === 0) {
      if (!this.tree.openLine) sections.isSmallTitled ||= startsSmall(row.text);
      this.#titleRun = runLength(this.sheet.rows, index);
      level = Math.max(this.#levelWithin(), sections.levelOfTitle(row, this.#titleRun));
    }
    this.#titleRun--;
    this.tree.openTitle(row, level);
  }
}

/** How many titles stand one below the other. */
function runLength(rows: readonly SheetRow[], from: number): number {
  let length = 1;
  for (let index = from + 1; length < maxLevels; index++) {
    const kind = rows[index]?.kind;
    if (leftOut.has(kind)) continue;
    if (kind !== "text" || rows[index + 1]?.kind === "measurement") break;
    length++;
  }
  return length;
}
