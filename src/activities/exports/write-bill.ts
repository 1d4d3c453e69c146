import type { BillNode, BillShares } from "../../domain/bill.js";
import type { BillDocument, BillExportFormat } from "../../domain/exports.js";
import type { Issuer } from "../../domain/revision.js";
import { billTable } from "../../formats/bills/write-table.js";
import { writeCsv } from "../../formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../formats/spreadsheets/write-xlsx.js";
import { writeXpwe } from "../../formats/xpwe/write-xpwe.js";
import { billDocumentNames, renderBillPdf } from "../pdf/bill/render-bill.js";
import type { Made } from "./made.js";

/** What the file of a bill is made of. */
export interface BillContent {
  format: BillExportFormat;
  document: BillDocument;
  prices: boolean;
  /** its computed nodes, as JSON; its total in euro */
  bill: { name: string; nodes: string; total: number; quantityDecimals: number | null; shares: BillShares | null };
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
    name: `${format === "pdf" ? `${billDocumentNames[content.document]} - ` : ""}${bill.name.slice(0, 150)}.${format}`,
    contentType: contentTypes[format],
    bytes: await bytesOf(content, nodes),
  };
}

async function bytesOf(content: BillContent, nodes: BillNode[]): Promise<Uint8Array<ArrayBuffer>> {
  const { bill, format, prices, ...around } = content;
  if (format === "xpwe") return new TextEncoder().encode(writeXpwe({ ...bill, nodes }, { prices }));
  if (format === "pdf") return new Uint8Array(renderBillPdf({ ...around, ...bill, nodes }));
  const table = billTable({ ...bill, nodes }, { prices });
  return format === "csv" ? writeCsv(table) : writeXlsx(table);
}
