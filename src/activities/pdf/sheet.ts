import { isOffer, isSignedByClient } from "../../domain/document-kinds.js";
import { chaptersOf } from "../../domain/document-sections.js";
import { grouped } from "../../domain/grouped.js";
import { documentKindNames } from "../../domain/italian-names.js";
import { sum } from "../../domain/money.js";
import { isOrganizationName } from "../../domain/review/parties.js";
import type { RevisionContent } from "../../domain/revision.js";
import { shortened } from "../../domain/shortened.js";
import { withArticle } from "../../domain/time.js";
import { typeset } from "../../domain/typography.js";
import { amount, dateOf, dayOf, euro, iban, percent, quantity, unitPrice } from "./italian.js";
import { counterpartyBlock, issuerName, letterhead, letterSalutation, metadataOf, place } from "./parties.js";
import { breakable, line, lines, printedLine, printedLines } from "./printable.js";
import { printedMarkdown } from "./printed-markdown.js";
import { townOf } from "./town.js";

/** Rows up to this size stay on one page; longer ones may continue on the next. */
const shortRow = { characters: 1_200, lines: 20 };
const maxWordLength = { text: 60, description: 28, code: 18, unit: 10 };
/** A column is as wide as its longest value up to this length; for longer values its width is fixed, and they wrap. */
const widest = { code: 24, unit: 12, number: 15 };

interface Total {
  label: string;
  value: string;
}

const number = (text: string): string => (text.length > widest.number ? text.replaceAll(".", ".\u200b") : text);

/** Whether lines have different VAT rates, so that each must show its own. */
const ratesDiffer = ({ vatByRate = [] }: RevisionContent): boolean => vatByRate.length > 1;

function rowOf(item: RevisionContent["lineItems"][number], index: number, vatPct: number | null) {
  const description = printedLines(item.desc, maxWordLength.description);
  return {
    number: String(index + 1),
    code: breakable(line(item.code ?? ""), maxWordLength.code),
    description,
    unit: breakable(line(item.unit), maxWordLength.unit),
    quantity: number(quantity(item.qty)),
    price: number(unitPrice(item.price)),
    vat: percent(item.vatPct ?? vatPct ?? 0),
    amount: number(amount(item.amount)),
    whole: item.desc.length <= shortRow.characters && description.length <= shortRow.lines,
  };
}

/** The VAT; where rates differ, that of each with the amount that it is charged on. */
function vatRows(content: RevisionContent): Total[] {
  const { totals, vatByRate = [] } = content;
  if (ratesDiffer(content)) {
    return vatByRate.map(({ vatPct, taxable, vat }) => ({
      label: `IVA (${percent(vatPct)}) su ${euro(taxable)}`,
      value: euro(vat),
    }));
  }
  const vatPct = vatByRate[0]?.vatPct ?? content.vatPct;
  return vatPct === null ? [] : [{ label: `IVA (${percent(vatPct)})`, value: euro(totals.vat) }];
}

/** The rows, each with the sum of the amounts so far, which is carried over at the end of a page, and the chapters around them. */
function rowsOf({ lineItems, vatPct, discountPct, sections = [] }: RevisionContent) {
  let soFar = 0;
  const begun = new Map(sections.map((section) => [section.firstLine, section]));
  const afterLast = new Set(sections.map((section) => section.firstLine + section.lines));
  const chapters = chaptersOf(sections);
  const ended = grouped(chapters, ({ lastLine }) => String(lastLine));
  const continued = new Set(chapters.flatMap(({ continuedAt }) => continuedAt));
  return lineItems.map((item, index) => {
    soFar = sum([soFar, item.amount]);
    const begins = begun.get(index);
    return {
      ...rowOf(item, index, vatPct),
      note: item.safety && discountPct ? "Non soggetto a ribasso" : "",
      carried: number(amount(soFar)),
      // "" for the first line after a chapter that belongs to none itself.
      section: begins
        ? inLine(`${begins.title}${continued.has(index) ? " (segue)" : ""}`)
        : afterLast.has(index)
          ? ""
          : null,
      subtotals: (ended.get(String(index)) ?? []).map(({ own, total }) => ({
        label: sectionTotal(own),
        amount: number(amount(total)),
      })),
    };
  });
}

/** What is too long is named by its innermost title: the heading above has all of them. */
const sectionTotal = (title: string): string => {
  const shown = title.length <= maxSectionLength ? title : title.slice(title.lastIndexOf(" – ") + 1).replace(/^– /, "");
  return inLine(`Totale ${shortened(shown, maxSectionLength)}`.trim());
};
const maxSectionLength = 90;

const safetyLabel = "di cui oneri della sicurezza non soggetti a ribasso";

function totalsOf(content: RevisionContent): { parts: Total[]; total: Total } {
  const { totals, discountPct } = content;
  const vat = vatRows(content);
  const parts: Total[] = [];
  const safety = totals.safety === undefined ? [] : [{ label: safetyLabel, value: euro(totals.safety) }];
  if (discountPct) {
    parts.push({ label: "Totale", value: euro(totals.subtotal) }, ...safety);
    parts.push({ label: `Sconto (${percent(discountPct)})`, value: euro(-totals.discount) });
  }
  if (discountPct || vat.length > 0) parts.push({ label: "Imponibile", value: euro(totals.taxable) });
  if (!discountPct) parts.push(...safety);
  parts.push(...vat);
  return { parts, total: { label: discountPct ? "Totale complessivo" : "Totale", value: euro(totals.total) } };
}

const inLine = (value: string): string => printedLine(value, maxWordLength.text);

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
    name: typeset(line(company || name)),
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
    metadata: metadataOf(`${kind} n. ${number} – ${line(content.title)}`, issuer),
    logo,
    letterhead: letterhead(issuer, logo !== null),
    isLetter: content.kind === "letter",
    kind,
    reference: typeset(`n.\u00a0${number} ${withArticle("del", day)}`),
    placeAndDate: town === null ? null : { number: `n.\u00a0${number}`, date: typeset(`${line(town)}, ${day}`) },
    revision,
    counterparty: counterpartyBlock(content),
    facts: [
      { label: "Oggetto", value: inLine(content.title), strong: true },
      { label: "Progetto", value: inLine(project?.name ?? ""), strong: false },
      { label: "Ubicazione", value: inLine(place(project)), strong: false },
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
