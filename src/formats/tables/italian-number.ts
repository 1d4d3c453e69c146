import { type Cell, cellText } from "./table-row.js";

/** Which character parts the decimals. */
type DecimalMark = "," | ".";

/**
 * Why a cell is no number; `empty` is none. `lost_mark`: points or commas that only part thousands, where the column shows no such numbers:
 * `15.403.443` for 15,403443
 */
type NumberFault = "lost_mark" | "not_a_number" | "empty";

export type NumberReading = { value: number } | { fault: NumberFault };

/** The number of a cell; null: it is none. */
export const numberIn = (reading: NumberReading): number | null => ("value" in reading ? reading.value : null);

/** Why a cell is no number; null: it is one. */
export const faultIn = (reading: NumberReading): NumberFault | null => ("fault" in reading ? reading.fault : null);

// Bounded repetitions of single characters alone: nothing here can backtrack badly.
const plain = /^\d{1,15}(?:[.,]\d{1,25})?$/;
const maxChars = 60;

interface Digits {
  negative: boolean;
  /** digits, points and commas */
  text: string;
}

/** What is left of a cell when the currency, the percent sign, the sign and the spaces between thousands are taken away. */
function digitsOf(text: string): Digits | null {
  if (text.length > maxChars) return null;
  let bare = text
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(?:€|\beuro?\b)\.?/gi, "")
    .replace(/%$/, "")
    .trim()
    // What stands in place of the cents, or behind them, is no sign: `32,-`, `32,==`, `32,00=`.
    .replace(/(?<=\d)(?:[.,] ?[-=]{1,2}|=)$/, "");
  let negative = false;
  if (bare.startsWith("(") && bare.endsWith(")")) {
    negative = true;
    bare = bare.slice(1, -1).trim();
  }
  if (bare.startsWith("-") || bare.endsWith("-")) {
    negative = true;
    bare = bare.startsWith("-") ? bare.slice(1) : bare.slice(0, -1);
  } else if (bare.startsWith("+")) bare = bare.slice(1);
  bare = bare.trim();
  // Spaces and apostrophes part thousands only where three digits follow.
  const grouped = bare.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  return /^[.,]?\d[\d.,]*$/.test(grouped) ? { negative, text: grouped } : null;
}

/** Where only one kind of mark stands: the groups of digits that it parts. */
function groupsOf(text: string): { mark: DecimalMark | null; groups: string[] } {
  const mark = text.includes(",") ? "," : text.includes(".") ? "." : null;
  return { mark, groups: mark ? text.split(mark) : [text] };
}

const isThousands = (groups: string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => group.length === 3);

/** The decimal mark that a text can't be read without; null where it could be read either way, or has none. */
function markIn(text: string): DecimalMark | null {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) return comma > point ? "," : ".";
  const { mark, groups } = groupsOf(text);
  if (!mark || isThousands(groups)) return null;
  return mark;
}

/** Whether a cell says that it is a percentage. */
export const statesPercent = (cell: Cell | undefined): boolean => /%\s*$/.test(cellText(cell));

/** Whether a column's shares, those without a percent sign, are ratios of 1 rather than percentages. */
export const areRatios = (shares: readonly number[]): boolean =>
  shares.length > 0 && shares.every((share) => share > 0 && share <= 1) && shares.some((share) => share < 1);

/** The shortest decimal text stands for what was typed; spreadsheets carry no more than 15 digits. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15));

function value(text: string, mark: DecimalMark): number | null {
  const at = text.lastIndexOf(mark);
  const whole = (at < 0 ? text : text.slice(0, at)).replace(/[.,]/g, "") || "0";
  const decimals = at < 0 ? "" : text.slice(at + 1);
  if (/[.,]/.test(decimals)) return null;
  const joined = decimals ? `${whole}.${decimals}` : whole;
  return plain.test(joined) ? withoutNoise(Number(joined)) : null;
}

const fault = (name: NumberFault): NumberReading => ({ fault: name });

/**
 * The numbers of one column as Italians type them: `1.234,50`, `1 826,34`, `€ 12,5`, `12.50`, `32,-`, `(3,00)`. What could be read either
 * way (`1.234`) is read as the column's other numbers are, else as the file's others, else as Italians write: a point parts thousands.
 */
export class NumberColumn {
  private commas = 0;
  private points = 0;

  constructor(private readonly file: NumberColumn | null = null) {}

  /** Learns from a cell how the column writes its numbers. */
  observe(cell: Cell | undefined): void {
    if (typeof cell !== "string") return;
    const digits = digitsOf(cell);
    const mark = digits && markIn(digits.text);
    if (!mark) return;
    if (mark === ",") this.commas++;
    else this.points++;
    this.file?.observe(cell);
  }

  /** as the column's own numbers tell */
  private get ownMark(): DecimalMark | null {
    if (this.commas === this.points) return null;
    return this.commas > this.points ? "," : ".";
  }

  private get mark(): DecimalMark | null {
    return this.ownMark ?? this.file?.ownMark ?? null;
  }

  read(cell: Cell | undefined): NumberReading {
    if (cell === null || cell === undefined) return fault("empty");
    if (typeof cell !== "string") {
      const number = typeof cell === "object" ? cell.number : cell;
      return Number.isFinite(number) ? { value: withoutNoise(number) } : fault("not_a_number");
    }
    const digits = digitsOf(cell);
    if (!digits) return fault(/^[-–—\s€]*$/.test(cell.slice(0, maxChars)) ? "empty" : "not_a_number");
    const magnitude = this.magnitude(digits.text);
    if (typeof magnitude !== "number") return magnitude ?? fault("not_a_number");
    return { value: digits.negative && magnitude !== 0 ? -magnitude : magnitude };
  }

  /** Whether a cell could be read either way, in a column that has decimal commas and points: `1.250` beside `12,50` and `31.5`. */
  isDoubtful(cell: Cell | undefined): boolean {
    if (typeof cell !== "string" || this.commas === 0 || this.points === 0) return false;
    const digits = digitsOf(cell);
    return digits !== null && markIn(digits.text) === null && groupsOf(digits.text).groups.length === 2;
  }

  private magnitude(text: string): number | null | NumberReading {
    const certain = markIn(text);
    if (certain) return isWellGrouped(text, certain) ? value(text, certain) : null;
    const { mark, groups } = groupsOf(text);
    if (!mark) return value(text, ".");
    if (groups.length > 2) return this.ownMark === otherMark(mark) ? value(text, otherMark(mark)) : fault("lost_mark");
    return value(text, this.mark ?? ",");
  }
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === "," ? "." : ",");

/** Before the decimal mark thousands are parted in threes, or not at all: `1.23,4` is no number. */
function isWellGrouped(text: string, mark: DecimalMark): boolean {
  const whole = text.slice(0, text.lastIndexOf(mark));
  const groups = whole.split(/[.,]/);
  return groups.length === 1 || isThousands(groups);
}
