import { extractText, getDocumentProxy } from "unpdf";
import { documentFigures } from "../../../src/domain/documents/document-figures.js";
import { type DocumentSection, withSubtotals } from "../../../src/domain/documents/document-sections.js";
import type { Issuer, LineItem, RevisionContent } from "../../../src/domain/documents/revision.js";
import { amountEuro } from "../../../src/domain/money.js";

const studio: Issuer = {
  name: "Studio Bianchi",
  legalName: "Studio Tecnico Associato Bianchi & Conti",
  vatNumber: "01234567897",
  taxCode: "01234567897",
  address: "Via Garibaldi 24, 50123 Firenze (FI)",
  email: "info@studiobianchi.example",
  pec: "studiobianchi@pec.example",
  phone: "+39 055 123456",
  professionalOrder: "Collegio Geometri di Firenze n. 4521",
  iban: "IT60X0542811101000000123456",
  signature: "Geom. Marco Bianchi",
  logo: null,
};

type Parts = Partial<Omit<RevisionContent, "lineItems" | "sections" | "totals" | "issuer">> & {
  lineItems?: LineItem[];
  sections?: DocumentSection[];
  issuer?: Partial<Issuer>;
};

/** The content of a quote as it is frozen at issue, with these parts in place of the usual ones. */
export function revisionContent({ lineItems = [], sections, issuer, ...parts }: Parts = {}): RevisionContent {
  const { discountPct = null, vatPct = null } = parts;
  const { totals, vatByRate } = documentFigures(lineItems, discountPct, vatPct);
  return {
    revision: 1,
    number: "2026/0001",
    issuedAt: "2026-11-21T09:30:00.000Z",
    timezone: "Europe/Rome",
    kind: "preventivo",
    title: "Rifacimento della facciata",
    body: null,
    notes: null,
    validUntil: null,
    counterparty: { name: "Anna Rossi", company: "Immobiliare Rossi S.r.l.", email: null, pec: null, phone: null },
    project: { name: "Condominio Serragli", address: "Via dei Serragli 88", municipality: "Firenze" },
    ...parts,
    discountPct,
    vatPct,
    lineItems: lineItems.map((item) => ({ ...item, amount: amountEuro(item.qty, item.price) })),
    ...(sections ? { sections: withSubtotals(sections, lineItems) } : {}),
    totals,
    ...(lineItems.some((item) => item.vatPct !== undefined) ? { vatByRate } : {}),
    issuer: { ...studio, ...issuer },
  };
}

/** The text of each page, its white space made single spaces. */
export async function pageTexts(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " ").trim());
}
