import type { Issuer, RevisionContent } from "../../domain/revision.js";
import { breakable, line, lines } from "./printable.js";

const maxWordLength = 40;
const isBlank = (value: string | null | undefined): value is null | undefined | "" => !value || value.trim() === "";

/** A text of at most `length` characters; one that was cut ends with an ellipsis. */
export const shortened = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`;

const labelled = (label: string, value: string | null): string => (isBlank(value) ? "" : `${label} ${value}`);

function fiscalData({ vatNumber, taxCode }: Issuer): string {
  if (!isBlank(vatNumber) && vatNumber === taxCode) return `P.IVA e C.F. ${vatNumber}`;
  return joined([labelled("P.IVA", vatNumber), labelled("C.F.", taxCode)]);
}

const joined = (parts: string[]): string => parts.filter((part) => part !== "").join(" · ");
const printableLines = (texts: (string | null)[]): string[] =>
  texts
    .flatMap((text) => lines(text ?? ""))
    .map((text) => breakable(text.trim(), maxWordLength))
    .filter((text) => text !== "");

/** The organization's name, legal name and contact details. With a logo, the legal name is always shown. */
export function letterhead(issuer: Issuer, hasLogo: boolean): { name: string; legalName: string; details: string[] } {
  const name = line(issuer.name);
  const legalName = line(issuer.legalName ?? "");
  return {
    name: breakable(name, maxWordLength),
    legalName: breakable(hasLogo ? legalName || name : legalName === name ? "" : legalName, maxWordLength),
    details: printableLines([
      issuer.professionalOrder,
      issuer.address,
      fiscalData(issuer),
      joined([labelled("Tel.", issuer.phone), issuer.email ?? ""]),
      labelled("PEC", issuer.pec),
    ]),
  };
}

/** The addressee: the company before the person in it. */
export function counterpartyBlock({ counterparty, kind }: RevisionContent) {
  if (!counterparty) return null;
  const company = line(counterparty.company ?? "");
  const person = line(counterparty.name);
  return {
    label: kind === "delegation" ? "Delegante" : "Spett.le",
    name: breakable(company || person, maxWordLength),
    details: printableLines([
      company !== "" && person !== "" && company !== person ? `c.a. ${person}` : "",
      labelled("Tel.", counterparty.phone),
      counterparty.email,
      labelled("PEC", counterparty.pec),
    ]),
  };
}

/** Where the works are: the site's address, and its comune unless the address ends with it. */
export function place(project: RevisionContent["project"]): string {
  const address = line(project?.address ?? "");
  const municipality = line(project?.municipality ?? "");
  const isIncluded = municipality !== "" && address.toLowerCase().endsWith(municipality.toLowerCase());
  return [address, isIncluded ? "" : municipality].filter((part) => part !== "").join(" – ");
}
