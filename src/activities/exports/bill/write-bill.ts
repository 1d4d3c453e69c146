import type { BillNode } from "../../../domain/bill/bill.js";
import type { BillExportFormat } from "../../../domain/exports.js";
import { billTable } from "../../../formats/bills/table/write-table.js";
import { writeCsv } from "../../../formats/spreadsheets/write-csv.js";
import { writeXlsx } from "../../../formats/spreadsheets/write-xlsx.js";
import { writeXpwe } from "../../../formats/xpwe/write-xpwe.js";
import { contentTypes, type MadeFile } from "../made-file.js";
import { billDocumentNames, type PrintedBill, renderBillPdf } from "./render-bill.js";

/** What the file of a bill is made of. */
export interface BillContent
  extends Pick<PrintedBill, "document" | "issuer" | "project" | "client" | "timezone" | "madeAt"> {
  format: BillExportFormat;
  prices: boolean;
  /** its computed nodes, as JSON */
  bill: Pick<PrintedBill, "name" | "total" | "quantityDecimals" | "shares"> & { nodes: string };
}

/** Makes the file of a bill. */
export async function writeBillExport(content: BillContent): Promise<MadeFile> {
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
