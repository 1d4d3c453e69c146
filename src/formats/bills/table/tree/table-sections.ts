import type { BillNode } from "../../../../domain/bill/bill.js";
import { isAbove, withoutSeparator } from "../../../price-lists/code-parts.js";
import { normalizedHeading } from "../../../tables/headings.js";
import { isSafetyTitle } from "../rows/charges.js";
import { isGrandTotal } from "../rows/row-kind.js";
import type { BillTableRow, SheetRow } from "../rows/sheet-row.js";
import type { Stated } from "./stated.js";

/** Of sections within each other. */
export const maxLevels = 60;

/** What stands before a row's figures: number, code and text. */
export const wordsOf = ({ number, code, text }: BillTableRow): string =>
  [number, code, text].filter((part) => part !== "").join(" ");

/** A section to which more can be added. */
interface OpenSection {
  node: BillNode;
  /** how it is numbered; "" where it isn't */
  number: string;
  /** its title without that, as totals name it */
  words: string;
  isOfSafety: boolean;
}

/** The sections of a bill, of which a path is open, and what the file states of each. */
export class TableSections {
  readonly nodes: BillNode[] = [];
  readonly stated: Stated["sections"] = [];
  readonly #path: OpenSection[] = [];
  /** the number of the one that was closed last; "" where no total closed it, or it has none; null: another was opened since */
  #closedNumber: string | null = null;
  /** whether a title begins with a small letter */
  isSmallTitled = false;

  /** How many are open. */
  get level(): number {
    return this.#path.length;
  }

  /**
   * The level of a title, the first of so many that follow one another: it takes the place of as many open sections. Behind a section that
   * its total closed it stands beside that one, unless the numbers say that sections around it have ended too, or leave that open, and so
   * many titles say it.
   */
  levelOfTitle(row: BillTableRow, titles: number): number {
    if (this.#closedNumber === null) return this.level - titles;
    if (this.#closedNumber === "") return this.level;
    const number = numberOf(row);
    const ended = number === "" ? -1 : this.#outermostEnded(this.#closedNumber, number);
    if (ended >= 0) return ended;
    return this.#mayEndBy(number) ? this.level + 1 - titles : this.level;
  }

  /** The level of the outermost one that is numbered above the closed one, and not above the title's number; -1: there is none. */
  #outermostEnded(closed: string, title: string): number {
    return this.#path.findIndex(({ number }) => isAbove(number, closed) && !isAbove(number, title));
  }

  /** Whether the innermost one doesn't say by its number that a title with this one is within it. */
  #mayEndBy(number: string): boolean {
    const around = this.#path.at(-1)?.number ?? "";
    return around === "" ? number === "" : !isAbove(around, number);
  }

  /** The outermost open one of costs of safety. */
  get ofSafety(): BillNode | undefined {
    return this.#path.find(({ isOfSafety }) => isOfSafety)?.node;
  }

  beginSheet(): void {
    this.#path.length = 0;
    this.#closedNumber = null;
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
    this.#path.push({
      node,
      number: numberOf(row),
      words: normalizedHeading(text),
      isOfSafety: isSafetyTitle(text),
    });
    if (amount !== null) this.stated.push({ place, node, total: amount });
    this.#closedNumber = null;
  }

  /** Adds a section or line to the innermost open one. */
  add(node: BillNode): void {
    (this.#path.at(-1)?.node.children ?? this.nodes).push(node);
  }

  /** Goes back to a level. */
  leaveTo(level: number): void {
    this.#path.length = Math.min(this.#path.length, level);
  }

  /** Goes back to a level, so that the next title stands there. */
  closeTo(level: number): void {
    this.leaveTo(level);
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
      ({ node, words }) => names(row, node, normalizedHeading(node.title)) || (!isOfAll && names(row, node, words)),
    );
    const named = this.#path[level];
    if (!named || amount === null) return false;
    this.stated.push({ place, node: named.node, total: amount });
    this.closeTo(level);
    this.#closedNumber = named.number;
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
