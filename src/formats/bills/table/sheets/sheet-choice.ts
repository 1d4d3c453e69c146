import type { FoundHeader } from "../../../tables/find-header.js";
import { type Columns, normalizedHeading } from "../../../tables/headings.js";
import { namesAnalysis } from "../../../tables/names-analysis.js";

/** A sheet with a bill's headings. */
export interface NamedSheet {
  /** "" where its file has no sheets */
  name: string;
  header: Pick<FoundHeader, "columns">;
}

const otherColumns =
  "the sheet has other columns than the first sheet of the bill, as a summary or a list of prices has; if its lines belong to the bill, give it the same columns, or import it as a file of its own";
const otherVersion =
  "by its name the sheet has the same works once more, as done or as changed (SAL, variante); if its lines belong to the bill, rename it, or import it as a file of its own";
/** As normalized headings are: of the works' accounts, of another version of the bill, or of both beside each other. */
const namesOtherVersion =
  /^(?:s ?a ?l|(?:computo |perizia )?(?:di )?variant[ei]|(?:stato )?(?:di )?avanzamento|contabilita|libretto|registro|(?:quadro )?(?:di )?raffronto|confronto|comparativo)\b/;
const ofPrices =
  "by its name the sheet has what prices are made of (analisi); if its lines belong to the bill, rename it, or import it as a file of its own";
/** As normalized headings are: of the bill itself. Parts of a bill are named as they like. */
const namesBill = /\bcomputo\b|\bcme\b/;
/** Of the measurements from which the quantities of the bill's own sheet come. */
const namesMeasurements = /\b(?:misur|riliev|librett)/;
const withoutPrices =
  "by its name the sheet has the measurements of the bill, which a later sheet has with its prices; to import it, make it a file of its own";

/** Why a sheet with a bill's headings is not of the bill whose first sheet has these columns; null: it is. */
export function reasonAgainst(sheet: NamedSheet, columnsOfBill: string | null): string | null {
  if (columnsOfBill === null) return null;
  const name = normalizedHeading(sheet.name);
  if (namesAnalysis(name)) return ofPrices;
  if (columnsKey(sheet) !== columnsOfBill) return otherColumns;
  return namesOtherVersion.test(name) ? otherVersion : null;
}

/** Why the first sheet of a bill is not of it after all, since this one is; null: it is. */
export function reasonToReplace(first: NamedSheet, sheet: NamedSheet): string | null {
  const [firstName, name] = [normalizedHeading(first.name), normalizedHeading(sheet.name)];
  if (namesAnalysis(name)) return null;
  if (namesAnalysis(firstName)) return ofPrices;
  if (namesOtherVersion.test(name)) return null;
  if (isOfMeasurements(first) && isPriced(sheet)) return withoutPrices;
  return namesOtherVersion.test(firstName) && namesBill.test(name) ? otherVersion : null;
}

/** Whether a later sheet may be the bill in place of this first one. */
export function isDoubtful(sheet: NamedSheet): boolean {
  const name = normalizedHeading(sheet.name);
  return isOfMeasurements(sheet) || namesAnalysis(name) || namesOtherVersion.test(name);
}

/** Whether these columns are a bill's, and not those of a list of prices or a summary. */
export const areOfBill = ({ description, quantity, length, amount, price }: Columns): boolean =>
  description !== undefined &&
  (quantity !== undefined || length !== undefined || (amount !== undefined && price !== undefined));

/** The fields of a sheet's columns: sheets of one bill have the same. */
export const columnsKey = ({ header }: NamedSheet): string => Object.keys(header.columns).sort().join();

const isPriced = ({ header: { columns } }: NamedSheet): boolean =>
  columns.price !== undefined || columns.amount !== undefined;

const isOfMeasurements = (sheet: NamedSheet): boolean =>
  !isPriced(sheet) && namesMeasurements.test(normalizedHeading(sheet.name));
