import type { BillNode } from "../../domain/bill.js";
import type { BillDocument, BillExportFormat } from "../../domain/exports.js";
import type { Issuer } from "../../domain/revision.js";
import { billTable } from "../../formats/bills/write-table.js";
import { writeCsv } from "../../formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../formats/spreadsheets/write-xlsx.js";
import type { Made } from "./made.js";

/** What the file of a bill is made of. */
export interface BillContent {
  format: BillExportFormat;
  document: BillDocument;
  prices: boolean;
  /** its computed nodes, as JSON; its total in euro */
  bill: { name: string; nodes: string; total: number };
  issuer: Issuer;
  /** null: who asked may not view it */
  project: { name: string; address: string | null; municipality: string | null } | null;
  client: string | null;
  /** IANA zone in which dates are shown */
  timezone: string;
  /** ISO 8601 instant */
  madeAt: string;
}

const contentTypes: Record<BillExportFormat, string> = {
  xpwe: "application/xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
};

/** Makes the file of a bill. */
export async function writeBillExport(content: BillContent): Promise<Made> {
  const { bill, format } = content;
  const nodes = JSON.parse(bill.nodes) as BillNode[];
  return {
    name: `${bill.name.slice(0, 150)}.${format}`,
    contentType: contentTypes[format],
    bytes: await bytesOf(content, nodes),
  };
}

async function bytesOf(content: BillContent, nodes: BillNode[]): Promise<Uint8Array<ArrayBuffer>> {
  const { bill, format, prices } = content;
  const table = () => billTable(nodes, bill.total, { name: "Computo", decimals: 2, prices });
  if (format === "csv") return writeCsv(table()) as Uint8Array<ArrayBuffer>;
  if (format === "xlsx") return writeXlsx(table());
  throw new Error(`${format} can't be written yet`);
}
