import type { ReviewInput } from "../review/input.js";

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
  document: Omit<ReviewInput["document"], "totals" | "validUntil"> & {
    /** the last day of validity, `YYYY-MM-DD` */
    validUntil: string | null;
  };
  project:
    | (NonNullable<ReviewInput["project"]> & Record<"description" | "protocolNumber" | "authorityNotes", string | null>)
    | null;
  /** of the notes, the model is shown only a tax code or VAT number */
  contact: Pick<NonNullable<ReviewInput["contact"]>, "name" | "company" | "taxCode" | "vatNumber" | "notes"> | null;
  organization: { name: string; professionalOrder: string | null; iban: string | null };
  billLines: readonly BillPrice[];
  /** price-book entries that the document's lines name by code, or that a search for its words finds */
  priceBook: readonly PriceSource[];
  /** the organization's calendar day, `YYYY-MM-DD` */
  today: string;
}
