import { wordSet } from "../text/word-set.js";
import type { FormOfAddress } from "../vocabulary.js";
import { isTaxCode, isVatNumber } from "./tax-codes.js";

/** What makes a contact a party of a contract and the recipient of a letter. */
export const contactDetails = [
  "taxCode",
  "vatNumber",
  "address",
  "postalCode",
  "city",
  "province",
  "country",
  "sdiCode",
  "formOfAddress",
] as const;

export type ContactDetails = Record<Exclude<(typeof contactDetails)[number], "formOfAddress">, string | null> & {
  formOfAddress: FormOfAddress | null;
};

// Today's provinces, plus those of Sardinia that were merged in 2016 and have been separate again since 2025.
const provinces = wordSet(
  "AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM FR GE",
  "GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU PV PZ RA RC",
  "RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV CI OG OT VS",
);
const italy = new Set(["", "it", "ita", "italia", "italy", "repubblica italiana"]);

/** Whether a country, as people write it, is Italy; it is where none is given. */
export const isItaly = (country: string | null): boolean => italy.has((country ?? "").trim().toLowerCase());

/** A code as it is stored: in plain capitals, without the separators that people write or the invisible characters they paste. */
export const compactCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s./\p{Pd}\p{C}]/gu, "")
    .toUpperCase();

/** What follows the country's letters in the VAT numbers of the EU and of neighbours, as the Commission's VIES describes them. */
const vatForms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:IVA|TVA|MWST)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  SM: /^\d{5}$/,
  XI: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
};
/** Of any other country: no number of either is as short or as long. */
const otherVatForm = /^(?=(?:\D*\d){4})[A-Z0-9+*]{5,13}$/;

const isForeignVatNumber = (code: string): boolean => {
  const [country, rest] = [code.slice(0, 2), code.slice(2)];
  return /^(?!IT)[A-Z]{2}$/.test(country) && (vatForms[country] ?? otherVatForm).test(rest);
};

/** What is wrong with a compact tax code, in words; null: nothing. */
export const taxCodeFault = (code: string): string | null =>
  isTaxCode(code) || (/^\d/.test(code) && isVatNumber(code))
    ? null
    : "is not an Italian tax code: its check character, its length or its form is wrong";

/** What is wrong with a compact VAT number, in words; null: nothing. */
export const vatNumberFault = (code: string): string | null =>
  isVatNumber(code) || isForeignVatNumber(code)
    ? null
    : "is not a VAT number: an Italian one has 11 digits, of which the last is a check digit; one of another country begins with the country's two letters, and has as many digits as that country gives it";

type Check = (value: string, details: ContactDetails) => string | null;

/** What is wrong with a value, in words; null: nothing. Codes must be passed in compact form. */
const checks: Partial<Record<keyof ContactDetails, Check>> = {
  taxCode: taxCodeFault,
  vatNumber: vatNumberFault,
  sdiCode: (code) =>
    /^[A-Z0-9]{6,7}$/.test(code) ? null : "must have 7 letters and digits, or 6 where a public body is billed",
  postalCode: (code, { country }) =>
    !isItaly(country) || /^\d{5}$/.test(code)
      ? null
      : "must have five digits in Italy; give the country if it is another",
  province: (code, { country }) =>
    !isItaly(country) || provinces.has(code)
      ? null
      : "must be the two letters of an Italian province, such as BG; give the country if it is another",
};

/** The fields whose check depends on the country. */
const byCountry: readonly (keyof ContactDetails)[] = ["postalCode", "province"];

/**
 * What is wrong with details after a change.
 * @param changed the fields that were given
 * @returns each fault with the field that caused it: if a new country makes a stored value wrong, that's the country
 */
export function detailFaults(
  details: ContactDetails,
  changed: ReadonlySet<string>,
): { field: string; detail: string }[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const field = name as keyof ContactDetails;
    const value = details[field];
    const isCause = changed.has(field);
    if (value === null || !(isCause || (changed.has("country") && byCountry.includes(field)))) return [];
    const fault = check(value, details);
    if (fault === null) return [];
    return [isCause ? { field, detail: fault } : { field: "country", detail: `makes ${field} wrong: it ${fault}` }];
  });
}
