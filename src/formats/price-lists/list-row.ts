import { holdsText } from "../../domain/text/occurrences.js";
import type { Cell, TableRow } from "../tables/table-row.js";
import { withoutSeparator } from "./code-parts.js";

/** What a row of a table says as part of a price list. */
export interface ListRow {
  /** as it stands in the file: with the price and its shares */
  row: TableRow;
  /** of that row, its columns in place */
  cells: readonly Cell[];
  code: string | null;
  /** a code that is a number in a spreadsheet, as it is held there */
  held: string | null;
  unit: string;
  /** those of the chapters, from the outermost inwards */
  chapters: readonly string[];
  /** from the outermost inwards; none of them empty */
  texts: readonly string[];
  /** euro; null: none that can be read */
  price: number | null;
  /** the price as it is written; "" for 0 */
  written: string;
}

/** How PriMus begins what it prints in one column, number and code: `Nr. 12`, below it `A.02.004.b`. */
const numberAbove = /^Nr\.? ?\d{1,6}\s*\n\s*(?=\S)/i;
const numberAlone = /^Nr\.? ?\d{1,6}$/i;

/** A code without the number that stands above it in its cell. */
export const withoutNumber = (code: string): string => code.replace(numberAbove, "");

/** Whether a row has its number where others have their code, which the next row has. */
export const isNumbered = ({ code }: ListRow): boolean => code !== null && numberAlone.test(code);

/** Whether a text explains the works, and is neither their chapter nor a part of theirs. */
export const isNote = (text: string): boolean => /^(?:not[ae]|n\.? ?b\.?|avvertenz[ae])(?![\p{L}\d])/iu.test(text);

const longestInWords = 300;
const priceInWords = /(?:^|\n)[ \t]{0,9}\(?(?:dicesi |diconsi )?euro[ \t:]{0,9}\(?[\p{L}' ]{3,200}\/\d{2}\)?\.?$/iu;

/** A text without the price that is spelt out at its end, as on paper: `euro (otto/63)`. */
function withoutPriceInWords(text: string): string {
  const end = text.slice(-longestInWords).trimEnd();
  const at = end.search(priceInWords);
  return at < 0 ? text : (text.slice(0, -longestInWords) + end.slice(0, at)).trimEnd();
}

/** The texts of a row that it has; a short one only if the others don't say it. */
export function textsOf(short: string, others: readonly string[]): string[] {
  const texts = others.map(withoutPriceInWords).filter((each) => each !== "");
  const said = withoutSeparator(short.replaceAll("…", "")).toLowerCase();
  const isSaid = said === "" || texts.some((text) => holdsText(text.toLowerCase(), said));
  return isSaid ? texts : [short, ...texts];
}
