import { withArticle } from "../../domain/calendar/italian-dates.js";
import { isOrganizationName } from "../../domain/contacts/organization-names.js";
import { isOffer, isSignedByClient } from "../../domain/documents/document-kinds.js";
import type { RevisionContent } from "../../domain/documents/revision.js";
import { documentKindNames, documentName } from "../../domain/italian-names.js";
import { shortened } from "../../domain/text/shortened.js";
import { typeset } from "../../domain/text/typography.js";
import { rowsOf, widest } from "./document-rows.js";
import { ratesDiffer, type Total, totalsOf } from "./document-totals.js";
import { dateOf, dayOf, iban } from "./italian.js";
import { counterpartyBlock, issuerName, letterhead, letterSalutation, metadataOf, place } from "./parties.js";
import { line, lines, printedLine } from "./printable.js";
import { printedMarkdown } from "./printed-markdown.js";
import { townOf } from "./town.js";

function terms(content: RevisionContent): Total[] {
  const result: Total[] = [];
  if (content.validUntil) {
    const until = typeset(`fino ${withArticle("al", dayOf(content.validUntil, content.timezone))}`);
    result.push({ label: isOffer(content.kind) ? "Validità dell’offerta" : "Validità", value: until });
  }
  if (content.issuer.iban && (isOffer(content.kind) || content.lineItems.length > 0)) {
    result.push({ label: "IBAN", value: iban(line(content.issuer.iban)) });
  }
  return result;
}

function clientSignature({ kind, counterparty }: RevisionContent) {
  if (!isSignedByClient(kind)) return null;
  const heading = kind === "delegation" ? "Il delegante" : "Per accettazione";
  const { company, name } = counterparty ?? { company: null, name: "" };
  // Companies and other bodies sign with a stamp.
  const isPrivate = !company?.trim() && name.trim() !== "" && !isOrganizationName(name);
  return {
    heading: isPrivate && kind !== "delegation" ? `Firma ${heading.toLowerCase()}` : heading,
    name: printedLine(company || name, 40),
    line: isPrivate ? "Firma" : "Timbro e firma",
  };
}

/** All that document.typ shows, as texts ready to be typeset. */
export function sheetOf(content: RevisionContent, logo: string | null) {
  const kind = typeset(documentKindNames[content.kind]);
  const number = line(content.number);
  const revision = content.revision > 1 ? `Revisione ${content.revision}` : null;
  const { project, issuer } = content;
  const town = townOf(issuer.address);
  const day = dateOf(content.issuedAt, content.timezone);
  return {
    metadata: metadataOf(documentName(content.kind, number, line(content.title)), issuer),
    logo,
    letterhead: letterhead(issuer, logo !== null),
    isLetter: content.kind === "letter",
    kind,
    reference: typeset(`n.\u00a0${number} ${withArticle("del", day)}`),
    placeAndDate: town === null ? null : { number: `n.\u00a0${number}`, date: typeset(`${line(town)}, ${day}`) },
    revision,
    counterparty: counterpartyBlock(content),
    facts: [
      { label: "Oggetto", value: printedLine(content.title), strong: true },
      { label: "Pratica", value: printedLine(project?.name ?? ""), strong: false },
      { label: "Ubicazione", value: printedLine(place(project)), strong: false },
    ].filter(({ value }) => value !== ""),
    salutation: letterSalutation(content),
    body: printedMarkdown(content.body),
    widest,
    rows: rowsOf(content),
    ratesDiffer: ratesDiffer(content),
    totals: totalsOf(content),
    notes: printedMarkdown(content.notes),
    terms: terms(content),
    clientSignature: clientSignature(content),
    firmSignature: lines(issuer.signature || issuerName(issuer)),
    running: {
      organization: shortened(issuerName(issuer), 70),
      document: `${kind} n. ${number}${content.revision > 1 ? ` · rev. ${content.revision}` : ""}`,
    },
  };
}
