import type { LineItem } from "../documents/revision.js";
import type { DocumentKind, ProjectType } from "../vocabulary.js";

/** A price from one of the organization's price books or bills of quantities. A draft keeps all its decimals. */
export interface PriceSource {
  /** its name in notes: `Prezzario Lazio 2026`, `computo «Casa Bianchi»` */
  origin: string;
  code: string | null;
  desc: string;
  unit: string;
  /** unit price in euro */
  price: number;
}

/** A line of the bill of quantities that the document is linked to; `price` is null where it has none yet. */
export type BillPrice = Omit<PriceSource, "price"> & { price: number | null; quantity: number };

/** What a language model is given for a draft: the working copy of a document, and the records around it. */
export interface DraftInput {
  /** what the requester asks for */
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
  /** of the notes, the model is shown only a tax code or VAT number */
  contact: {
    name: string;
    company: string | null;
    taxCode: string | null;
    vatNumber: string | null;
    notes: string | null;
  } | null;
  organization: { name: string; professionalOrder: string | null; iban: string | null };
  billLines: readonly BillPrice[];
  /** price-book entries that the document's lines name by code, or that a search for its words finds */
  priceBook: readonly PriceSource[];
  /** the organization's calendar day, `YYYY-MM-DD` */
  today: string;
}
