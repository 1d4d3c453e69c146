import { plainNumber } from "../bills/factor.js";
import { NumberColumn, numberIn } from "../tables/italian-number.js";

const typed = new NumberColumn();

/** A field's number, also with thousands parted or a currency: `1.234,56`, `€ 12,50`; null where it is empty or not a number. */
export function numberOf(field: string | undefined): number | null {
  const text = field?.trim();
  if (!text) return null;
  return plainNumber(text) ?? (text.endsWith("%") ? null : numberIn(typed.read(text)));
}

/** The id that a field refers to; null where it refers to nothing: empty, 0 or negative. */
export function referenceOf(field: string | undefined): string | null {
  const text = field?.trim() ?? "";
  return Number(text) > 0 ? text : null;
}

/** Whether a field of flags has one set. */
export const hasFlag = (field: string | undefined, flag: number): boolean => (Number(field) & flag) !== 0;

/** The fields of a row's factors. */
export const factorFields = { count: "PartiUguali", length: "Lunghezza", width: "Larghezza", height: "HPeso" } as const;

/** Flags as practice has found them; nobody has published a list. */
export const flags = { deduction: 1, partial: 2, safety: 0x8000000 } as const;

/** A day of DD/MM/YYYY as YYYY-MM-DD; null for none: Delphi's first day, 30/12/1899, stands for an empty date. */
export function dayOf(field: string | undefined): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(field?.trim() ?? "") ?? [];
  if (!day || !month || !year || Number(year) < 1900 || Number(month) > 12) return null;
  // The day before the first of the next month.
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(day) < 1 || Number(day) > last) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
