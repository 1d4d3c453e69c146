import type { BillLine, BillNode } from "../../../domain/bill/bill.js";
import type { Comparison } from "../../../domain/documents/compare-quotes.js";
import { quoteLetter, quoteName } from "../../../domain/documents/comparison-names.js";
import { sectionsOfBill } from "../../../domain/documents/document-sections.js";
import { areForOneLine, lowestQuotes, otherQuantity } from "../../../domain/documents/quote-offers.js";
import { sum } from "../../../domain/money.js";
import type { Cell, Table, TableColumn, TableRow } from "../../../formats/spreadsheets/table.js";
import { quantity as inItalian } from "../../pdf/italian.js";

const money = "#,##0.00";
const exact = "#,##0.00####";

/** A comparison as a table for spreadsheets: a line of the bill in each row, two columns for each quote, and the totals below. */
export function comparisonTable(nodes: readonly BillNode[], lines: readonly BillLine[], compared: Comparison): Table {
  const begun = new Map(sectionsOfBill(nodes).map(({ title, firstLine }) => [firstLine, title]));
  const letters = new Map(compared.quotes.map(({ docId }, place) => [docId, quoteLetter(place)]));
  const rows = lines.flatMap((line): TableRow[] => {
    const title = begun.get(line.index);
    const row = { cells: cellsOf(line, compared, letters) };
    return title ? [{ emphasis: "title", cells: [null, null, title] }, row] : [row];
  });
  return {
    name: "Confronto preventivi",
    columns: columnsOf(compared),
    rows: [...rows, { cells: [null, null, null, null] }, ...totalsOf(compared), ...notesOf(compared, letters)],
  };
}

const columnsOf = ({ quotes }: Comparison): TableColumn[] => [
  { heading: "N.", width: 6 },
  { heading: "Codice", width: 18 },
  { heading: "Descrizione", width: 60 },
  { heading: "U.M.", width: 8 },
  { heading: "Quantità", width: 12, numberFormat: exact },
  { heading: "Importo computo (€)", width: 15, numberFormat: money },
  ...quotes.flatMap((quote, place) => {
    const name = `${quoteLetter(place)} – ${quoteName(quote, 60)}`;
    return [
      { heading: `${name}: prezzo unitario (€)`, width: 15, numberFormat: exact },
      { heading: `${name}: importo (€)`, width: 15, numberFormat: money },
    ];
  }),
  { heading: "Importo più basso", width: 10 },
  { heading: "Differenza (%)", width: 11, numberFormat: "0.00" },
  { heading: "Note", width: 30 },
];

function cellsOf(
  { index, node, quantity, amount }: BillLine,
  { quotes, lines }: Comparison,
  letters: ReadonlyMap<string, string>,
): Cell[] {
  const { offers, spreadPct } = lines[index] as Comparison["lines"][number];
  const byQuote = quotes.map(({ docId }) => ({ docId, own: offers.filter((offer) => offer.docId === docId) }));
  const ofQuotes = byQuote.flatMap(({ own }): Cell[] => {
    if (own.length === 0) return [null, null];
    return [own.length === 1 ? (own[0]?.unitPrice ?? null) : null, sum(own.map((offer) => offer.amount))];
  });
  const otherQuantities = byQuote.flatMap(({ docId, own }) => {
    const offered = otherQuantity(own, quantity);
    return offered === null ? [] : `${letters.get(docId)} offre una quantità diversa: ${inItalian(offered)}`;
  });
  const notes = [
    offers.length === 0 && "nessuna offerta",
    offers.some(({ stale }) => stale) && "collegamento da verificare",
    ...otherQuantities,
    !areForOneLine(offers) && "importo per più voci del computo",
    new Set(offers.map(({ docId }) => docId)).size < offers.length && "più righe della stessa offerta",
  ];
  const line = [index + 1, node.code ?? null, node.desc ?? "", node.unit ?? "", quantity, amount];
  const lowest = lowestQuotes(offers).map((docId) => letters.get(docId));
  const ranked = areForOneLine(offers) ? [lowest.join(", ") || null, spreadPct] : [null, null];
  return [...line, ...ofQuotes, ...ranked, notes.filter(Boolean).join("; ") || null];
}

function totalsOf({ quotes, comparableTotal }: Comparison): TableRow[] {
  const comparable = new Map(comparableTotal.map((each) => [each.docId, each]));
  const row = (label: string, totalOf: (quote: Comparison["quotes"][number]) => number | undefined): TableRow => ({
    emphasis: "total",
    cells: [
      ...[null, null, label, null, null, null],
      ...quotes.flatMap((quote) => [null, totalOf(quote) ?? null]),
      ...[null, null, null],
    ],
  });
  const before = row("Voci offerte da tutti (prima dello sconto)", ({ docId }) => comparable.get(docId)?.total);
  const net = row("Voci offerte da tutti (al netto dello sconto)", ({ docId }) => {
    const offered = comparable.get(docId);
    return offered?.net ?? offered?.total;
  });
  return [
    before,
    ...(quotes.some(({ discountPct }) => discountPct) ? [net] : []),
    row("Voci collegate (prima dello sconto)", ({ coveredTotal }) => coveredTotal),
    row("Totale offerta (imponibile)", ({ total }) => total),
  ];
}

function notesOf({ quotes, uncovered }: Comparison, letters: ReadonlyMap<string, string>): TableRow[] {
  const lumpSums = quotes.filter(({ lumpSum }) => lumpSum).map(({ docId }) => letters.get(docId));
  const texts = [
    `Voci senza offerta: ${uncovered.length}`,
    ...lumpSums.map((letter) => `${letter}: offerta a corpo, senza importi per voce`),
  ];
  return texts.map((text) => ({ emphasis: "quiet", cells: [null, null, text] }));
}
