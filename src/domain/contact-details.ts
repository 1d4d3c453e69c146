import { isTaxCode, isVatNumber } from "./tax-codes.js";
import type { DocumentKind, FormOfAddress } from "./vocabulary.js";

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

// Beside today's provinces those of Sardinia that were joined in 2016 and are apart again since 2025.
const provinces = new Set(
  (
    "AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM FR GE " +
    "GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU PV PZ RA RC " +
    "RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV CI OG OT VS"
  ).split(" "),
);
const italy = new Set(["", "it", "ita", "italia", "italy", "repubblica italiana"]);

/** Whether a kind of document must name its recipient's tax code or VAT number: an offer, and what the client signs. */
export const namesTaxIds = (kind: DocumentKind): boolean =>
  kind === "preventivo" || kind === "engagement_letter" || kind === "delegation";

/** Whether a country, as people write it, is Italy; it is where none is given. */
export const isItaly = (country: string | null): boolean => italy.has((country ?? "").trim().toLowerCase());

/** A code as it is stored: in capitals, without what people write between its groups. */
export const compactCode = (text: string): string => text.replace(/[\s./-]/g, "").toUpperCase();

const isForeignVatNumber = (code: string): boolean => /^(?!IT)[A-Z]{2}(?=.*\d)[A-Z0-9+*]{2,13}$/.test(code);

type Check = (value: string, details: ContactDetails) => string | null;

/** What is wrong with a value, in words; null: nothing. A code comes compact. */
const checks: Partial<Record<keyof ContactDetails, Check>> = {
  taxCode: (code) =>
    isTaxCode(code) || (/^\d/.test(code) && isVatNumber(code))
      ? null
      : "is not an Italian tax code: its check character, its length or its form is wrong",
  vatNumber: (code) =>
    isVatNumber(code) || isForeignVatNumber(code)
      ? null
      : "is not a VAT number: an Italian one has 11 digits, of which the last is a check digit; one of another country begins with the country's two letters",
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
 * @returns each fault with the field that caused it: where a new country makes a stored value wrong, the country
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
