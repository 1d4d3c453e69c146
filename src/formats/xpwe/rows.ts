import type { BillMeasurement } from "../../domain/bill.js";
import { factorNames } from "../../domain/bill-measurements.js";
import { setFactor } from "../bills/factor.js";
import { shortenedText } from "../shortened-text.js";
import type { WarningList } from "../warning-list.js";
import { factorFields, flags, hasFlag, numberOf, referenceOf } from "./numbers.js";
import type { XpweFields } from "./xpwe-parser.js";

/** A row that repeats a line, by the line's id; its sign is decided when that line is known. */
export interface SeeRow {
  row: BillMeasurement;
  lineId: string;
  /** the row's quantity as the file states it */
  stated: number | null;
}

/** The product of a row's factors, unrounded: good for its sign. */
function roughProduct(row: BillMeasurement): number {
  return (row.count ?? 1) * (row.length ?? 1) * (row.width ?? 1) * (row.height ?? 1);
}

/** Some programs write 0 for an empty factor. Where the row counts something all the same, such factors are empty. */
function dropZeros(row: BillMeasurement, stated: number | null): void {
  if (!stated || roughProduct(row) !== 0) return;
  const zeros = factorNames.filter((name) => row[name] === 0 && row[`${name}Expression`] === undefined);
  if (zeros.length < factorNames.length) for (const name of zeros) delete row[name];
}

/** @returns the row, and the id of the line that it repeats, if it does */
export function measurementOf(
  fields: XpweFields,
  place: string,
  warnings: WarningList,
): { row: BillMeasurement; see: SeeRow | null } {
  const row: BillMeasurement = {};
  const desc = fields.Descrizione?.trim();
  if (desc) row.desc = shortenedText(desc, "shortNote", place, warnings);
  const stated = numberOf(fields.Quantita);
  if (hasFlag(fields.Flags, flags.partial)) return { row: { ...row, kind: "partial" }, see: null };
  let hasFactor = false;
  let isReadable = true;
  for (const name of factorNames) {
    const field = factorFields[name];
    const text = fields[field]?.trim();
    if (!text) continue;
    hasFactor = true;
    if (!setFactor(row, name, text, { field, place, warnings })) isReadable = false;
  }
  if (isReadable) dropZeros(row, stated);
  const isDeduction = hasFlag(fields.Flags, flags.deduction);
  const lineId = referenceOf(fields.IDVV);
  if (lineId !== null) {
    if (isDeduction) row.negative = true;
    return { row, see: { row, lineId, stated } };
  }
  if (!hasFactor) row.kind = "note";
  else if (isNegative(roughProduct(row), stated, isDeduction)) row.negative = true;
  return { row, see: null };
}

/** Of a row's quantity only the minus sign is used: a deduction has positive dimensions, but some are written with negative ones. */
function isNegative(product: number, stated: number | null, isDeduction: boolean): boolean {
  if (isDeduction) return !(product < 0 && (stated ?? 0) < 0);
  return product > 0 && (stated ?? 0) < 0;
}

/** @param quantity of the repeated line, as the file states it: its sign tells whether the row deducts */
export function setRepeat({ row, stated }: SeeRow, line: number, quantity: number): void {
  row.sameAs = { line };
  if (!row.negative && isNegative(quantity * roughProduct(row), stated, false)) row.negative = true;
}
