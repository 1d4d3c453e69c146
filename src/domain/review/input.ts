import type { BookPrice } from "../book-prices/book-price.js";
import type { DocumentTotals } from "../documents/document-figures.js";
import type { LineItem } from "../documents/revision.js";
import { inOneForm } from "../text/one-form.js";
import { mapTexts } from "../text/visible-text.js";
import type { ContactRole, DocumentKind, ProjectType } from "../vocabulary.js";

/** A bill line that a line of the document is linked to; prices in euro. Links to the total of a bill aren't included. */
export interface LinkedBillLine {
  docLineIndex: number;
  unitPrice: number;
  quantity: number;
  listPrice: number | null;
  unit: string | null;
  /**
   * Since they were linked: `changed` in figures, or on the bill's side; `unclear` where the document's line offers something else now.
   * It may be another line then, so it is compared with nothing until somebody links it again.
   */
  sinceLinked: "same" | "changed" | "unclear";
}

/** What the fixed checks read: the working copy of a document, and the records around it. */
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
    taxCode: string | null;
    vatNumber: string | null;
    city: string | null;
  } | null;
  project: { name: string; address: string | null; municipality: string | null; type: ProjectType } | null;
  linkedBillLines: readonly LinkedBillLine[];
  /** the price-book entries that the document's lines name, by code */
  priceBook: ReadonlyMap<string, Pick<BookPrice, "unit" | "price">>;
  /** names and companies of the project's client and of its other contacts: a text may well name them */
  projectParties: readonly string[];
  /** the organization's newest clients outside the document's project; a text first written for one of them may still name them */
  otherContactNames: readonly string[];
  /** municipalities of the organization's newest other projects */
  otherMunicipalities: readonly string[];
  /** the organization's own, to which clients pay; null: unknown */
  ownIban: string | null;
  /** whether the organization can send by PEC; asked only for a contact of the role `other` that the caller may see */
  sendsPec: boolean;
  /** whether a language model drafted any of the document */
  aiUsed: boolean;
  /** texts of the newest engagement letters issued to the contact, which may mention that; empty where no model was used */
  issuedEngagements: readonly string[];
  /** the organization's calendar day, `YYYY-MM-DD` */
  today: string;
  timezone: string;
}

/** The same with all that is written in one form: a check that knows «lunedì 5» must know it with whatever space and accent. */
export function writtenInOneForm(input: ReviewInput): ReviewInput {
  const { title, body, notes, lineItems } = input.document;
  const { contact, project, projectParties, otherContactNames, otherMunicipalities, issuedEngagements } = input;
  return {
    ...input,
    document: {
      ...input.document,
      ...mapTexts({ title, body, notes }, inOneForm),
      // Codes are looked up as they are.
      lineItems: lineItems.map((item) => ({ ...item, desc: inOneForm(item.desc), unit: inOneForm(item.unit) })),
    },
    ...mapTexts(
      { contact, project, projectParties, otherContactNames, otherMunicipalities, issuedEngagements },
      inOneForm,
    ),
  };
}

/** The records around a document besides its contact and its project, where none is known. */
export const noOthers: Omit<ReviewInput, "document" | "contact" | "project" | "today" | "timezone"> = {
  linkedBillLines: [],
  priceBook: new Map(),
  projectParties: [],
  otherContactNames: [],
  otherMunicipalities: [],
  ownIban: null,
  sendsPec: false,
  aiUsed: false,
  issuedEngagements: [],
};
