import type { DocumentTotals } from "../money.js";
import type { LineItem } from "../revision.js";
import type { ContactRole, DocumentKind, ProjectType } from "../vocabulary.js";

/** A bill line that a line of the document is linked to; prices in euro. Links to whole totals are none of these. */
export interface LinkedBillLine {
  docLineIndex: number;
  unitPrice: number;
  quantity: number;
  listPrice: number | null;
  unit: string | null;
}

/** What the fixed checks look at: the working copy of a document and the records around it. */
export interface ReviewInput {
  document: {
    title: string;
    kind: DocumentKind;
    body: string | null;
    lineItems: readonly LineItem[];
    discountPct: number | null;
    vatPct: number | null;
    notes: string | null;
    validUntil: Date | null;
    totals: DocumentTotals;
  };
  contact: {
    name: string;
    role: ContactRole;
    company: string | null;
    email: string | null;
    pec: string | null;
    phone: string | null;
    notes: string | null;
  } | null;
  project: { name: string; address: string | null; municipality: string | null; type: ProjectType } | null;
  linkedBillLines: readonly LinkedBillLine[];
  /** unit price in euro of the price-book entries that the document's lines name, by code */
  priceBook: ReadonlyMap<string, number>;
  /** some other clients of the firm that have no part in the document's project, the newest; a text made for one of them may name them */
  otherContactNames: readonly string[];
  /** municipalities of other projects of the firm, the newest */
  otherMunicipalities: readonly string[];
  /** whether a language model had a hand in the document */
  aiUsed: boolean;
  /** texts of the newest engagement letters issued to the contact, which may have told of it; empty where no model was used */
  issuedEngagements: readonly string[];
  /** the organization's calendar day, `YYYY-MM-DD` */
  today: string;
  timezone: string;
}
