import type { BillMeasurement } from "../../domain/bill/bill.js";
import { factorNames } from "../../domain/bill/bill-measurements.js";
import { isWithinBounds } from "../../domain/number-limits.js";
import { setFactor } from "../bills/factor.js";
import { countAs } from "../bills/quantities.js";
import { shortenedText } from "../shortened-text.js";
import type { Warn } from "../warning-list.js";
import { factorFields, flags, hasFlag, numberOf, referenceOf } from "./numbers.js";
import type { XpweFields } from "./xpwe-parser.js";

/** A row that repeats a line, by the line's id; its sign is decided when that line is known. */
export interface SeeRow {
  row: BillMeasurement;
  lineId: string;
  /** the row's quantity as the file states it, a deduction's below 0 */
  stated: number | null;
}

/** A row's quantity as the file states it; null also for one that no bill can have. */
function quantityOf({ Quantita }: XpweFields): number | null {
  const stated = numberOf(Quantita);
  return stated !== null && isWithinBounds(stated) ? stated : null;
}

/** The product of a row's factors, unrounded: good for its sign. */
function roughProduct(row: BillMeasurement): number {
  return (row.count ?? 1) * (row.length ?? 1) * (row.width ?? 1) * (row.height ?? 1);
}

/**
 * Some programs write 0 for an empty factor. Where the row counts something all the same, such factors are empty: all of them only in a row
 * that repeats a line.
 */
function dropZeros(row: BillMeasurement, stated: number | null, isRepeat: boolean): void {
  if (!stated || roughProduct(row) !== 0) return;
  const zeros = factorNames.filter((name) => row[name] === 0 && row[`${name}Expression`] === undefined);
  if (isRepeat || zeros.length < factorNames.length) for (const name of zeros) delete row[name];
}

interface XpweRow {
  row: BillMeasurement;
  /** the line that it repeats, if it does */
  see: SeeRow | null;
  /** the quantity that the file states of it, a deduction's below 0; null of a subtotal */
  stated: number | null;
  /** whether it has no dimension to count that by */
  isBare: boolean;
}

export function measurementOf(fields: XpweFields, warn: Warn): XpweRow {
  const row: BillMeasurement = {};
  const desc = fields.Descrizione?.trim();
  if (desc) row.desc = shortenedText(desc, "shortNote", warn);
  const quantity = quantityOf(fields);
  const isDeduction = hasFlag(fields.Flags, flags.deduction);
  // Where it counts in place of the factors, a deduction takes it off, whether or not it is written with a minus.
  const stated = isDeduction && quantity !== null ? 0 - Math.abs(quantity) : quantity;
  if (hasFlag(fields.Flags, flags.partial))
    return { row: { ...row, kind: "partial" }, see: null, stated: null, isBare: false };
  let hasFactor = false;
  let isReadable = true;
  for (const name of factorNames) {
    const field = factorFields[name];
    const text = fields[field]?.trim();
    if (!text) continue;
    hasFactor = true;
    if (!setFactor(row, name, text, { field, warn, stated })) isReadable = false;
  }
  if (!isReadable && stated !== null) {
    countAs(row, stated);
    return { row, see: null, stated, isBare: false };
  }
  const lineId = referenceOf(fields.IDVV);
  if (isReadable) dropZeros(row, stated, lineId !== null);
  if (lineId !== null) {
    if (isDeduction) row.negative = true;
    return { row, see: { row, lineId, stated }, stated, isBare: false };
  }
  if (!hasFactor) row.kind = "note";
  else if (isNegative(roughProduct(row), quantity, isDeduction)) row.negative = true;
  return { row, see: null, stated, isBare: !hasFactor || roughProduct(row) === 0 };
}

/** Of a row's quantity only the minus sign is used: a deduction has positive dimensions, but some are written with negative ones. */
function isNegative(product: number, stated: number | null, isDeduction: boolean): boolean {
  if (isDeduction) return !(product < 0 && (stated ?? 0) < 0);
  return product > 0 && (stated ?? 0) < 0;
}

/** @param quantity of the repeated line, as the file states it: its sign tells whether the row deducts; 0 where nothing states it */
export function setRepeat({ row, stated }: SeeRow, line: number, quantity: number): void {
  row.sameAs = { line };
  if (!row.negative && isNegative((quantity || 1) * roughProduct(row), stated, false)) row.negative = true;
}
