import type { BillNode } from "../../domain/bill-node.js";
import { isKnownUnit } from "../../domain/bill-warnings/units.js";
import { amountEuro, sum } from "../../domain/money.js";
import { normalizedHeading } from "../tables/headings.js";
import type { WarningList } from "../warning-list.js";
import type { BillTableRow, WordyCell } from "./table-cells.js";
import { isSafetyAmount, isSafetyTitle, namesSafety } from "./table-charges.js";
import { withCodesJoined } from "./table-codes.js";
import { describesMore, goesOn, startsSmall, withDescriptionsJoined } from "./table-description.js";
import { endByAmount, headingRows, longTextChars } from "./table-headings.js";
import { isPartial, isSectionEnd } from "./table-layout.js";
import { lumpSums } from "./table-lump-sums.js";
import { measurementOf, onlySays, type StatedRow, takeByItself, tolerance } from "./table-measurement.js";
import { isGrandTotal, labelOf, type RowKind, rowKinds } from "./table-row-kind.js";
import { summaryStart } from "./table-summary.js";

/** A line and what the file states of it. */
export interface StatedLine {
  place: string;
  node: BillNode;
  quantity: number | null;
  amount: number | null;
  hasPriceColumn: boolean;
  /** in its own row and in that of its sum */
  words: WordyCell[];
  rows: StatedRow[];
}

/** What the file states, to be compared with what is counted. */
export interface Stated {
  lines: StatedLine[];
  sections: { place: string; node: BillNode; total: number }[];
  /** of all, as each sheet has it */
  totals: number[];
}

interface Layout {
  headings: readonly string[];
  isOwn: boolean;
  hasPriceColumn: boolean;
  /** whether a column says which lines are costs of safety */
  hasSafetyColumn: boolean;
  /** one column has both, in two rows */
  hasNumbersAboveCodes: boolean;
}

const maxLevels = 60;
const maxTitleChars = 1_000;
/** Of each it is looked up whether what it says stands elsewhere too. */
const maxSafetyAmounts = 100;
/** What further rows of words say of a line is in its notes. */
const maxDescriptionChars = 10_000;

/** Makes sections, lines and measurements of a table's rows, in their order. Not recursive. */
export class TableTree {
  readonly #nodes: BillNode[] = [];
  readonly #path: BillNode[] = [];
  readonly #stated: Stated = { lines: [], sections: [], totals: [] };
  readonly #byNumber = new Map<string, number>();
  readonly #seeing: StatedRow[] = [];
  /** the sections of costs of safety; true: this has been said */
  readonly #ofSafety = new Map<BillNode, boolean>();
  #line: StatedLine | null = null;
  /** whether nothing more can belong to the line: its sum has been read */
  #isSummed = false;
  /** whether the section before was closed by its total */
  #isClosed = false;
  /** whether a title begins with a small letter */
  #isSmallTitled = false;
  #measurements = 0;
  #safetyAmounts = 0;
  #sheetTotal: number | null = null;
  /** euro; of the sheet, by now */
  #vat = 0;

  constructor(private readonly warnings: WarningList) {}

  /** Adds a sheet. What stands in it is within no section of the sheet before. */
  add(given: readonly BillTableRow[], layout: Layout): void {
    this.#path.length = 0;
    this.#line = null;
    this.#isClosed = false;
    this.#sheetTotal = null;
    this.#vat = 0;
    const numbered = layout.hasNumbersAboveCodes ? withCodesJoined(given) : given;
    const rows = layout.isOwn ? numbered : withDescriptionsJoined(numbered);
    const kinds = rowKinds(rows, layout);
    const headings = headingRows(rows, kinds);
    const summary = summaryStart(rows, kinds, headings);
    /** the levels of the headings that are open, and where each ends */
    const open: { level: number; end: number }[] = [];
    const closeUpTo = (index: number): void => {
      for (let last = open.at(-1); last && last.end <= index; last = open.at(-1)) {
        open.pop();
        this.#path.length = Math.min(this.#path.length, last.level);
        this.#isClosed = true;
      }
    };
    const lumps = lumpSums(rows, kinds, headings, summary.start);
    const behind = behindWords(kinds);
    const lastLine = kinds.findLastIndex((kind) => kind === "line" || kind === "section");
    /** the words below the total of all: place and date, who signs, what the prices are taken from */
    const below: BillTableRow[] = [];
    let titleRun = 0;
    for (const [index, row] of rows.entries()) {
      const kind = kinds[index] as RowKind;
      const isSafety = kind === "text" && isSafetyAmount(row);
      if (index >= summary.start && kind !== "total" && kind !== "vat" && !(isSafety && summary.hasOwnSafety)) continue;
      // Its total may be said once more beneath its lines.
      if (kind !== "total" && kind !== "skip") closeUpTo(index);
      const end = headings.get(index);
      if (end !== undefined) {
        titleRun = 0;
        open.push({ level: this.#path.length, end });
        this.#title(row, this.#path.length);
        continue;
      }
      if (isSafety && this.#standsAlone(rows, kinds, headings, index)) {
        titleRun = 0;
        this.#path.length = Math.min(this.#path.length, (open.at(-1)?.level ?? -1) + 1);
        this.#addSafetyAmount(row, layout);
        continue;
      }
      if (lumps.has(index) && !this.#isAmountOfLine(row)) {
        titleRun = 0;
        this.#addLumpSum(row, layout);
        continue;
      }
      if (kind !== "text") titleRun = 0;
      if (kind === "line") this.#addLine(row, layout);
      else if (kind === "section") this.#numberedSection(row);
      else if (kind === "measurement") this.#addMeasurement(row);
      else if (kind === "partial") this.#addPartial(row);
      else if (kind === "sum") this.#sum(row);
      else if (kind === "total") this.#total(row);
      else if (kind === "vat") this.#leaveVatOut(row);
      else if (kind === "text") {
        if (index > lastLine && this.#sheetTotal !== null) {
          below.push(row);
          continue;
        }
        if (this.#isAmountOfLine(row)) {
          this.#sum({ ...row, unit: row.text });
          continue;
        }
        const isOwnNote = layout.isOwn && row.amount === null && this.#line !== null;
        const words = isOwnNote
          ? "note"
          : layout.isOwn
            ? "title"
            : this.#wordsBeneath(row, kinds[index + 1], behind[index]);
        if (words === "description") this.#addToDescription(row);
        else if (words === "note") this.#addNote(row);
        else if (titleRun > 0) {
          titleRun--;
          this.#title(row, this.#path.length);
        } else {
          if (!this.#line || this.#isSummed) this.#isSmallTitled ||= startsSmall(row.text);
          titleRun = this.#runLength(kinds, index);
          const within = (open.at(-1)?.level ?? -1) + 1;
          const base = this.#isClosed ? this.#path.length : Math.max(within, this.#path.length - titleRun);
          titleRun--;
          this.#title(row, base);
        }
      }
    }
    closeUpTo(rows.length);
    this.#leaveOut(below);
    if (this.#sheetTotal !== null) this.#stated.totals.push(this.#sheetTotal);
  }

  end(): { nodes: BillNode[]; lines: StatedLine[]; measurements: number } {
    this.#countWithNotes();
    for (const stated of this.#seeing) {
      const { number = "", factor } = stated.sees ?? {};
      const line = this.#byNumber.get(number) ?? (this.#byNumber.size === 0 ? Number(number) - 1 : -1);
      const repeated = this.#stated.lines[line];
      if (onlySays(stated, repeated && unchangedQuantity(repeated))) takeByItself(stated);
      else if (line >= 0 && line < this.#stated.lines.length)
        stated.row.sameAs = { line, ...(factor === undefined ? {} : { factor }) };
      else {
        const kept = stated.quantity ?? 0;
        Object.assign(stated.row, { count: kept, length: undefined, width: undefined, height: undefined });
        stated.factors = [kept];
        this.warnings.add(
          "missing_line",
          stated.place,
          `it repeats line ${number}, which isn't there; its quantity ${kept} is kept as a number`,
        );
      }
    }
    return { nodes: this.#nodes, lines: this.#stated.lines, measurements: this.#measurements };
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

  stated(): Stated {
    return this.#stated;
  }

  /** How many titles stand one below the other. */
  #runLength(kinds: readonly RowKind[], from: number): number {
    let length = 1;
    for (let index = from + 1; length < maxLevels; index++) {
      if (kinds[index] === "skip") continue;
      if (kinds[index] !== "text" || kinds[index + 1] === "measurement") break;
      length++;
    }
    return length;
  }

  /**
   * What words beneath a line are. They go on with its description, which many programs part into rows, or are a note where measurements
   * follow or its sheet is open; else they are the next title.
   */
  #wordsBeneath(
    row: BillTableRow,
    next: RowKind | undefined,
    behind: RowKind | undefined,
  ): "description" | "note" | "title" {
    const line = this.#line;
    if (!line || this.#isSummed || row.amount !== null) return "title";
    const text = row.text || row.code;
    const isMeasured = behind === "measurement" || behind === "partial" || behind === "sum";
    const description = line.node.desc ?? "";
    if (line.rows.length > 0 || description.length > maxDescriptionChars)
      return isMeasured || text.length > longTextChars || text !== text.toUpperCase() ? "note" : "title";
    if (row.code !== "" || row.number !== "") return isMeasured ? "note" : "title";
    if (!isMeasured) return goesOn(description, text, this.#isSmallTitled) ? "description" : "title";
    const isAlone = next !== "text" && behind !== "sum";
    return !isAlone || describesMore(description, text) ? "description" : "note";
  }

  #title(row: BillTableRow, level: number): void {
    const title = [row.number, row.code, row.text].filter((part) => part !== "").join(" ");
    this.#open(title.slice(0, maxTitleChars), level, row);
  }

  #numberedSection(row: BillTableRow): void {
    this.#open(row.text.slice(0, maxTitleChars), Math.min(maxLevels, row.number.split(".").length - 1), row);
  }

  #open(title: string, level: number, { place, text, amount }: BillTableRow): void {
    this.#path.length = Math.min(level, this.#path.length, maxLevels);
    const node: BillNode = { type: "section", title, children: [] };
    this.#siblings().push(node);
    this.#path.push(node);
    if (isSafetyTitle(text)) this.#ofSafety.set(node, false);
    if (amount !== null) this.#stated.sections.push({ place, node, total: amount });
    this.#line = null;
    this.#isClosed = false;
  }

  #siblings(): BillNode[] {
    return this.#path.at(-1)?.children ?? this.#nodes;
  }

  #addLine(row: BillTableRow, { hasPriceColumn, hasSafetyColumn }: Layout): void {
    const { number, code } = splitNumber(row);
    const node: BillNode = { type: "line" };
    if (code !== "") node.code = code;
    node.desc = row.text;
    node.unit = row.unit;
    if (row.price !== null) node.price = row.price;
    if (row.labourPct !== null) node.labourPct = row.labourPct;
    if (row.safetyPct !== null) node.safetyPct = row.safetyPct;
    if (row.safety || (!hasSafetyColumn && this.#isSafetyByWords(row))) node.safety = true;
    this.#siblings().push(node);
    const { place, quantity, amount, words } = row;
    this.#line = { place, node, quantity, amount, hasPriceColumn, words: [...words], rows: [] };
    this.#isSummed = false;
    const plain = number.replace(/\.$/, "");
    if (plain !== "" && !this.#byNumber.has(plain)) this.#byNumber.set(plain, this.#stated.lines.length);
    this.#stated.lines.push(this.#line);
    // Some sheets have a line's only measurement in the line's own row.
    if (row.factors.size > 0) this.#addMeasurement({ ...row, text: "", number: "", code: "" });
  }

  /** Whether a line, or a section around it, is of costs of safety by its words. Each is warned of once: a discount leaves them out. */
  #isSafetyByWords({ place, text }: BillTableRow): boolean {
    const section = this.#path.find((node) => this.#ofSafety.has(node));
    if (!section && !namesSafety(text)) return false;
    const name = `"${(section?.title ?? text).slice(0, 60)}"`;
    if (!section || !this.#ofSafety.get(section)) {
      const what = section ? `the lines of ${name} are` : `${name} is`;
      this.warnings.add("safety_by_words", place, `${what} taken for costs of safety, which no discount touches`);
    }
    if (section) this.#ofSafety.set(section, true);
    return true;
  }

  /** Whether an amount of safety costs is no title of lines beneath it, which come to it. */
  #standsAlone(
    rows: readonly BillTableRow[],
    kinds: readonly RowKind[],
    headings: ReadonlyMap<number, number>,
    index: number,
  ): boolean {
    if (++this.#safetyAmounts > maxSafetyAmounts || kinds[index + 1] === "line") return false;
    return endByAmount(rows[index]?.amount ?? 0, rows, kinds, index, headings).end === null;
  }

  /** Costs of safety whose amount stands alone, mostly below all works. Where lines above already have them, it is their total. */
  #addSafetyAmount(row: BillTableRow, layout: Layout): void {
    const amount = row.amount as number;
    const text = row.text || row.code;
    const counted = this.#stated.lines.flatMap((line) => (line.node.safety ? [line.amount ?? 0] : []));
    const shown = `"${text.slice(0, 60)}" has the amount ${amount} euro alone`;
    if (Math.abs(sum(counted) - amount) <= tolerance) {
      this.warnings.add("safety_amount", row.place, `${shown}; lines above come to it, and it isn't counted again`);
      return;
    }
    this.warnings.add("safety_amount", row.place, `${shown}; it is a line of its own, which no discount touches`);
    this.#addLine({ ...row, code: "", text, unit: "a corpo", safety: true }, layout);
    this.#isSummed = true;
  }

  #addLumpSum(row: BillTableRow, layout: Layout): void {
    const text = [row.number, row.code, row.text].filter((part) => part !== "").join(" ");
    const shown = `"${text.slice(0, 60)}" has the amount ${row.amount} euro alone`;
    this.warnings.add("lump_sum", row.place, `${shown}; it is a line of its own, with which the total comes out`);
    this.#addLine({ ...row, number: "", code: "", text, unit: "a corpo" }, layout);
    this.#isSummed = true;
  }

  /** Whether a line without any figure has its amount in the row beneath it, beside a unit alone: `a corpo`. */
  #isAmountOfLine({ text, code, number, amount }: BillTableRow): boolean {
    const line = this.#line;
    if (!line || this.#isSummed || amount === null || code !== "" || number !== "" || !isKnownUnit(text)) return false;
    return line.rows.length === 0 && line.quantity === null && line.amount === null && line.node.price === undefined;
  }

  #leaveOut(rows: readonly BillTableRow[]): void {
    const [first] = rows;
    if (!first) return;
    const shown = rows.slice(0, 20).map(({ text, code, amount }) => {
      const words = `"${(text || code).slice(0, 60)}"`;
      return amount === null ? words : `${words} ${amount} euro`;
    });
    const more = rows.length > shown.length ? `, and ${rows.length - shown.length} more` : "";
    this.warnings.add("words_below_total", first.place, `left out, below the total: ${shown.join(", ")}${more}`);
  }

  #leaveVatOut(row: BillTableRow): void {
    const amount = row.amount ?? row.price ?? 0;
    const text = row.text || row.code;
    this.#line = null;
    this.#vat = sum([this.#vat, amount]);
    this.warnings.add(
      "vat_left_out",
      row.place,
      `"${text.slice(0, 60)}", ${amount} euro, is VAT; a bill is without it`,
    );
  }

  #addMeasurement(row: BillTableRow): void {
    if (!this.#line) {
      this.warnings.add(
        "row_without_line",
        row.place,
        `"${row.text.slice(0, 60)}" counts ${row.quantity ?? "something"} and stands beneath no line; it is left out`,
      );
      return;
    }
    const stated = measurementOf(row, this.warnings);
    if (stated.sees) this.#seeing.push(stated);
    this.#keep(stated);
  }

  #keep(stated: StatedRow): void {
    const line = this.#line;
    if (!line) return;
    line.rows.push(stated);
    line.node.measurements ??= [];
    line.node.measurements.push(stated.row);
    this.#measurements++;
  }

  #addPartial(row: BillTableRow): void {
    if (!this.#line || this.#isSummed) return;
    const desc = isPartial.exec(row.text)?.[1] ?? "";
    this.#keep({
      place: row.place,
      row: { ...(desc === "" ? {} : { desc }), kind: "partial" },
      factors: null,
      quantity: null,
    });
  }

  #addNote(row: BillTableRow): void {
    const desc = row.text || row.code || row.number;
    this.#keep({ place: row.place, row: { desc, kind: "note" }, factors: null, quantity: null });
  }

  #addToDescription({ text }: BillTableRow): void {
    if (this.#line) this.#line.node.desc = `${this.#line.node.desc ?? ""}\n${text}`.trim();
  }

  /** SOMMANO: many programs write a line's unit, price and amount there. */
  #sum(row: BillTableRow): void {
    const line = this.#line;
    if (!line) return;
    if (row.quantity !== null) line.quantity = row.quantity;
    if (row.price !== null) line.node.price = row.price;
    if (row.amount !== null) line.amount = row.amount;
    if (row.labourPct !== null) line.node.labourPct = row.labourPct;
    line.words.push(...row.words);
    if (!line.node.unit) line.node.unit = row.unit || unitIn(row.text);
    this.#isSummed = true;
  }

  #total(row: BillTableRow): void {
    const end = isSectionEnd.exec(row.text)?.[1];
    this.#line = null;
    if (end) {
      this.#path.length = Math.min(this.#path.length, end.split(".").length - 1);
      return;
    }
    if (row.amount === null) return;
    const words = labelOf(row.text || row.code);
    const level = this.#path.findLastIndex(({ title }) => names(words, normalizedHeading(title)));
    if (level >= 0) {
      const node = this.#path[level] as BillNode;
      this.#stated.sections.push({ place: row.place, node, total: row.amount });
      this.#path.length = level;
      this.#isClosed = true;
    } else if (isGrandTotal(row.text || row.code)) this.#sheetTotal = sum([row.amount, -this.#vat]);
  }
}

/** By row, what comes next that isn't only words. */
function behindWords(kinds: readonly RowKind[]): (RowKind | undefined)[] {
  const behind = new Array<RowKind | undefined>(kinds.length);
  for (let index = kinds.length - 2; index >= 0; index--) {
    const next = kinds[index + 1];
    behind[index] = next === "text" || next === "skip" ? behind[index + 1] : next;
  }
  return behind;
}

/** The unit that a sum names: `SOMMANO m2`, `Sommano [m³]`, `SOMMANO a corpo`; "" for other words. */
function unitIn(text: string): string {
  const [, words = ""] = /^\s*(?:sommano|somma|totale)\s{1,5}(\S.{0,40}?)\s*$/i.exec(text.slice(0, 100)) ?? [];
  const unit = words.replace(/^[[(] ?| ?[\])]$/g, "");
  return isKnownUnit(unit) || /^[^\s\d.:]{1,10}$/.test(unit) ? unit : "";
}

/** Whether the words of a total end with a section's title: `Totale opere` with `opere`, and not with `E`. */
const names = (words: string, title: string): boolean => title !== "" && ` ${words}`.endsWith(` ${title}`);

/** The quantity of a line; null where its amount says that it was another when the rows that repeat the line were counted. */
const unchangedQuantity = ({ quantity, amount, node: { price } }: StatedLine): number | null =>
  quantity !== null &&
  amount !== null &&
  price !== undefined &&
  Math.abs(amountEuro(quantity, price) - amount) > tolerance
    ? null
    : quantity;

/** `12 / E.01.001`, or both below one another, under one heading `Num.Ord. TARIFFA`. */
function splitNumber({ number, code }: BillTableRow): { number: string; code: string } {
  if (number !== "") return { number, code };
  const [, found = "", rest = ""] = /^(\d{1,6})[\s/]{1,5}(\S.{0,100})$/.exec(code) ?? [];
  return found === "" ? { number, code } : { number: found, code: rest };
}
