import type { BillLine } from "../../../domain/bill/bill.js";
import { expressionOf, factorOf, repeatedBy } from "../../../domain/bill/bill-measurements.js";
import type { MeasurementRow } from "../../../domain/bill/bill-rows.js";
import { unitPrice } from "../../pdf/italian.js";
import { printedLine, printedLines } from "../../pdf/printable.js";
import type { Row } from "./runs.js";

/** Longer words of the column of descriptions may break. */
export const maxWord = 34;

const noFigures = ["", "", "", "", ""];
const names = { count: "par.ug.", length: "lung.", width: "larg.", height: "H/peso" } as const;
const factorNames = Object.keys(names) as (keyof typeof names)[];

/** A row of measurements as the estimate prints it. @param lines of the bill, by their index */
export function measurementRow(
  { row, quantity: value }: MeasurementRow,
  quantity: (value: number) => string,
  lines: readonly BillLine[],
): Row {
  const kind = row.kind ?? "row";
  const desc = row.desc ?? "";
  if (kind === "note") return { kind, desc: printedLines(desc, maxWord), figures: noFigures };
  const shown = quantity(value);
  if (kind === "partial")
    return { kind, desc: printedLines(desc || "Parziale", maxWord), figures: ["", "", "", "", shown] };
  const repeated = repeatedBy(row);
  const see = repeated ? seenLine(repeated, lines[repeated.line], quantity) : "";
  const expressions = factorNames.flatMap((name) => {
    const text = expressionOf(row, name);
    return text === null ? [] : [`(${names[name]}=${text.replaceAll(".", ",")})`];
  });
  const isNote = see === "" && factorNames.every((name) => row[name] === undefined) && expressions.length === 0;
  const words = [[see, desc].filter(Boolean).join(": "), ...expressions].filter(Boolean);
  return {
    kind: isNote ? "note" : "row",
    desc: printedLines(words.join(" "), maxWord),
    figures: isNote ? noFigures : [...factorNames.map((name) => factorText(factorOf(row, name))), shown],
  };
}

/** As the readers of a computo are used to it: `Vedi voce n. 4 [m³ 14,62] × 0,5`. */
function seenLine(
  { line, factor }: { line: number; factor?: number },
  seen: BillLine | undefined,
  quantity: (value: number) => string,
): string {
  const shown = seen ? ` [${`${printedLine(seen.node.unit ?? "", 20)} ${quantity(seen.quantity)}`.trim()}]` : "";
  return `Vedi voce n. ${line + 1}${shown}${timesOf(factor)}`;
}

const timesOf = (times: number | undefined): string => (times === undefined ? "" : ` × ${unitPrice(times)}`);
const factorText = (value: number | null | undefined): string => (typeof value !== "number" ? "" : unitPrice(value));
