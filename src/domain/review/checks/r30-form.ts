import { documentKindNames } from "../../italian-names.js";
import { namesAttachments } from "../../messages/named-attachments.js";
import { shortened } from "../../text/shortened.js";
import type { DocumentKind } from "../../vocabulary.js";
import { prose } from "../document-texts.js";
import type { Check, Fault } from "../finding.js";

const needBody: DocumentKind[] = ["letter", "report", "engagement_letter", "delegation", "perizia"];
/** Beginnings of titles that name a kind of document, and the kinds that they fit. */
const titleKinds: { begins: RegExp; fits: DocumentKind[] }[] = [
  { begins: /^(preventivo|offerta|quotazione)\b/i, fits: ["preventivo"] },
  { begins: /^(lettera d.incarico|disciplinare d.incarico|incarico professionale)\b/i, fits: ["engagement_letter"] },
  { begins: /^(delega|procura)\b/i, fits: ["delegation"] },
  { begins: /^(perizia)\b/i, fits: ["perizia", "report"] },
  { begins: /^(relazione)\b/i, fits: ["report", "perizia"] },
];
const attaches = /\b(?:in allegato|si allega|alleghiamo|allego)/;
const determiners =
  /(?:\s{1,3}(?:al(?:la)? presente|il|la|l['’]|un[a'’]?|nostr[oa]|ns\.?|presente|miglior|relativ[oa]|seguente)){0,5}/;
/** What comes with it, or whose it is. */
const further =
  /\s{0,3}(?:(?:,|\b(?:ed?|con|nonché)\b)\s{0,3}(?:il|lo|la|i|gli|le|un|una|copia)\b|l['’]|(?:di|del|della|dell['’])\s{0,3}(?:impresa|ditta|fornitore|artigiano)\b)/;
/** The places where a document says of itself, by these names, that it is attached: to the mail with which it is sent. */
const attachedItself = (names: RegExp): RegExp => {
  const before = `${attaches.source}${determiners.source}(?:\\s{1,3}|(?<=['’]))(?:${names.source})\\b`;
  const behind = `\\b(?:${names.source})(?:\\s{1,3}[a-zà-ù]{1,20}){0,2}\\s{1,3}in allegato\\b`;
  return new RegExp(`(?:${before}|${behind})(?!${further.source})`, "gi");
};
const itself: Partial<Record<DocumentKind, RegExp>> = {
  preventivo: attachedItself(/preventivo|offerta|quotazione|proposta/),
  engagement_letter: attachedItself(/lettera d.incarico|disciplinare|incarico|contratto/),
};
/** Kinds that are sent like letters. The attachments of a report are part of it. */
const sentAlone: DocumentKind[] = ["letter", "preventivo", "engagement_letter"];

/** A document without a title or a necessary body, with the title of another kind, or with attachments, which aren't sent. */
export const form: Check = (input) => {
  const { title, kind, body } = input.document;
  const faults: Fault[] = [];
  const warn = (code: string, field: string, message: string, suggestion: string): void => {
    faults.push({ severity: "warning", code, field, message, suggestion });
  };
  if (title.trim() === "")
    warn("R30_NO_TITLE", "/title", "Il documento non ha titolo.", "Dare un titolo al documento.");
  if (needBody.includes(kind) && !body?.trim()) {
    warn("R30_NO_BODY", "/body", `Il documento (${documentKindNames[kind]}) non ha testo.`, "Scrivere il testo.");
  }
  const named = titleKinds.find(({ begins }) => begins.test(title.trim()));
  if (named && !named.fits.includes(kind)) {
    warn(
      "R30_TITLE_AND_KIND",
      "/title",
      `Il titolo «${shortened(title.trim(), 80)}» non corrisponde al tipo di documento: ${documentKindNames[kind]}.`,
      "Correggere il titolo, oppure il tipo di documento.",
    );
  }
  if (namesAttachments(prose(input).replace(itself[kind] ?? "", ""))) {
    faults.push({
      severity: sentAlone.includes(kind) ? "warning" : "info",
      code: "R30_ATTACHMENTS",
      field: "/body",
      message: "Il testo nomina allegati, ma con il documento parte solo il suo PDF.",
      suggestion: "Inviare gli allegati con un messaggio a parte, oppure toglierli dal testo.",
    });
  }
  return faults;
};
