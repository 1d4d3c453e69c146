import { sum } from "../../domain/money.js";
import type { WarningList } from "../warning-list.js";
import { isAbout } from "./is-about.js";
import type { SheetLayout } from "./sheet-layout.js";
import type { BillTableRow } from "./table-cells.js";
import { startsSmall, wordsBeneath } from "./table-description.js";
import { isSectionEnd } from "./table-layout.js";
import { isGrandTotal, type RowKind } from "./table-row-kind.js";
import { maxLevels } from "./table-sections.js";
import { type SurveyedSheet, surveySheet } from "./table-survey.js";
import type { TableTree } from "./table-tree.js";

/** Of words that are left out. */
const maxShown = 20;

const shown = ({ text, code }: BillTableRow): string => `"${(text || code).slice(0, 60)}"`;

/** Goes through the rows of sheets, in their order, decides what each is, and gives it to the tree. */
export class TableSheets {
  /** whether a title begins with a small letter */
  #isSmallTitled = false;

  // Of one sheet:
  /** the levels of the headings that are open, and where each ends */
  #open: { level: number; end: number }[] = [];
  /** how many titles of a run are still to come */
  #titleRun = 0;
  /** the words below the total of all: place and date, who signs, what the prices are taken from */
  #below: BillTableRow[] = [];
  #total: number | null = null;
  /** euro, by now */
  #vat = 0;
  /** what the lines come to that amounts alone have made by now */
  #lumps = 0;

  constructor(
    private readonly tree: TableTree,
    private readonly warnings: WarningList,
  ) {}

  /** Adds a sheet. What stands in it is within no section of the sheet before. */
  add(rows: readonly BillTableRow[], layout: SheetLayout): void {
    const sheet = surveySheet(rows, layout);
    this.tree.beginSheet(layout);
    this.#open = [];
    this.#titleRun = 0;
    this.#below = [];
    this.#total = null;
    this.#vat = 0;
    this.#lumps = 0;
    for (const index of sheet.rows.keys()) this.#take(sheet, index);
    this.#leaveOutBelow();
    if (this.#total !== null) this.tree.stateTotal(this.#total);
  }

  #take(sheet: SurveyedSheet, index: number): void {
    if (sheet.isOfSummary(index)) return;
    const kind = sheet.kinds[index];
    // Its total may be said once more beneath its lines.
    if (kind !== "total" && kind !== "skip") this.#closeHeadings(index);
    const isTaken =
      this.#takeHeading(sheet, index) ||
      this.#takeSafetyAmount(sheet, index) ||
      this.#takeLumpSum(sheet, index) ||
      this.#takeByKind(sheet, index);
    if (isTaken) this.#titleRun = 0;
    else this.#takeWords(sheet, index);
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

  #takeHeading({ rows, headings }: SurveyedSheet, index: number): boolean {
    const end = headings.get(index);
    if (end === undefined) return false;
    this.#open.push({ level: this.tree.sections.level, end });
    this.tree.openTitle(rows[index] as BillTableRow, this.tree.sections.level);
    return true;
  }

  /** Costs of safety whose amount stands alone, mostly below all works. Where lines above already have them, it is their total. */
  #takeSafetyAmount({ rows, kinds, alone }: SurveyedSheet, index: number): boolean {
    const row = rows[index] as BillTableRow;
    if (!alone.ofSafety.has(index)) return false;
    // A line right beneath it goes on with the section.
    if (kinds[index + 1] !== "line") this.tree.sections.leaveTo(this.#levelWithin());
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

  #takeLumpSum({ rows, alone }: SurveyedSheet, index: number): boolean {
    const row = rows[index] as BillTableRow;
    if (!alone.lumps.has(index) || this.tree.isAmountOfLine(row)) return false;
    const text = [row.number, row.code, row.text].filter((part) => part !== "").join(" ");
    const said = `${shown({ ...row, text })} has only an amount, ${row.amount} euro`;
    this.warnings.add(
      "lump_sum",
      row.place,
      `${said}; it is read as a line of its own, since the total then comes out right`,
    );
    this.#addLumpSum({ ...row, number: "", code: "", text });
    return true;
  }

  #addLumpSum(row: BillTableRow): void {
    this.tree.addLumpSum(row);
    this.#lumps = sum([this.#lumps, row.amount ?? 0]);
  }

  /** @returns false for words, whose kind doesn't tell what they are */
  #takeByKind({ rows, kinds, works }: SurveyedSheet, index: number): boolean {
    const row = rows[index] as BillTableRow;
    const kind = kinds[index];
    if (kind === "line") this.tree.addLine(row);
    else if (kind === "section") this.tree.openNumbered(row);
    else if (kind === "measurement") this.tree.addMeasurement(row);
    else if (kind === "partial") this.tree.addPartial(row);
    else if (kind === "sum") this.tree.addSum(row);
    else if (kind === "total") this.#takeTotal(row, works);
    else if (kind === "vat") this.#leaveVatOut(row);
    return kind !== "text";
  }

  /** A total below VAT is with it, unless the lines come to the total as it stands. */
  #takeTotal(row: BillTableRow, works: number | null): void {
    this.tree.leaveLine();
    const end = isSectionEnd.exec(row.text)?.[1];
    if (end) this.tree.sections.leaveTo(end.split(".").length - 1);
    else if (row.amount !== null && !this.tree.sections.closeNamed(row) && isGrandTotal(row.text))
      this.#total = this.#isWithoutVat(row.amount, works) ? row.amount : sum([row.amount, -this.#vat]);
  }

  #isWithoutVat(total: number, works: number | null): boolean {
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

  #takeWords(sheet: SurveyedSheet, index: number): void {
    const row = sheet.rows[index] as BillTableRow;
    if (index > sheet.lastLine && this.#total !== null) this.#below.push(row);
    else if (this.tree.isAmountOfLine(row)) this.tree.addSum({ ...row, unit: row.text });
    else {
      const words = this.#meaningOf(row, sheet, index);
      if (words === "description") this.tree.addToDescription(row);
      else if (words === "note") this.tree.addNote(row);
      else this.#takeTitle(row, sheet, index);
    }
  }

  #meaningOf(row: BillTableRow, { kinds, behind, isOwn }: SurveyedSheet, index: number) {
    if (isOwn) return row.amount === null && this.tree.hasLine ? "note" : "title";
    const line = this.tree.openLine;
    return line ? wordsBeneath(line, row, kinds[index + 1], behind[index], this.#isSmallTitled) : "title";
  }

  /** The first title of a run takes the place of as many sections as it has titles; the others stand within it. */
  #takeTitle(row: BillTableRow, { kinds }: SurveyedSheet, index: number): void {
    let level = this.tree.sections.level;
    if (this.#titleRun === 0) {
      if (!this.tree.openLine) this.#isSmallTitled ||= startsSmall(row.text);
      this.#titleRun = runLength(kinds, index);
      if (!this.tree.sections.isClosed) level = Math.max(this.#levelWithin(), level - this.#titleRun);
    }
    this.#titleRun--;
    this.tree.openTitle(row, level);
  }

  #leaveOutBelow(): void {
    const [first] = this.#below;
    if (!first) return;
    const some = this.#below
      .slice(0, maxShown)
      .map((row) => (row.amount === null ? shown(row) : `${shown(row)} ${row.amount} euro`));
    const more = this.#below.length > maxShown ? `, and ${this.#below.length - maxShown} more` : "";
    this.warnings.add(
      "words_below_total",
      first.place,
      `left out because they are below the total: ${some.join(", ")}${more}`,
    );
  }
}

/** How many titles stand one below the other. */
function runLength(kinds: readonly RowKind[], from: number): number {
  let length = 1;
  for (let index = from + 1; length < maxLevels; index++) {
    if (kinds[index] === "skip") continue;
    if (kinds[index] !== "text" || kinds[index + 1] === "measurement") break;
    length++;
  }
  return length;
}
