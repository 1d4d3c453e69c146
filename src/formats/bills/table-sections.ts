import type { BillNode } from "../../domain/bill-node.js";
import { isAbove, withoutSeparator } from "../price-lists/code-parts.js";
import { normalizedHeading } from "../tables/headings.js";
import type { BillTableRow } from "./table-cells.js";
import { isSafetyTitle } from "./table-charges.js";
import { isGrandTotal, type SheetRow } from "./table-row-kind.js";
import type { Stated } from "./table-stated.js";

/** Of sections within each other. */
export const maxLevels = 60;

/** What stands before a row's figures: number, code and text. */
export const wordsOf = ({ number, code, text }: BillTableRow): string =>
  [number, code, text].filter((part) => part !== "").join(" ");

/** The sections of a bill, of which a path is open, and what the file states of each. */
export class TableSections {
  readonly nodes: BillNode[] = [];
  readonly stated: Stated["sections"] = [];
  readonly #path: BillNode[] = [];
  readonly #ofSafety = new Set<BillNode>();
  /** how they are numbered, and their titles without that, as totals name them */
  readonly #labels = new Map<BillNode, { number: string; words: string }>();
  #isClosed = false;
  /** of the one that its total closed; "" where it has none, or something else closed it */
  #closedNumber = "";
  /** whether a title begins with a small letter */
  isSmallTitled = false;

  /** How many are open. */
  get level(): number {
    return this.#path.length;
  }

  /** Whether the one before was closed by its total. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * The level of a title behind one that its total closed: beside that, unless the numbers say that the ones around it have ended too, or
   * leave it open, and so many titles follow one another that they have.
   */
  levelBesideClosed(row: BillTableRow, titles: number): number {
    if (this.#closedNumber === "") return this.level;
    const numbers = this.#path.map((node) => this.#labels.get(node)?.number ?? "");
    const number = numberOf(row);
    const around = numbers.at(-1) ?? "";
    const ended = numbers.findIndex((each) => isAbove(each, this.#closedNumber) && !isAbove(each, number));
    if (number !== "" && ended >= 0) return ended;
    const mayEnd = around === "" ? number === "" : !isAbove(around, number);
    return mayEnd ? this.level + 1 - titles : this.level;
  }

  /** The outermost open one of costs of safety. */
  get ofSafety(): BillNode | undefined {
    return this.#path.find((node) => this.#ofSafety.has(node));
  }

  beginSheet(): void {
    this.#path.length = 0;
    this.#isClosed = false;
  }

  openTitle(row: BillTableRow, level: number): void {
    this.#open(wordsOf(row), level, row);
  }

  /** Opens a section whose number says its level. */
  openNumbered(row: BillTableRow): void {
    this.#open(row.text, row.number.split(".").length - 1, row);
  }

  #open(title: string, level: number, row: BillTableRow): void {
    const { place, text, amount } = row;
    this.leaveTo(Math.min(level, maxLevels));
    const node: BillNode = { type: "section", title, children: [] };
    this.add(node);
    this.#path.push(node);
    this.#labels.set(node, { number: numberOf(row), words: normalizedHeading(text) });
    if (isSafetyTitle(text)) this.#ofSafety.add(node);
    if (amount !== null) this.stated.push({ place, node, total: amount });
    this.#isClosed = false;
  }

  /** Adds a section or line to the innermost open one. */
  add(node: BillNode): void {
    (this.#path.at(-1)?.children ?? this.nodes).push(node);
  }

  /** Goes back to a level. */
  leaveTo(level: number): void {
    this.#path.length = Math.min(this.#path.length, level);
  }

  /** Goes back to a level, so that the next title stands there. */
  closeTo(level: number): void {
    this.leaveTo(level);
    this.#isClosed = true;
    this.#closedNumber = "";
  }

  /**
   * Closes the one that a total names, with what it states.
   * @returns whether such a one is open
   */
  closeNamed(row: SheetRow): boolean {
    const { place, label, amount } = row;
    // `Totale lavori` may be that of all, and no one of `1 LAVORI`.
    const isOfAll = isGrandTotal(label);
    const level = this.#path.findLastIndex(
      (node) =>
        names(row, node, normalizedHeading(node.title)) ||
        (!isOfAll && names(row, node, this.#labels.get(node)?.words ?? "")),
    );
    const node = this.#path[level];
    if (!node || amount === null) return false;
    this.stated.push({ place, node, total: amount });
    this.closeTo(level);
    this.#closedNumber = this.#labels.get(node)?.number ?? "";
    return true;
  }
}

const numberOf = ({ number, code }: BillTableRow): string => withoutSeparator(number || code);

/** Words of a total that counts more than what it ends with, or all but that: `Totale lavori esclusi oneri della sicurezza`. */
const joins = /\b(?:ed?|con|senza|oltre|piu|netto|lordo|(?:esclus|compres|inclus)[aeio])\b/;

/** Whether the label of a total ends with a section's title, and counts it alone: `Totale opere` with `opere`, and not with `E`. */
const names = ({ label, text }: SheetRow, node: BillNode, title: string): boolean =>
  title !== "" &&
  ` ${label}`.endsWith(` ${title}`) &&
  !joins.test(label.slice(0, -title.length)) &&
  (!/[+&]/.test(text) || /[+&]/.test(node.title ?? ""));
