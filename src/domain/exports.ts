/** The ways in which a bill of quantities leaves. */
export const billExportFormats = ["xpwe", "xlsx", "csv", "pdf"] as const;
export type BillExportFormat = (typeof billExportFormats)[number];

/** The documents that a bill gives as PDF: computo metrico estimativo, computo metrico, elenco prezzi, incidenza della manodopera. */
export const billDocuments = ["estimate", "quantities", "prices", "labour"] as const;
export type BillDocument = (typeof billDocuments)[number];

export const comparisonFormats = ["xlsx", "pdf"] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

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

export type ExportKind = ExportOrder["kind"];
export type OrderOf<K extends ExportKind> = Extract<ExportOrder, { kind: K }>;
