import type { BillExportFormat } from "../../domain/exports.js";

/** A file that was made. */
export interface MadeFile {
  name: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const contentTypes: Record<BillExportFormat, string> = {
  xpwe: "application/xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
};

/** An export that can't be made as it was ordered; the message says in words for its user what to do. */
export class ExportRefused extends Error {}
