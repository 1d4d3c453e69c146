import type { LineItem } from "../revision.js";
import type { DocumentKind, ProjectType } from "../vocabulary.js";

/** A price that stands in one of the firm's price books or bills; a draft keeps it to the last decimal. */
export interface PriceSource {
  /** how a note names it: `Prezzario Lazio 2026`, `computo «Casa Bianchi»` */
  origin: string;
  code: string | null;
  desc: string;
  unit: string;
  /** unit price in euro */
  price: number;
}

/** A line of the bill that the document is linked to; its price is null where it has none yet. */
export type BillPrice = Omit<PriceSource, "price"> & { price: number | null; quantity: number };

/** What a language model is told before it drafts: the working copy of one document, and the records that it is about. */
export interface DraftInput {
  /** what the caller asks for */
  instructions: string;
  document: {
    kind: DocumentKind;
    title: string;
    body: string | null;
    lineItems: readonly LineItem[];
    discountPct: number | null;
    vatPct: number | null;
    notes: string | null;
    /** the last day of validity, `YYYY-MM-DD` */
    validUntil: string | null;
  };
  project: {
    name: string;
    type: ProjectType;
    description: string | null;
    address: string | null;
    municipality: string | null;
    protocolNumber: string | null;
    authorityNotes: string | null;
  } | null;
  /** of the notes, only a tax code or VAT number is passed on */
  contact: { name: string; company: string | null; notes: string | null } | null;
  firm: { name: string; professionalOrder: string | null; iban: string | null };
  billLines: readonly BillPrice[];
  /** entries of the price books that the document's lines name, or that its words find */
  priceBook: readonly PriceSource[];
  /** the organization's calendar day, `YYYY-MM-DD` */
  today: string;
}
