import { type BillNode, linesOf } from "../../domain/bill/bill.js";
import { usualQuantityDecimals } from "../../domain/bill/bill-measurements.js";
import { amountEuro, product, sum } from "../../domain/money.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import type { BillFile } from "../bills/bill-file.js";
import { warnOfPercent } from "../bills/percent-unit.js";
import { countAs, type MeasuredLine, neutralise, pointToLines, settleQuantities } from "../bills/quantities.js";
import { type PathStep, SectionTree } from "../bills/section-tree.js";
import { partsOf } from "../small-parts.js";
import { UnreadableFile } from "../unreadable-file.js";
import type { Warn, WarningList } from "../warning-list.js";
import { dayOf, flags, hasFlag, referenceOf } from "./numbers.js";
import type { XpwePriceItem } from "./price-items.js";
import { type XpweLine, XpweRecords } from "./records.js";
import { setRepeat } from "./rows.js";
import { countStated } from "./stated-quantities.js";
import { XpweParser } from "./xpwe-parser.js";

/**
 * Reads a bill of quantities from XPWE, the exchange format of PriMus, in time and memory proportional to the file. Damaged records are
 * warnings; a file that breaks off keeps what came before.
 * @throws UnreadableFile where it has a document type definition, isn't XPWE, holds no lines, or has more than a bill can hold
 */
export function readXpwe(bytes: Uint8Array): BillFile {
  const records = new XpweRecords();
  const parser = new XpweParser(records);
  for (const part of partsOf(bytes)) parser.write(part);
  parser.end();
  if (records.lines.length === 0) throw withoutLines(records);
  return billOf(records);
}

function withoutLines({ isXpwe, items, warnings }: XpweRecords): UnreadableFile {
  if (!isXpwe) return new UnreadableFile("unknown_format", "The file isn't XPWE: it has no element PweDocumento.");
  if (warnings.kept.some(({ code }) => code === "truncated" || code === "damaged_xml")) {
    return new UnreadableFile("damaged", "The file is damaged before its first line. Export it again as XPWE.");
  }
  return new UnreadableFile(
    "empty",
    items.size > 0
      ? "The file is a price list: it holds no lines of a bill. Import it with import_price_book."
      : "The file holds no lines of a bill. Export the bill again, with its measurements.",
  );
}

function billOf(records: XpweRecords): BillFile {
  const { lines, warnings, quantityDecimals } = records;
  const decimals = quantityDecimals ?? usualQuantityDecimals;
  const measured = measuredLines(lines, decimals, warnings);
  const quantities = settleQuantities(measured, decimals, warnings);
  const pathOf = pathsOf(records);
  const tree = new SectionTree();
  const amountsInFile: number[] = [];
  // Exported without prices, a file says nothing of its total.
  const isPriced = [...records.items.values()].some(({ price }) => price !== null);
  const nodes = lines.map((line, at) => {
    const item = itemOf(records, line);
    const quantity = quantities[at] ?? 0;
    const stated = measured[at]?.stated ?? null;
    if (stated !== null) {
      const price = item?.price ?? 0;
      const amount = amountEuro(stated, price);
      amountsInFile.push(amount);
      // A line without rows has its quantity as the file states it, whatever the decimals.
      if (
        stated !== quantity &&
        (product([stated], decimals) !== product([quantity], decimals) || amount !== amountEuro(quantity, price))
      ) {
        const both = `the file states ${stated}, its rows count ${quantity}`;
        warnings.add("quantity_mismatch", line.place, `${both}; what the rows count is used`);
      }
    }
    const node = nodeOf(line, item, quantity, warnings.at(line.place));
    tree.add(pathOf(line, item), node);
    return node;
  });
  pointToLines(linesOf(tree.nodes), nodes, measured);
  return {
    format: "xpwe",
    name: records.name,
    nodes: tree.nodes,
    quantityDecimals,
    measurements: records.measurements,
    totalInFile: isPriced && amountsInFile.length > 0 ? sum(amountsInFile, 2) : null,
    warnings: warnings.kept,
    warningCount: warnings.count,
  };
}

/** Finds the lines that rows repeat, and names them by their place in the file. */
function measuredLines(lines: XpweLine[], decimals: number, warnings: WarningList): MeasuredLine[] {
  const places = new Map<string, number>();
  for (const [at, { fields, place }] of lines.entries()) {
    const id = fields.ID?.trim() ?? "";
    if (!places.has(id)) places.set(id, at);
    else warnings.add("duplicate_id", place, "another line has the same ID; rows that repeat it mean the first");
  }
  return lines.map(({ place, rows, sees, bare, stated }) => {
    const isTooLarge = stated !== null && !isWithinBounds(stated);
    if (isTooLarge) warnings.add("too_large", place, `a quantity of ${stated} is left out`);
    for (const see of sees) {
      const target = places.get(see.lineId);
      if (target === undefined) {
        if (see.stated === null) neutralise(see.row);
        else countAs(see.row, see.stated);
        const missing = `it repeats VCItem ${see.lineId.slice(0, 40)}, which is missing; the row counts ${see.stated ?? 0}`;
        warnings.add("missing_line", place, missing);
      } else setRepeat(see, target, lines[target]?.stated ?? lines[target]?.statedOfRows ?? 0);
    }
    const line = { place, rows, stated: isTooLarge ? null : stated };
    if (sees.length === 0) countStated(line, bare, decimals);
    return line;
  });
}

function itemOf({ items, warnings }: XpweRecords, { fields, place }: XpweLine): XpwePriceItem | null {
  const id = fields.IDEP?.trim() ?? "";
  const item = items.get(id) ?? null;
  if (!item) {
    const detail = `its price item ${id.slice(0, 40)} is missing: it has no description, unit and price`;
    warnings.add("missing_price_item", place, detail);
  }
  return item;
}

type PathOf = (line: XpweLine, item: XpwePriceItem | null) => PathStep[];

/** The tree that a bill's sections are taken from: its categories if any line has one, else its WBS, else the chapters of its prices. */
function pathsOf({ lines, items, groups, warnings }: XpweRecords): PathOf {
  const ids = ({ fields }: XpweLine) => [fields.IDSpCat, fields.IDCat, fields.IDSbCat];
  if (lines.some((line) => ids(line).some((id) => referenceOf(id) !== null))) {
    return (line) => {
      const { steps, missing } = groups.path("categories", ids(line));
      for (const id of missing)
        warnings.add("missing_section", line.place, `its category ${id.slice(0, 40)} is missing`);
      return steps;
    };
  }
  const wbs = ({ fields }: XpweLine) => groups.wbsPath("categories", fields.CodiceWBS);
  if (lines.some((line) => wbs(line).length > 0)) {
    return (line) => {
      const steps = wbs(line);
      const code = line.fields.CodiceWBS?.trim();
      if (steps.length === 0 && code)
        warnings.add("missing_section", line.place, `its WBS ${code.slice(0, 40)} is missing`);
      return steps;
    };
  }
  const chapters: PathOf = (_, item) => {
    const { steps } = groups.path("chapters", item?.chapterIds ?? []);
    return steps.length > 0 ? steps : groups.wbsPath("chapters", item?.chapterCode);
  };
  return items.size > 0 ? chapters : () => [];
}

function nodeOf(line: XpweLine, item: XpwePriceItem | null, quantity: number, warn: Warn): BillNode {
  const { fields, rows } = line;
  const node: BillNode = { type: "line" };
  if (item?.code) node.code = item.code;
  node.desc = item?.desc ?? "";
  node.unit = item?.unit ?? "";
  if (rows.length === 0) node.qty = quantity;
  const price = item?.price ?? null;
  if (price !== null && isWithinBounds(quantity * price)) node.price = price;
  else if (price !== null) {
    warn("too_large", `${quantity} × ${price} euro is no amount; its price is left out`);
  }
  warnOfPercent(node, quantity, warn);
  if (item?.labourPct) node.labourPct = item.labourPct;
  if (item?.safetyPct) node.safetyPct = item.safetyPct;
  if (item?.isSafety || hasFlag(fields.Flags, flags.safety)) node.safety = true;
  const measuredOn = dayOf(fields.DataMis);
  if (measuredOn) node.measuredOn = measuredOn;
  if (rows.length > 0) node.measurements = rows;
  return node;
}
