import { type BillNode, labourEuro, percentOf } from "../../../domain/bill/bill.js";
import { billRows, type LineRow } from "../../../domain/bill/bill-rows.js";
import { linesInItalian } from "../../../domain/italian-names.js";
import { sum } from "../../../domain/money.js";
import { singleSpaced } from "../../../domain/text/normalized.js";
import { amount, euro, percent, shareOf } from "../../pdf/italian.js";
import { printedLines } from "../../pdf/printable.js";
import { sectionHead, subtotal } from "./estimate.js";
import { column, type Figures, type PrintedRows, printedCode } from "./printed.js";

/** A description is enough to recognize its line; the estimate has all of it. */
const maxDescription = 220;

const withoutMiddle = (text: string): string =>
  text.length > maxDescription
    ? `${text.slice(0, maxDescription - 60).replace(/ ?[^ ]*$/, "")} … ${text.slice(-55).replace(/^(?:[^ ]* |[\uDC00-\uDFFF])/, "")}`
    : text;

const figures = (total: number, labour: number): Figures => ({
  3: amount(total),
  4: total === 0 ? "" : shareOf(labour, total),
  5: amount(labour),
});

/** The rows of a stima dell’incidenza della manodopera: each line's amount, its share of labour and what that comes to. */
export function labourRows(nodes: readonly BillNode[], total: number): PrintedRows {
  const rows: object[] = [];
  const open: number[][] = [];
  const all: number[] = [];
  let soFar = { amount: 0, labour: 0 };
  let silent = 0;
  for (const row of billRows(nodes)) {
    if (row.kind === "section") {
      open.push([]);
      rows.push(sectionHead(row));
    } else if (row.kind === "sectionEnd") {
      const labour = sum(open.pop() ?? []);
      open.at(-1)?.push(labour);
      rows.push(subtotal(row.section, figures(row.section.total, labour)));
    } else if (row.kind === "line") {
      const labour = labourEuro(row);
      if (percentOf(row.node.labourPct) === undefined) silent++;
      open.at(-1)?.push(labour);
      all.push(labour);
      soFar = { amount: sum([soFar.amount, row.amount]), labour: sum([soFar.labour, labour]) };
      rows.push(lineEntry(row, labour, { 3: amount(soFar.amount), 5: amount(soFar.labour) }));
    }
  }
  const labour = sum(all);
  return {
    columns: [
      column("N.", 10),
      column("Tariffa", 32, false),
      column("Designazione dei lavori", 0, false),
      column("Importo €", 24),
      column("Incidenza\nmanodopera", 20),
      column("Manodopera €", 24),
    ],
    carriedFrom: 3,
    rows,
    total: { label: "Totale", cells: figures(total, labour) },
    summary: null,
    recap: [
      { label: "Importo dei lavori", value: euro(total), strong: false },
      { label: "di cui costo della manodopera", value: euro(labour), strong: true },
      ...(total === 0
        ? []
        : [{ label: "Incidenza media della manodopera", value: shareOf(labour, total), strong: true }]),
    ],
    notes: silent === 0 ? [] : [silentNote(silent)],
  };
}

const silentNote = (count: number): string =>
  count === 1
    ? "Una voce non indica l’incidenza della manodopera e conta zero."
    : `${linesInItalian(count)} non indicano l’incidenza della manodopera e contano zero.`;

const lineEntry = ({ number, node, amount: value }: LineRow, labour: number, carried: Figures): object => {
  const share = percentOf(node.labourPct);
  return {
    kind: "entry",
    cells: [
      [String(number)],
      [printedCode(node.code ?? "")],
      printedLines(withoutMiddle(singleSpaced(node.desc ?? "")), 40),
      [amount(value)],
      [share === undefined ? "–" : percent(share)],
      [amount(labour)],
    ],
    long: false,
    carried,
  };
};
