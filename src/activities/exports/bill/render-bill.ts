import type { BillNode, BillShares } from "../../../domain/bill/bill.js";
import { billRows } from "../../../domain/bill/bill-rows.js";
import type { Issuer } from "../../../domain/documents/revision.js";
import type { BillDocument } from "../../../domain/exports.js";
import { shortened } from "../../../domain/text/shortened.js";
import { typeset } from "../../../domain/text/typography.js";
import { dateOf } from "../../pdf/italian.js";
import { withLogo } from "../../pdf/logo.js";
import { issuerName, letterhead, metadataOf, place } from "../../pdf/parties.js";
import { line, lines, printedLine } from "../../pdf/printable.js";
import { townOf } from "../../pdf/town.js";
import { compileTemplate, maxStructuredRows } from "../../pdf/typst.js";
import { ExportRefused } from "../made-file.js";
import { estimateRows } from "./estimate.js";
import { labourRows } from "./labour.js";
import { priceRows } from "./prices.js";
import type { PrintedRows } from "./printed.js";
import type { Run } from "./runs.js";

/** A computed bill with all that its print shows around it. */
export interface PrintedBill {
  document: BillDocument;
  name: string;
  nodes: readonly BillNode[];
  /** euro */
  total: number;
  /** null: the usual two */
  quantityDecimals: number | null;
  shares: BillShares | null;
  issuer: Issuer;
  /** null: who asked may not view it */
  project: { name: string; address: string | null; municipality: string | null } | null;
  /** null as well */
  client: string | null;
  /** IANA zone in which its date is shown */
  timezone: string;
  /** ISO 8601 instant */
  madeAt: string;
}

export const billDocumentNames: Record<BillDocument, string> = {
  estimate: "Computo metrico estimativo",
  quantities: "Computo metrico",
  prices: "Elenco prezzi unitari",
  labour: "Stima dell’incidenza della manodopera",
};

function rowsOf(bill: PrintedBill, isVast: boolean): PrintedRows {
  if (bill.document === "prices") return priceRows(bill.nodes);
  if (bill.document === "labour") return labourRows(bill.nodes, bill.total);
  return estimateRows(bill, { prices: bill.document === "estimate", isVast });
}

/** All that bill.typ shows, as texts ready to be set. */
function billSheetOf(bill: PrintedBill, logo: string | null, rows: PrintedRows) {
  const { document, name, issuer, project, client, timezone, madeAt } = bill;
  const title = billDocumentNames[document];
  const organization = issuerName(issuer);
  const day = dateOf(madeAt, timezone);
  const town = townOf(issuer.address);
  const fact = (label: string, value: string, strong = false) =>
    value === "" ? [] : [{ label, value: [printedLine(value)], strong }];
  return {
    metadata: metadataOf(`${title} – ${line(name)}`, issuer),
    logo,
    letterhead: letterhead(issuer, logo !== null),
    title,
    facts: [
      ...fact("Oggetto", name, true),
      ...fact("Pratica", project?.name ?? ""),
      ...fact("Ubicazione", place(project)),
      ...fact("Committente", client ?? ""),
      ...fact("Data", day),
    ],
    ...rows,
    beside: rows.columns.slice(6).reduce((sum, { width }) => sum + width, 0),
    empty: "Il computo non contiene voci.",
    placeAndDate: typeset(town === null ? day : `${line(town)}, ${day}`),
    signature: lines(issuer.signature || organization),
    running: {
      organization: shortened(organization, 70),
      document: title,
      bill: shortened(typeset(line(name)), 100),
    },
  };
}

const tooLong = (): ExportRefused => new ExportRefused("it is too long for a PDF; export it as XLSX, or divide it");

/** 5,000 lines with 30,000 measurement rows take 6 s and 1.1 GB, with texts of this length 7 s and 1.4 GB; twice as much is too much. */
const maxPrinted = { rows: 50_000, characters: 6_000_000 };
/** A line has three rows of its own: its text, its sum, and the rows between them. */
const rowsOfLine = 3;

function sizeOf(nodes: readonly BillNode[]): { rows: number; characters: number } {
  const size = { rows: 0, characters: 0 };
  for (const row of billRows(nodes)) {
    size.rows += row.kind === "line" ? rowsOfLine : 1;
    const text = row.kind === "line" ? row.node.desc : row.kind === "measurement" ? row.row.desc : "";
    size.characters += text?.length ?? 0;
  }
  return size;
}

/**
 * About what the typesetter needs: for a line, a run of its rows, a row, and a character of the descriptions. A row whose text takes two
 * lines is a run of its own. 8,000 lines without rows took 0.8 GB, 5,000 with six rows each 0.9 GB.
 */
const memoryKb = { line: 100, run: 50, row: 10, character: 0.03, most: 1_300_000 };

const memoryOf = ({ rows }: PrintedRows, characters: number): number =>
  rows.reduce<number>((sum, row) => {
    const runs = "runs" in row ? (row.runs as Run[]) : [];
    return runs.reduce((own, { desc }) => own + memoryKb.run + desc.length * memoryKb.row, sum + memoryKb.line);
  }, characters * memoryKb.character);

/**
 * Renders a bill on A4 pages as PDF/A. It blocks its thread, for seconds where the bill is long.
 * @throws ExportRefused if it is too long; Error with the typesetter's messages if it can't be set
 */
export function renderBillPdf(bill: PrintedBill): Buffer {
  const { rows, characters } = sizeOf(bill.nodes);
  if (rows > maxPrinted.rows || characters > maxPrinted.characters) throw tooLong();
  const isVast = rows > maxStructuredRows;
  const printed = rowsOf(bill, isVast);
  if (memoryOf(printed, characters) > memoryKb.most) throw tooLong();
  return withLogo(bill.issuer.logo, (logo) => {
    const sheet = billSheetOf(bill, logo?.name ?? null, printed);
    return compileTemplate("bill.typ", sheet, { createdAt: bill.madeAt, logo, isStructured: !isVast });
  });
}
