import { sum } from "../../../../domain/money.js";
import { isAbove, withoutSeparator } from "../../../price-lists/code-parts.js";
import { isAbout } from "../is-about.js";
import {
  type BillTableRow,
  closing,
  isBare,
  leftOut,
  longTextChars,
  type RowKind,
  type SheetRow,
  saysLumpSum,
} from "../rows/sheet-row.js";
import { addCosts, costOf, costOfLines, costsOf, type LineCosts } from "./costs.js";

/** Each row that may be a heading is compared with those beneath it; beyond so many comparisons it stays what it looks like. */
export const maxSteps = 5_000_000;
/** Where the lines beneath a heading can end. */
const ends: ReadonlySet<RowKind> = new Set<RowKind>(["section", "text", ...closing]);

/** Whether a line is one of something, whose price is the amount: lines beneath may be what it consists of. */
const isLumpSum = ({ text, factors, quantity, price, amount, words }: BillTableRow): boolean =>
  text !== "" &&
  text.length <= longTextChars &&
  factors.size === 0 &&
  words.length === 0 &&
  (quantity === null || quantity === 1) &&
  (price === null || price === amount);

/** As sections are numbered: `1`, `1.2.`, `A`, `IV`. */
const numbering = /^(?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2}){0,3}[.)]?$/;

/** Whether a row that says nothing of how much is done has a section's number where lines have codes. */
const isNumberedSo = (row: BillTableRow): boolean => row.number === "" && numbering.test(row.code) && isBare(row);

const partsOf = (code: string): number => code.replace(/[.)]$/, "").split(".").length;

/**
 * The rows that look like lines and are titles numbered as sections are: each has a line beneath it, and no measurement; and lines have a
 * number of their own beside the code, or none has such a code of so many parts.
 * @returns their indexes
 */
export function numberedTitles(rows: readonly SheetRow[]): Set<number> {
  const titles: number[] = [];
  const ofLines = new Set<number>();
  let below: RowKind | undefined;
  let hasLines = false;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] as SheetRow;
    if (row.kind === "line") {
      if (below === "line" && isNumberedSo(row)) titles.push(at);
      else {
        hasLines = true;
        if (row.number === "" && numbering.test(row.code)) ofLines.add(partsOf(row.code));
      }
    }
    if (row.kind !== "text" && !leftOut.has(row.kind)) below = row.kind;
  }
  return new Set(hasLines ? titles.filter((at) => !ofLines.has(partsOf(rows[at]?.code ?? ""))) : []);
}

/**
 * The rows that look like lines and are headings of the lines beneath: their amount is the sum of these, so that it would count twice; or
 * they have none, and their code is the beginning of the next line's. So is a lump sum above lines that are numbered within it.
 * @param isWorks whether a total of the sheet says that its lines come to so much
 * @returns by the index of each, the index behind its last line
 */
export function headingRows(
  rows: readonly SheetRow[],
  numbered: ReadonlySet<number>,
  isWorks: (euro: number) => boolean,
): Map<number, number> {
  const { found, isProven } = likelyHeadings(rows, numbered);
  const byCode = new Map([...found].filter(([at]) => rows[at]?.amount === null));
  if (byCode.size === found.size) return found;
  const comesOut = (headings: ReadonlyMap<number, number>): boolean => {
    const works = costOfLines(rows, headings);
    return works !== null && isWorks(works);
  };
  return !comesOut(byCode) && (isProven || comesOut(found)) ? found : byCode;
}

/** The headings that the rows beneath each speak for; `isProven`: some amount does so that can't be by chance, whatever the sheet's total. */
function likelyHeadings(
  rows: readonly SheetRow[],
  numbered: ReadonlySet<number>,
): { found: Map<number, number>; isProven: boolean } {
  const found = new Map<number, number>();
  let isProven = false;
  let steps = 0;
  for (let at = rows.length - 1; at >= 0 && steps < maxSteps; at--) {
    const row = rows[at] as SheetRow;
    if (row.kind !== "line") continue;
    const isTitle = isBare(row);
    if (isTitle && row.amount === null) {
      const end = row.number === "" ? endByCode(row.code, rows, at) : null;
      if (end !== null) found.set(at, end);
      steps += (end ?? at) - at;
      continue;
    }
    const below = rows[at + 1]?.code ?? "";
    const isNumbered = isAbove(withoutSeparator(row.number), rows[at + 1]?.number ?? "");
    const isCoded = isAbove(withoutSeparator(row.code), below);
    const isNamed = numbered.has(at) || isNumbered || isCoded;
    if (row.amount === null || !(isTitle || (isNamed && isLumpSum(row)))) continue;
    const within = isNumbered ? "number" : isCoded ? "code" : null;
    const total = endByAmount(row.amount, rows, at, found, within);
    steps += total.steps;
    // Lines may cost by chance what stands above them.
    if (total.end === null || (total.isFollowed && !isNamed && (row.code !== "" || below === ""))) continue;
    // Of a price list, a code and its variant may cost the same.
    if (!isTitle && !isNumbered && !numbering.test(row.code) && total.lines === 1) continue;
    found.set(at, total.end);
    isProven ||= total.lines > 1 || isNamed;
  }
  return { found, isProven };
}

function endByCode(code: string, rows: readonly SheetRow[], heading: number): number | null {
  const prefix = withoutSeparator(code);
  let end: number | null = null;
  for (let at = heading + 1; at < rows.length; at++) {
    const row = rows[at] as SheetRow;
    if (leftOut.has(row.kind)) continue;
    if (row.kind === "line" && !isAbove(prefix, row.code)) return end;
    if (end === null && row.kind !== "line") return null;
    end = at + 1;
  }
  return end;
}

interface LinesBeneath {
  end: number | null;
  /** whether a line outside follows that nothing parts from them */
  isFollowed: boolean;
  lines: number;
  steps: number;
}

const isTitleOrLumpSum = (line: SheetRow): boolean => isBare(line) || saysLumpSum(line);

/**
 * Where the lines beneath a heading end, which come to its amount. Where nothing else ends them, several that come to it do.
 * @param within what of the lines beneath begins as the heading's: one with another ends them
 * @param isApart which lines end those above them
 * @returns the index behind the last of them; null: none do
 */
export function endByAmount(
  amount: number,
  rows: readonly SheetRow[],
  heading: number,
  headings: ReadonlyMap<number, number>,
  within: "number" | "code" | null = null,
  isApart: (line: SheetRow) => boolean = isTitleOrLumpSum,
): LinesBeneath {
  const prefix = within === null ? "" : withoutSeparator(rows[heading]?.[within] ?? "");
  const isOutside = (row: SheetRow): boolean =>
    within !== null && row.kind === "line" && row[within] !== "" && !isAbove(prefix, row[within]);
  let [total, lines] = [0, 0];
  let several: LinesBeneath | null = null;
  let line: LineCosts | null = null;
  let at = heading + 1;
  for (; at <= rows.length; at++) {
    const row = rows[at];
    const isHeading = headings.has(at);
    const canEnd = !row || isHeading || ends.has(row.kind) || (row.kind === "line" && isApart(row)) || isOutside(row);
    if (canEnd || row.kind === "line") {
      const found = { end: at, isFollowed: !canEnd, lines, steps: at - heading };
      const comesOut = line !== null && isAbout(sum([total, costOf(line) ?? 0]), amount);
      if (canEnd && comesOut) return found;
      if (several && !comesOut) return several;
      if (comesOut && lines > 1) several ??= found;
    }
    if (!row || isHeading) continue;
    if (row.kind === "line") {
      if (line) total = sum([total, costOf(line) ?? 0]);
      line = costsOf(row);
      lines++;
    } else if (line) addCosts(line, row);
  }
  return { end: null, isFollowed: false, lines, steps: at - heading };
}
