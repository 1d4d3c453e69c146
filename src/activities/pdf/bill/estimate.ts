import type { BillNode, BillShares } from "../../../domain/bill.js";
import { expressionOf, factorOf, repeatedBy, usualQuantityDecimals } from "../../../domain/bill-measurements.js";
import { billRows, type LineRow, type MeasurementRow, type SectionRow } from "../../../domain/bill-rows.js";
import { sum } from "../../../domain/money.js";
import { priceInWords } from "../../../domain/price-in-words.js";
import { amount, decimals, euro, unitPrice } from "../italian.js";
import {
  column,
  type Figures,
  figure,
  isLong,
  type PrintedRows,
  printedCode,
  printedLine,
  printedLines,
} from "./printed.js";
import { addToRuns, type Row, type Run } from "./runs.js";
import { summaryOf } from "./summary.js";

const amountColumn = 8;
const maxWord = 34;
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
  let soFar = 0;
  for (const row of billRows(nodes, quantityDecimals)) {
    if (row.kind === "measurement") addRow(open, measurementRow(row, quantity));
    else if (row.kind === "line") {
      soFar = sum([soFar, row.amount]);
      rowsOfLine = 0;
      open = voce(row, quantity, prices ? soFar : null);
      rows.push(open);
    } else if (row.kind === "section") rows.push(sectionHead(row));
    else if (prices) rows.push(subtotal(row.section, { [amountColumn]: figure(amount(row.section.total)) }));
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
    total: prices ? { label: "Totale", cells: { [amountColumn]: figure(amount(total)) } } : null,
    summary: prices ? summaryOf(nodes, total) : null,
    recap: prices ? recap(total, shares) : [],
    notes: [],
  };
}

export const sectionHead = ({ level, number, title }: SectionRow): object => ({
  kind: "section",
  level,
  number,
  title: printedLine(title, 60) || "Senza titolo",
});

export const subtotal = ({ number, title }: SectionRow, cells: Figures): object => ({
  kind: "subtotal",
  label: `Totale ${number} ${printedLine(title, 60).slice(0, 300)}`.trim(),
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
    quantity: figure(quantity(row.quantity)),
    figures: soFar === null ? [] : [figure(unitPrice(row.unitPrice)), figure(amount(row.amount))],
    carried: soFar === null ? null : { [amountColumn]: figure(amount(soFar)) },
    runs: [],
    whole: !isLong(desc),
    long: isLong(desc),
    endsLong: false,
  };
}

const noFigures = ["", "", "", "", ""];
const names = { count: "par.ug.", length: "lung.", width: "larg.", height: "H/peso" } as const;
const factorNames = Object.keys(names) as (keyof typeof names)[];

function measurementRow({ row, quantity: value }: MeasurementRow, quantity: (value: number) => string): Row {
  const kind = row.kind ?? "row";
  const desc = row.desc ?? "";
  if (kind === "note") return { kind, desc: printedLines(desc, maxWord), figures: noFigures };
  const shown = figure(quantity(value));
  if (kind === "partial")
    return { kind, desc: printedLines(desc || "Parziale", maxWord), figures: ["", "", "", "", shown] };
  const repeated = repeatedBy(row);
  const see = repeated ? [`Vedi voce n. ${repeated.line + 1}${timesOf(repeated.factor)}`] : [];
  const expressions = factorNames.flatMap((name) => {
    const text = expressionOf(row, name);
    return text === null ? [] : [`(${names[name]}=${text.replaceAll(".", ",")})`];
  });
  const isNote = see.length === 0 && factorNames.every((name) => row[name] === undefined) && expressions.length === 0;
  return {
    kind: isNote ? "note" : "row",
    desc: printedLines([...see, ...(desc ? [desc] : []), ...expressions].join(" "), maxWord),
    figures: isNote ? noFigures : [...factorNames.map((name) => factorText(factorOf(row, name))), shown],
  };
}

const timesOf = (times: number | undefined): string => (times === undefined ? "" : ` × ${unitPrice(times)}`);
const factorText = (value: number | null | undefined): string =>
  typeof value !== "number" ? "" : figure(unitPrice(value));

/** Costs of safety are named apart, since no discount touches them, and those of labour, as public works ask (D.Lgs. 36/2023, art. 41). */
function recap(total: number, shares: BillShares | null): PrintedRows["recap"] {
  const { safety = 0, labour = 0 } = shares ?? {};
  const row = (label: string, value: number, strong = false) => ({ label, value: euro(value), strong });
  return [
    ...(safety === 0
      ? []
      : [row("Lavori soggetti a ribasso", sum([total, -safety])), row("Costi della sicurezza", safety)]),
    row("Totale complessivo", total, true),
    ...(labour === 0 ? [] : [row("di cui costo della manodopera", labour)]),
    { label: `(${priceInWords(total)})`, value: "", strong: false },
  ];
}
