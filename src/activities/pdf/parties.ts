import { isItaly } from "../../domain/contacts/contact-details.js";
import {
  addressLabel,
  formOf,
  greets,
  isAddressedInPerson,
  salutation,
} from "../../domain/contacts/forms-of-address.js";
import { joined, labelled, reachedBy } from "../../domain/contacts/reached-by.js";
import { namesTaxIds } from "../../domain/documents/document-kinds.js";
import type { Counterparty, Issuer, RevisionContent } from "../../domain/documents/revision.js";
import { shortened } from "../../domain/text/shortened.js";
import { typeset } from "../../domain/text/typography.js";
import { breakable, line, lines } from "./printable.js";

const maxWordLength = 40;
const isBlank = (value: string | null | undefined): value is null | undefined | "" => !value || value.trim() === "";

function fiscalData({ vatNumber = null, taxCode = null }: Partial<Pick<Issuer, "vatNumber" | "taxCode">>): string {
  if (!isBlank(vatNumber) && vatNumber === taxCode) return `P.IVA e C.F. ${vatNumber}`;
  return joined([labelled("P.IVA", vatNumber), labelled("C.F.", taxCode)]);
}

const printableLines = (texts: (string | null)[]): string[] =>
  texts
    .flatMap((text) => lines(text ?? ""))
    .map((text) => breakable(text.trim(), maxWordLength))
    .filter((text) => text !== "");

/** The party responsible for the printed document: the organization's legal name, if it has given one. */
export const issuerName = ({ legalName, name }: Pick<Issuer, "legalName" | "name">): string =>
  line(legalName ?? "") || line(name);

/** Well below the limit of a PDF property, 32,767 bytes. */
const maxPropertyLength = 500;

/** What a PDF says of itself in its properties. */
export const metadataOf = (title: string, { name }: Pick<Issuer, "name">): { title: string; author: string } => ({
  title: shortened(title, maxPropertyLength),
  author: shortened(line(name), maxPropertyLength),
});

/** The organization's name, legal name and contact details. With a logo, the legal name is always shown. */
export function letterhead(issuer: Issuer, hasLogo: boolean): { name: string; legalName: string; details: string[] } {
  const name = line(issuer.name);
  const legalName = line(issuer.legalName ?? "");
  return {
    name: breakable(name, maxWordLength),
    legalName: breakable(hasLogo ? legalName || name : legalName === name ? "" : legalName, maxWordLength),
    details: printableLines([
      typeset(issuer.professionalOrder ?? ""),
      typeset(issuer.address ?? ""),
      fiscalData(issuer),
      ...reachedBy(issuer),
    ]),
  };
}

const italianCountries = new Intl.DisplayNames("it", { type: "region" });

/** A country as the Italian post reads it: in Italian where it came as a code of two letters, in capitals. */
function countryLine(country: string | null): string {
  if (country === null || isItaly(country)) return "";
  const isCode = /^[a-z]{2}$/i.test(country);
  return (isCode ? (italianCountries.of(country.toUpperCase()) ?? country) : country).toUpperCase();
}

/** An address as the Italian post wants it: street; code, town and province in capitals; another country last. */
function addressLines({ address, postalCode, city, province, country = null }: Counterparty): string[] {
  const town = [postalCode, city?.toUpperCase(), province?.toUpperCase()].filter((part) => !isBlank(part)).join(" ");
  return [address ?? "", town, countryLine(country)];
}

/** The addressee: the company before the person in it, unless the person is addressed by a form of their own. */
export function counterpartyBlock({ counterparty, kind }: RevisionContent) {
  if (!counterparty) return null;
  const company = line(counterparty.company ?? "");
  const person = line(counterparty.name);
  const isInPerson = person !== "" && isAddressedInPerson(counterparty);
  const [first, second] = isInPerson ? [person, company] : [company || person, person && `c.a. ${person}`];
  return {
    label: kind === "delegation" ? "Delegante" : addressLabel(counterparty),
    name: breakable(typeset(first), maxWordLength),
    details: printableLines([
      company === "" || company === person ? "" : typeset(second),
      ...addressLines(counterparty).map(typeset),
      namesTaxIds(kind) ? fiscalData(counterparty) : "",
      labelled("Tel.", counterparty.phone),
      counterparty.email,
      labelled("PEC", counterparty.pec),
    ]),
  };
}

/** How a letter to a person begins, unless its text greets them itself. Companies and bodies are greeted by their block alone. */
export function letterSalutation({ kind, counterparty, body }: RevisionContent): string | null {
  if (kind !== "letter" || !counterparty || formOf(counterparty) === "spettabile" || greets(body ?? "")) return null;
  const greeting = salutation(counterparty);
  return greeting && breakable(line(greeting), maxWordLength);
}

/** Where the works are: the site's address, and its comune unless the address ends with it. */
export function place(project: RevisionContent["project"]): string {
  const address = line(project?.address ?? "");
  const municipality = line(project?.municipality ?? "");
  const isIncluded = municipality !== "" && address.toLowerCase().endsWith(municipality.toLowerCase());
  return [address, isIncluded ? "" : municipality].filter((part) => part !== "").join(" – ");
}
