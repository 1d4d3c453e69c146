import { type BillNode, type BillShares, flattenLines } from "../../../domain/bill/bill.js";
import { usualQuantityDecimals } from "../../../domain/bill/bill-measurements.js";
import { billRows, type LineRow, type SectionRow } from "../../../domain/bill/bill-rows.js";
import { sum } from "../../../domain/money.js";
import { priceInWords } from "../../../domain/text/price-in-words.js";
import { shortened } from "../../../domain/text/shortened.js";
import { amount, decimals, euro, unitPrice } from "../../pdf/italian.js";
import { printedLine, printedLines } from "../../pdf/printable.js";
import { maxWord, measurementRow } from "./measurement-row.js";
import { column, type Figures, isLong, type PrintedRows, printedCode, printedNumber, printedTitle } from "./printed.js";
import { addToRuns, type Row, type Run } from "./runs.js";
import { looseLines, summaryOf } from "./summary.js";

const amountColumn = 8;
/** A line with up to so many measurement rows stays on one page. */
const maxWholeRows = 12;

interface EstimatedBill {
  nodes: readonly BillNode[];
  /** euro */
  total: number;
  quantityDecimals: number | null;
  shares: BillShares | null;
}

interface Voce {
  kind: "voce";
  number: string;
  code: string;
  desc: string[];
  label: string;
  quantity: string;
  figures: string[];
  carried: Figures | null;
  runs: Run[];
  whole: boolean;
  /** whether its text, or its last row's, is longer than a page may be kept free for */
  long: boolean;
  endsLong: boolean;
}

/** The rows of a computo metrico, with prices (estimativo) or without. */
export function estimateRows(
  { nodes, total, quantityDecimals, shares }: EstimatedBill,
  { prices, isVast }: { prices: boolean; isVast: boolean },
): PrintedRows {
  const quantity = decimals(quantityDecimals ?? usualQuantityDecimals);
  const rows: object[] = [];
  let open: Voce | null = null;
  let rowsOfLine = 0;
  const addRow = (line: Voce | null, row: Row) => {
    if (!line) return;
    addToRuns(line.runs, row, isVast);
    line.endsLong = isLong(row.desc);
    line.whole &&= ++rowsOfLine <= maxWholeRows && !line.endsLong;
  };
  const lines = flattenLines(nodes);
  const sections: SectionRow[] = [];
  let isAfterSection = false;
  let soFar = 0;
  for (const row of billRows(nodes, quantityDecimals)) {
    if (row.kind === "measurement") addRow(open, measurementRow(row, quantity, lines));
    else if (row.kind === "line") {
      if (isAfterSection && !prices) rows.push(continuedHead(sections.at(-1)));
      isAfterSection = false;
      soFar = sum([soFar, row.amount]);
      rowsOfLine = 0;
      open = voce(row, quantity, prices ? soFar : null);
      rows.push(open);
    } else if (row.kind === "section") {
      isAfterSection = false;
      sections.push(row);
      rows.push(sectionHead(row));
    } else {
      isAfterSection = true;
      sections.pop();
      if (prices) rows.push(subtotal(row.section, { [amountColumn]: amount(row.section.total) }));
    }
  }
  return {
    columns: [
      column("N.\nTariffa", 27, false),
      column("Designazione dei lavori", 0, false),
      column("Par.ug.", 11),
      column("Lung.", 13),
      column("Larg.", 13),
      column("H/peso", 13),
      column("Quantità", 17),
      ...(prices ? [column("Prezzo\nunitario €", 17), column("Importo €", 22)] : []),
    ],
    carriedFrom: amountColumn,
    rows,
    total: prices ? { label: "Totale", cells: { [amountColumn]: amount(total) } } : null,
    summary: prices ? summaryOf(nodes, total) : null,
    recap: prices ? recap(total, shares) : [],
    notes: [],
  };
}

export const sectionHead = (section: SectionRow): object => ({
  kind: "section",
  level: section.level,
  number: printedNumber(section),
  title: printedTitle(section),
});

/** Where no subtotal shows that a section has ended: what the lines after it belong to. */
const continuedHead = (section: SectionRow | undefined): object =>
  section
    ? { ...sectionHead(section), title: `${printedTitle(section)} (segue)` }
    : sectionHead({ kind: "section", level: 0, number: "", place: 0, title: looseLines, total: 0 });

export const subtotal = (section: SectionRow, cells: Figures): object => ({
  kind: "subtotal",
  label: ["Totale", printedNumber(section), shortened(printedLine(section.title), 300)].filter(Boolean).join(" "),
  cells,
});

function voce(row: LineRow, quantity: (value: number) => string, soFar: number | null): Voce {
  const { node } = row;
  const desc = printedLines(node.desc ?? "", maxWord);
  const unit = printedLine(node.unit ?? "", 20);
  return {
    kind: "voce",
    number: String(row.number),
    code: printedCode(node.code ?? ""),
    desc,
    label: `SOMMANO ${unit}`.trim(),
    quantity: quantity(row.quantity),
    figures: soFar === null ? [] : [unitPrice(row.unitPrice), amount(row.amount)],
    carried: soFar === null ? null : { [amountColumn]: amount(soFar) },
    runs: [],
    whole: !isLong(desc),
    long: isLong(desc),
    endsLong: false,
  };
}

/** Costs of safety are named apart, since no discount touches them, and those of labour, as public works ask (D.Lgs. 36/2023, art. 41). */
function recap(total: number, shares: BillShares | null): PrintedRows["recap"] {
  const { safety = 0, labour = 0 } = shares ?? {};
  const row = (label: string, value: number, strong = false) => ({ label, value: euro(value), strong });
  return [
    ...(safety === 0
      ? []
      : [row("Lavori soggetti a ribasso", sum([total, -safety])), row("Costi della sicurezza", safety)]),
    row("Totale complessivo", total, true),
    { label: `(${priceInWords(total)})`, value: "", strong: false },
    ...(labour === 0 ? [] : [row("di cui costo della manodopera", labour)]),
  ];
}
