import type { BillNode } from "../../../domain/bill/bill.js";
import { billRows } from "../../../domain/bill/bill-rows.js";
import { priceInWords } from "../../../domain/text/price-in-words.js";
import { unitPrice } from "../../pdf/italian.js";
import { printedLine, printedLines } from "../../pdf/printable.js";
import { column, isLong, type PrintedRows, printedCode } from "./printed.js";

interface Entry {
  code: string;
  desc: string;
  unit: string;
  price: number;
}

const byCode = new Intl.Collator("it", { numeric: true });

/** Each priced entry that the bill uses, once, sorted by code; those without a code last, in their order. */
export function usedEntries(nodes: readonly BillNode[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of billRows(nodes)) {
    if (row.kind !== "line") continue;
    const { code = "", desc = "", unit = "" } = row.node;
    const entry = { code: code.trim(), desc, unit, price: row.unitPrice };
    const key = JSON.stringify(Object.values(entry));
    if (!entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()].sort((one, other) =>
    one.code === "" || other.code === ""
      ? Number(one.code === "") - Number(other.code === "")
      : byCode.compare(one.code, other.code),
  );
}

/** The rows of an elenco prezzi. */
export const priceRows = (nodes: readonly BillNode[]): PrintedRows => ({
  columns: [
    column("N.", 10),
    column("Tariffa", 32, false),
    column("Descrizione dell’articolo", 0, false),
    column("U.M.", 16, false),
    column("Prezzo\nunitario €", 24),
  ],
  carriedFrom: 5,
  rows: usedEntries(nodes).map(({ code, desc, unit, price }, at) => {
    const text = [...printedLines(desc, 44), `(${priceInWords(price)})`];
    return {
      kind: "entry",
      cells: [[String(at + 1)], [printedCode(code)], text, [printedLine(unit, 10)], [unitPrice(price)]],
      long: isLong(text),
      carried: null,
    };
  }),
  total: null,
  summary: null,
  recap: [],
  notes: [],
});
