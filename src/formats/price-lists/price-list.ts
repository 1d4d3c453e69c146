import type { FormatWarning } from "../format-warning.js";
import type { Field } from "../tables/headings.js";

/** What the columns of a list that is a table can be named by hand. */
export const priceListColumns = [
  "code",
  "chapter",
  "description",
  "unit",
  "price",
  "labourPct",
  "labourAmount",
  "safetyPct",
  "safetyAmount",
  "year",
] as const satisfies readonly Field[];

export interface PriceListEntry {
  /** as the list prints it */
  code: string | null;
  /** the titles of its chapters from the outermost inwards, joined by " – " */
  chapter: string | null;
  /** the texts of its headings and its own, in that order */
  description: string;
  /** as the list prints it, without the currency before it: `m³` for `€/m³` */
  unit: string;
  /** euro, with all decimals that the list gives */
  price: number;
  /** share of labour in the price, percent; null where the list doesn't say */
  labourPct: number | null;
  /** share of safety in the price, percent; null where the list doesn't say */
  safetyPct: number | null;
}

/** What a list says of itself; null where it doesn't. */
export interface PriceListTitle {
  name: string | null;
  /** the region or publisher */
  source: string | null;
  /** of the edition */
  year: number | null;
  province: string | null;
}

/** How a list is read: a part at a time, so that none is held whole. */
export interface PriceListReading {
  /** stable name of the layout: `toscana_xml`, `six`, `piemonte_csv`, `table` */
  format: string;
  /** complete when `entries` has ended */
  title: PriceListTitle;
  entries: AsyncIterable<PriceListEntry[]>;
  /** at most 200 of them, complete when `entries` has ended; `warningCount` counts all */
  warnings: FormatWarning[];
  warningCount: number;
  /** rows of the file read so far, those without a price too */
  rowsRead: number;
}
