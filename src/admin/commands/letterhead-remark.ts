import { optionName } from "../../accounts/option-name.js";
import { compactCode, taxCodeFault, vatNumberFault } from "../../domain/contacts/contact-details.js";
import { isIban } from "../../domain/contacts/tax-codes.js";

const checks: Record<string, (code: string) => string | null> = {
  vatNumber: vatNumberFault,
  taxCode: taxCodeFault,
  iban: (code) => (isIban(code) ? null : "is not an IBAN: its check digits, its length or its form is wrong"),
};

/** What every document would print wrongly of an organization's details, which are stored as given; "": nothing. */
export function letterheadRemark(details: Record<string, string>): string {
  const faults = Object.entries(checks).flatMap(([field, check]) => {
    const code = compactCode(details[field] ?? "");
    const fault = code === "" ? null : check(code);
    return fault === null ? [] : [`--${optionName(field)} ${fault}.`];
  });
  return faults.length === 0 ? "" : ["Stored as given, and printed on documents:", ...faults].join("\n");
}
