/**
 * What of a file of bills or prices could not be taken as it stands there, and what becomes of it, by the code of its warning. Programs
 * rely on the codes; docs/import-warnings.md is generated from here.
 */
export const formatWarnings = {
  amount_mismatch: "A line's amount isn't its quantity × its price; the product is used.",
  circle: "A row repeats a line that repeats its own in turn; it counts 0.",
  column_not_read: "A column has values and no meaning that is known; it is left out unless it is named with columns.",
  columns_left_out: "A row has more columns than are read.",
  damaged_row: "A record of JSON can't be read; it is left out.",
  damaged_text: "A text has characters that were damaged before; it is kept so.",
  damaged_xml: "The XML isn't well formed here; what follows is read as far as it can be told.",
  doubtful_number: "A number could be read in two ways, and its column has both; it is read as most of them are.",
  doubtful_share:
    "All shares of labour in a column of percentages are at most 1; the warning says what they are taken for.",
  duplicate_id: "Two records have the same ID; the first is meant where it is named.",
  lost_decimal_mark: "A number has lost its decimal mark, as 15.403.443 for 15,403443; it isn't used.",
  lump_sum: "Words have an amount alone; they are a line of their own, since the total comes out so.",
  missing_description: "An entry has neither a text nor a code; it is left out.",
  missing_line: "A row repeats a line that the file doesn't have; it counts what the file states, else 0.",
  missing_price: "A price isn't there, or is 0; an entry of a price list is left out, a line has none or 0.",
  missing_price_item: "A line names an entry that the file doesn't have; it has no description, unit and price.",
  missing_section: "A category, chapter or group is named and isn't in the file; the title is left out.",
  missing_unit: "An entry has no unit, or one that the file doesn't explain.",
  more_warnings: "Further warnings, which are only counted.",
  older_price: "An entry has no price of the latest year; an older one is taken.",
  percent_line:
    "A line counts percent of its price, as its amount says; the price of one percent is the hundredth part of it.",
  price_mismatch: "A price isn't what its analysis says; the price is taken.",
  quantity_mismatch: "A quantity isn't what its measurements count; what they count is used.",
  ragged_row: "A row has a column too few or too many; it is read where its unit and price can be told, else left out.",
  row_without_line: "A measurement stands beneath no line; it is left out.",
  safety_amount: "Costs of safety have an amount alone; it is a line of its own, or the total of lines that have them.",
  safety_by_words: "The words of a line or its section say that it is a cost of safety; it is marked as one.",
  several_bills: "The file has further bills; only the first with lines is read.",
  several_prices: "Entries with one code have different prices; all are kept.",
  sheet_left_out: "A sheet hasn't the headings that are looked for.",
  text_cut: "A text is longer than may be kept; its end is left out.",
  texts_left_out: "The texts of headings would be too many; a line keeps its own.",
  too_large: "A number is larger than any quantity, price or amount; it is left out, or counts 0.",
  total_mismatch: "A section's total isn't the sum of its lines; the sum is used.",
  truncated: "The file breaks off; what came before is kept.",
  uncalculated_formula: "Formulas have no result in the file; their cells are read as empty.",
  unclosed_quote: "A quote is opened and never closed; it is taken for a part of the text.",
  unreadable_expression: "A dimension can't be evaluated; it counts 0, or the row what the file states.",
  unreadable_number: "A number can't be read; it is left out.",
  unreadable_price: "A price can't be read; the entry is left out, the line has none.",
  unreadable_rest: "From here on the file can't be read; what came before is kept.",
  unreadable_share: "A share of labour or safety is no percentage from 0 to 100; it is left out.",
  vat_left_out: "A row is VAT; it is left out, and out of the total that the file states.",
  words_below_total:
    "Below the total of all are rows of words, such as place and date, and no line; they are left out.",
} as const;
export type FormatWarningCode = keyof typeof formatWarnings;

/** One such warning; the rest of the file was taken. */
export interface FormatWarning {
  code: FormatWarningCode;
  /** where in the file, as its reader would find it: `VCItem 12`, `row 34`, `Foglio1 row 7` */
  place: string;
  /** in plain words, with both values where two differ */
  detail: string;
}
