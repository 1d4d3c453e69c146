import type { BillLine, BillNode } from "../../domain/bill.js";
import type { Comparison } from "../../domain/compare-quotes.js";
import { quoteLetter, quoteName } from "../../domain/comparison-names.js";
import { sectionsOfBill } from "../../domain/document-sections.js";
import { sum } from "../../domain/money.js";
import { shortened } from "../../domain/shortened.js";
import type { Cell, Table, TableRow } from "../../formats/spreadsheets/table.js";

const money = "#,##0.00";
const exact = "#,##0.00####";

/** A comparison as a table for spreadsheets: a line of the bill in each row, two columns for each quote, and the totals below. */
export function comparisonTable(
  nodes: readonly BillNode[],
  lines: readonly BillLine[],
  { quotes, lines: compared, comparableTotal, uncovered }: Comparison,
): Table {
  const places = new Map(quotes.map(({ docId }, place) => [docId, place]));
  const letterOf = (docId: string | null): Cell => (docId === null ? null : quoteLetter(places.get(docId) ?? 0));
  const begun = new Map(sectionsOfBill(nodes).map(({ title, firstLine }) => [firstLine, title]));
  const blank: Cell[] = [null, null, null, null];
  const total = (label: string, cells: Cell[]): TableRow => ({
    emphasis: "total",
    cells: [null, null, label, null, null, null, ...cells, null, null, null],
  });
  const perQuote = (cellOf: (docId: string, place: number) => Cell): Cell[] =>
    quotes.flatMap(({ docId }, place) => [null, cellOf(docId, place)]);

  const rows: TableRow[] = lines.flatMap(({ index, node, quantity, amount }) => {
    const { offers, lowest, spreadPct } = compared[index] as Comparison["lines"][number];
    const cells = quotes.flatMap(({ docId }): Cell[] => {
      const own = offers.filter((offer) => offer.docId === docId);
      if (own.length === 0) return [null, null];
      return [own.length === 1 ? (own[0]?.unitPrice ?? null) : null, sum(own.map((offer) => offer.amount))];
    });
    const notes = [
      offers.length === 0 && "nessuna offerta",
      offers.some(({ stale }) => stale) && "collegamento da verificare",
      offers.some(({ covers }) => covers) && "importo per più voci del computo",
      new Set(offers.map(({ docId }) => docId)).size < offers.length && "più righe della stessa offerta",
    ];
    const title = begun.get(index);
    const row: TableRow = {
      cells: [
        index + 1,
        node.code ?? null,
        node.desc ?? "",
        node.unit ?? "",
        quantity,
        amount,
        ...cells,
        letterOf(lowest),
        spreadPct,
        notes.filter(Boolean).join("; ") || null,
      ],
    };
    return title ? [{ emphasis: "title", cells: [null, null, title] }, row] : [row];
  });
  const nets = new Map(comparableTotal.map((each) => [each.docId, each]));
  const hasDiscount = quotes.some(({ discountPct }) => discountPct);
  rows.push(
    { cells: blank },
    total(
      "Voci offerte da tutti (prima dello sconto)",
      perQuote((docId) => nets.get(docId)?.total ?? null),
    ),
    ...(hasDiscount
      ? [
          total(
            "Voci offerte da tutti (al netto dello sconto)",
            perQuote((docId) => nets.get(docId)?.net ?? nets.get(docId)?.total ?? null),
          ),
        ]
      : []),
    total(
      "Voci collegate (prima dello sconto)",
      perQuote((_, place) => quotes[place]?.coveredTotal ?? null),
    ),
    total(
      "Totale offerta (imponibile)",
      perQuote((_, place) => quotes[place]?.total ?? null),
    ),
    { emphasis: "quiet", cells: [null, null, `Voci senza offerta: ${uncovered.length}`] },
    ...quotes
      .filter(({ lumpSum }) => lumpSum)
      .map(
        ({ docId }): TableRow => ({
          emphasis: "quiet",
          cells: [null, null, `${letterOf(docId)}: offerta a corpo, senza importi per voce`],
        }),
      ),
  );
  return {
    name: "Confronto preventivi",
    columns: [
      { heading: "N.", width: 6 },
      { heading: "Codice", width: 18 },
      { heading: "Descrizione", width: 60 },
      { heading: "U.M.", width: 8 },
      { heading: "Quantità", width: 12, numberFormat: exact },
      { heading: "Importo computo (€)", width: 15, numberFormat: money },
      ...quotes.flatMap((quote, place) => {
        const name = `${quoteLetter(place)} – ${shortened(quoteName(quote), 60)}`;
        return [
          { heading: `${name}: prezzo unitario (€)`, width: 15, numberFormat: exact },
          { heading: `${name}: importo (€)`, width: 15, numberFormat: money },
        ];
      }),
      { heading: "Importo più basso", width: 10 },
      { heading: "Differenza (%)", width: 11, numberFormat: "0.00" },
      { heading: "Note", width: 30 },
    ],
    rows,
  };
}
