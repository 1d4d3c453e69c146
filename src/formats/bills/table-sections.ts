import type { BillNode } from "../../domain/bill-node.js";
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
  /** their titles without number and code, as totals name them */
  readonly #words = new Map<BillNode, string>();
  #isClosed = false;
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

  #open(title: string, level: number, { place, text, amount }: BillTableRow): void {
    this.leaveTo(Math.min(level, maxLevels));
    const node: BillNode = { type: "section", title, children: [] };
    this.add(node);
    this.#path.push(node);
    this.#words.set(node, normalizedHeading(text));
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
  }

  /**
   * Closes the one that a total names, with what it states.
   * @returns whether such a one is open
   */
  closeNamed({ place, label, amount }: SheetRow): boolean {
    // `Totale lavori` may be that of all, and no one of `1 LAVORI`.
    const isOfAll = isGrandTotal(label);
    const level = this.#path.findLastIndex(
      (node) => names(label, normalizedHeading(node.title)) || (!isOfAll && names(label, this.#words.get(node) ?? "")),
    );
    const node = this.#path[level];
    if (!node || amount === null) return false;
    this.stated.push({ place, node, total: amount });
    this.closeTo(level);
    return true;
  }
}

/** Whether the label of a total ends with a section's title: `Totale opere` with `opere`, and not with `E`. */
const names = (label: string, title: string): boolean => title !== "" && ` ${label}`.endsWith(` ${title}`);
