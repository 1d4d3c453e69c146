import { folded } from "../../domain/text/folded.js";
import type { Cell } from "./table-row.js";

/** What a column can hold. The names are those of `columns` given by hand. */
export type Field =
  | "number"
  | "code"
  | "description"
  | "unit"
  | "count"
  | "length"
  | "width"
  | "height"
  | "quantity"
  | "price"
  | "amount"
  | "labourPct"
  | "labourAmount"
  | "safetyPct"
  | "safetyAmount"
  | "safety"
  | "chapter"
  | "year";

/** Columns named by hand: by their letters (`B`), or by the texts of their headings. */
export type NamedColumns = Readonly<Partial<Record<Field, string>>>;

/** The column of each field, from 0. */
export type Columns = Partial<Record<Field, number>>;

/** As headings are compared: `Par.ug.` is `par ug`, `PREZZO_LORDO` is `prezzo lordo`, `Quantità` is `quantita`. */
export const normalizedHeading = (cell: Cell | undefined): string =>
  typeof cell === "string"
    ? folded(cell.slice(0, 200))
        .replace(/[^a-z0-9%€]+/g, " ")
        .trim()
    : "";
