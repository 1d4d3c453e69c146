/** The formats in which a bill of quantities is exported. */
export const billExportFormats = ["xpwe", "xlsx", "csv", "pdf"] as const;
export type BillExportFormat = (typeof billExportFormats)[number];

/** The documents that a bill gives as PDF: computo metrico estimativo, computo metrico, elenco prezzi, incidenza della manodopera. */
export const billDocuments = ["estimate", "quantities", "prices", "labour"] as const;
export type BillDocument = (typeof billDocuments)[number];

export const comparisonFormats = ["xlsx", "pdf"] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

/** So many quotes stand side by side in a printed comparison; the others follow in tables of their own. */
export const quotesBeside = 5;
/** How many rows all tables of a printed comparison have together: one for each line of the bill in each. */
export const printedRows = (lines: number, quotes: number): number => lines * Math.ceil(quotes / quotesBeside);
/** So many rows take a minute and 1.1 GB of the worker's memory; twice as many 2.2 GB, of the 3 that its container has. */
const maxPrintedRows = 6_000;
export const isTooLongToPrint = (lines: number, quotes: number): boolean => printedRows(lines, quotes) > maxPrintedRows;

/** What is to be made of a bill: ids and choices, since the worker reads the rows itself. */
export type ExportOrder =
  | {
      kind: "bill";
      computoId: string;
      format: BillExportFormat;
      document: BillDocument;
      prices: boolean;
      /** what the title block may name beside the bill: who asked must be able to view it */
      shows: { project: boolean; client: boolean };
    }
  | {
      kind: "quote_comparison";
      computoId: string;
      format: ComparisonFormat;
      /** the quotes that who asked may read */
      docIds: string[];
      shows: { project: boolean; client: boolean; contacts: boolean };
    };

export type OrderOf<K extends ExportOrder["kind"]> = Extract<ExportOrder, { kind: K }>;
