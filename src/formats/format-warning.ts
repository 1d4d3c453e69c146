/**
 * What of a file of bills or prices could not be taken as it stands there, and what becomes of it, by the code of its warning. Programs
 * rely on the codes; docs/import-warnings.md is generated from here.
 */
export const formatWarnings = {
  amount_mismatch: "A line's amount isn't its quantity × its price; the product is used.",
  circle: "A row repeats a line that repeats its own in turn; it counts 0.",
  column_not_read: "A column has values, but its heading isn't known; it is left out unless you name it with columns.",
  columns_left_out: "A row has more columns than are read; the others are left out.",
  damaged_row: "A record of the JSON can't be read; it is left out.",
  damaged_text: "A text has damaged characters in the file; it is kept as it is.",
  damaged_xml: "The XML isn't well formed here; what follows is read as far as possible.",
  discount: "A row is a discount: its amount is read as a line that takes it off; a percentage alone is left out.",
  doubtful_number: "A number can be read in two ways, and its column has both; it is read like most of the column.",
  doubtful_share: "A column of labour shares in percent has no value above 1; the warning says how they are read.",
  duplicate_id: "Two records have the same ID; references to it mean the first.",
  lost_decimal_mark: "A number has lost its decimal mark, such as 15.403.443 for 15,403443; it isn't used.",
  lump_sum: "A row has words and an amount only; it is read as a line, since the total then comes out right.",
  missing_description: "An entry has neither a text nor a code; it is left out.",
  missing_line: "A row repeats a line that the file doesn't have; it counts the quantity stated in the file, else 0.",
  missing_price:
    "A price is missing or 0; an entry of a price list is left out, a line of a bill has none, 0 or that of another list.",
  missing_price_item: "A line names an entry that the file doesn't have; it has no description, unit or price.",
  missing_section:
    "A category, chapter, group or place in a WBS is named but isn't in the file; the title is left out.",
  missing_unit: "An entry has no unit, or one that the file doesn't explain.",
  more_warnings: "There are further warnings; they are only counted.",
  old_encoding: "The file isn't in UTF-8 or Windows-1252; it is read as MS-DOS or old Macs wrote texts.",
  older_price: "An entry has no price for the latest year; an older one is used.",
  other_headings: "A sheet has a second table with other columns; what is beneath its headings is left out or misread.",
  part_left_out: "Rows say how much of what stands above is labour, safety or the like; they are left out.",
  percent_line: "A line's quantity is a percentage of its price, as its amount shows; its price is divided by 100.",
  percent_unit: "A line's unit is a percentage; it counts quantity × price, where other programs count a hundredth.",
  price_adjustment: "The file raises or lowers its prices by a percentage; they are taken as they stand.",
  price_mismatch: "A price differs from its price analysis; the price is used.",
  quantity_mismatch: "A quantity differs from the sum of its measurements; the sum is used.",
  ragged_row: "A row has a column too few or too many; it is read if its unit and price are clear, else left out.",
  row_without_line: "A measurement has no line above it; it is left out.",
  safety_amount: "Safety costs have an amount only; it is read as a line, or as the total of the safety cost lines.",
  safety_by_words: "The words of a line or its section say that it is a safety cost; it is marked as one.",
  several_bills: "The file has several bills; only the first one with lines is read.",
  several_prices: "Entries with the same code have different prices; all are kept.",
  sheet_left_out:
    "A sheet doesn't have the expected headings, or by its name has another version, the measurements or the analyses of prices of the bill; it is left out.",
  text_cut: "A text is longer than the limit; its end is left out.",
  texts_left_out: "The texts of headings would take too much room; a line keeps only its own.",
  too_large: "A number is too large for a quantity, price or amount; it is left out, or counts 0.",
  total_mismatch: "A section's total isn't the sum of its lines; the sum is used.",
  truncated: "The file ends too early; what was read before is kept.",
  uncalculated_formula: "Formulas have no result in the file; their cells are read as empty.",
  unclosed_quote: "A quotation mark is never closed; it is read as part of the text.",
  unreadable_expression: "A dimension can't be evaluated; it counts 0, or the row counts what the file states.",
  unreadable_number: "A number can't be read; it is left out.",
  unreadable_price: "A price can't be read; the entry is left out, the line has none.",
  unreadable_rest: "From here on the file can't be read; what was read before is kept.",
  unreadable_share: "A share of labour or safety isn't a percentage from 0 to 100; it is left out.",
  vat_left_out: "A row is VAT; it is left out, and subtracted from the total stated in the file.",
  words_below_total: "Rows of words below the grand total, such as place and date, aren't lines; they are left out.",
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
