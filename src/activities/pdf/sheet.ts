import { documentKindNames } from "../../domain/italian-names.js";
import type { RevisionContent } from "../../domain/revision.js";
import type { DocumentKind } from "../../domain/vocabulary.js";
import { amount, dateOf, dayOf, euro, iban, percent, quantity, unitPrice } from "./italian.js";
import { counterpartyBlock, letterhead, place, shortened } from "./parties.js";
import { breakable, line, lines, paragraphs } from "./printable.js";

/** Rows up to here stay whole; longer ones may go on in the next page. */
const shortRow = { characters: 600, lines: 8 };
/** A PDF's properties hold no longer texts than 32,767 bytes. */
const longestProperty = 500;
const longestWord = { text: 60, description: 28, code: 18, unit: 10 };
/** Numbers and codes up to here decide how wide their column is; beyond it the column is fixed and they wrap. */
const widest = { code: 24, unit: 12, number: 15 };

interface Total {
  label: string;
  value: string;
}

const number = (text: string): string => (text.length > widest.number ? text.replaceAll(".", ".\u200b") : text);

function rowOf(item: RevisionContent["lineItems"][number], index: number) {
  const description = lines(item.desc).map((each) => breakable(each, longestWord.description));
  return {
    number: String(index + 1),
    code: breakable(line(item.code ?? ""), longestWord.code),
    description,
    unit: breakable(line(item.unit), longestWord.unit),
    quantity: number(quantity(item.qty)),
    price: number(unitPrice(item.price)),
    amount: number(amount(item.amount)),
    whole: item.desc.length <= shortRow.characters && description.length <= shortRow.lines,
  };
}

function totalsOf({ totals, discountPct, vatPct }: RevisionContent): { parts: Total[]; total: Total } {
  const parts: Total[] = [];
  if (discountPct || vatPct !== null) parts.push({ label: "Imponibile", value: euro(totals.subtotal) });
  if (discountPct) {
    parts.push({ label: `Sconto (${percent(discountPct)})`, value: euro(-totals.discount) });
    parts.push({ label: "Totale imponibile", value: euro(totals.taxable) });
  }
  if (vatPct !== null) parts.push({ label: `IVA (${percent(vatPct)})`, value: euro(totals.vat) });
  return { parts, total: { label: "Totale", value: euro(totals.total) } };
}

const text = (value: string | null): string[][] =>
  paragraphs(value ?? "").map((paragraph) => paragraph.map((each) => breakable(each, longestWord.text)));

function terms(content: RevisionContent): Total[] {
  const isOffer = content.kind === "preventivo" || content.kind === "engagement_letter";
  const result: Total[] = [];
  if (content.validUntil) {
    const until = `fino al ${dayOf(content.validUntil, content.timezone)}`;
    result.push({ label: isOffer ? "Validità dell'offerta" : "Validità", value: until });
  }
  if (content.issuer.iban && (isOffer || content.lineItems.length > 0)) {
    result.push({ label: "IBAN", value: iban(line(content.issuer.iban)) });
  }
  return result;
}

/** Who signs besides the organization: the client accepts an offer, and gives a power of attorney. */
const clientSigns: Partial<Record<DocumentKind, string>> = {
  preventivo: "Per accettazione",
  engagement_letter: "Per accettazione",
  delegation: "Il delegante",
};

function clientSignature({ kind, counterparty }: RevisionContent): { heading: string; name: string } | null {
  const heading = clientSigns[kind];
  return heading ? { heading, name: line(counterparty?.company || counterparty?.name || "") } : null;
}

/** Everything that document.typ shows, as texts that are ready to be set. */
export function sheetOf(content: RevisionContent, logo: string | null) {
  const kind = documentKindNames[content.kind];
  const number = line(content.number);
  const revision = content.revision > 1 ? `Revisione ${content.revision}` : null;
  const title = breakable(line(content.title), longestWord.text);
  const { project, issuer } = content;
  return {
    metadata: {
      title: shortened(`${kind} n. ${number} – ${line(content.title)}`, longestProperty),
      author: shortened(line(issuer.name), longestProperty),
    },
    logo,
    letterhead: letterhead(issuer, logo !== null),
    isLetter: content.kind === "letter",
    kind,
    reference: `n. ${number} del ${dateOf(content.issuedAt, content.timezone)}`,
    revision,
    counterparty: counterpartyBlock(content),
    facts: [
      { label: "Oggetto", value: title, strong: true },
      { label: "Progetto", value: breakable(line(project?.name ?? ""), longestWord.text), strong: false },
      { label: "Ubicazione", value: breakable(place(project), longestWord.text), strong: false },
    ].filter(({ value }) => value !== ""),
    body: text(content.body),
    widest,
    rows: content.lineItems.map(rowOf),
    totals: totalsOf(content),
    notes: text(content.notes),
    terms: terms(content),
    clientSignature: clientSignature(content),
    firmSignature: lines(issuer.signature || issuer.legalName || issuer.name),
    running: {
      firm: shortened(line(issuer.name), 70),
      document: `${kind} n. ${number}${content.revision > 1 ? ` · rev. ${content.revision}` : ""}`,
    },
  };
}
