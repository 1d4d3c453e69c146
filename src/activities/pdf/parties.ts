import type { Issuer, RevisionContent } from "../../domain/revision.js";
import { breakable, line, lines } from "./printable.js";

const longestWord = 40;
const blank = (value: string | null | undefined): value is null | undefined | "" => !value || value.trim() === "";

/** A text of at most `length` characters, its end marked where something was left out. */
export const shortened = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`;

const labelled = (label: string, value: string | null): string => (blank(value) ? "" : `${label} ${value}`);

function fiscalData({ vatNumber, taxCode }: Issuer): string {
  if (!blank(vatNumber) && vatNumber === taxCode) return `P.IVA e C.F. ${vatNumber}`;
  return joined([labelled("P.IVA", vatNumber), labelled("C.F.", taxCode)]);
}

const joined = (parts: string[]): string => parts.filter((part) => part !== "").join(" · ");
const settled = (texts: (string | null)[]): string[] =>
  texts
    .flatMap((text) => lines(text ?? ""))
    .map((text) => breakable(text.trim(), longestWord))
    .filter((text) => text !== "");

/** The organization's name and, under it or beside its logo, who it is and how it is reached. */
export function letterhead(issuer: Issuer, hasLogo: boolean): { name: string; legalName: string; details: string[] } {
  const name = line(issuer.name);
  const legalName = line(issuer.legalName ?? "");
  return {
    name: breakable(name, longestWord),
    legalName: breakable(hasLogo ? legalName || name : legalName === name ? "" : legalName, longestWord),
    details: settled([
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
    name: breakable(company || person, longestWord),
    details: settled([
      company !== "" && person !== "" && company !== person ? `c.a. ${person}` : "",
      labelled("Tel.", counterparty.phone),
      counterparty.email,
      labelled("PEC", counterparty.pec),
    ]),
  };
}

/** Where the works are: the site's address and its comune, once. */
export function place(project: RevisionContent["project"]): string {
  const address = line(project?.address ?? "");
  const municipality = line(project?.municipality ?? "");
  const isSaid = municipality !== "" && address.toLowerCase().endsWith(municipality.toLowerCase());
  return [address, isSaid ? "" : municipality].filter((part) => part !== "").join(" – ");
}
