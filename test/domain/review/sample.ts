import { documentTotals } from "../../../src/domain/documents/document-figures.js";
import type { LineItem } from "../../../src/domain/documents/revision.js";
import type { Finding } from "../../../src/domain/review/finding.js";
import { noOthers, type ReviewInput } from "../../../src/domain/review/input.js";
import { reviewDocument } from "../../../src/domain/review/review-document.js";

type Document = ReviewInput["document"];

export const line = (fields: Partial<LineItem> = {}): LineItem => ({
  desc: "Tinteggiatura pareti interne con idropittura lavabile",
  unit: "m²",
  qty: 120,
  price: 8.5,
  ...fields,
});

export const contact: NonNullable<ReviewInput["contact"]> = {
  name: "Giulia Bianchi",
  role: "client",
  company: null,
  email: "giulia.bianchi@example.it",
  pec: null,
  phone: null,
  notes: null,
  taxCode: null,
  vatNumber: null,
  city: null,
};

const body = `Gentile signora Bianchi (C.F. MRTMTT91D08F205J),

le proponiamo i lavori elencati sotto per la sua casa di via Garibaldi 12 a Lucca. I lavori durano tre settimane.
Restiamo a disposizione per ogni domanda.`;

/** The terms that a quote for works or for services needs. */
export const terms = `Pagamento a saldo con bonifico entro trenta giorni dalla fattura.
Polizza di responsabilità civile professionale n. 123456 con massimale di 500.000 euro.
Lavoro di media complessità; gli oneri ipotizzabili fino alla conclusione sono compresi nei prezzi.`;

/** A quote in which the fixed checks find nothing, with what a test changes about it. */
export function quote(
  changes: Partial<Document> = {},
  around: Partial<Omit<ReviewInput, "document">> = {},
): ReviewInput {
  const document: Document = {
    title: "Casa di via Garibaldi",
    kind: "preventivo",
    body,
    lineItems: [line(), line({ desc: "Fornitura e posa di battiscopa in legno", unit: "m", qty: 40, price: 12 })],
    discountPct: null,
    vatPct: 10,
    notes: terms,
    validUntil: new Date("2027-01-31"),
    totals: { subtotal: 0, discount: 0, taxable: 0, vat: 0, total: 0 },
    ...changes,
  };
  const { lineItems, discountPct, vatPct } = document;
  return {
    document: { ...document, totals: documentTotals([...lineItems], discountPct, vatPct) },
    contact,
    project: { name: "Casa Bianchi", address: "via Garibaldi 12", municipality: "Lucca", type: "cila" },
    ...noOthers,
    today: "2026-11-21",
    timezone: "Europe/Rome",
    ...around,
  };
}

export const findings = (input: ReviewInput): Finding[] => reviewDocument(input).findings;

/** The codes and fields found, as `error R02_NO_QUANTITY /lineItems/0/qty`. */
export const found = (input: ReviewInput): string[] =>
  findings(input).map(({ severity, code, field }) => `${severity} ${code} ${field}`);

/** Those of one check, by its id: `R26`. */
export const foundBy = (check: string, input: ReviewInput): string[] =>
  found(input).filter((finding) => finding.includes(` ${check}_`));
