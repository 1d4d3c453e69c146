import { type ContactDetails, contactDetails } from "../contacts/contact-details.js";
import { sha256 } from "../sha256.js";
import type { DocumentKind } from "../vocabulary.js";
import type { DocumentTotals, VatOfRate } from "./document-figures.js";
import type { SectionWithSubtotal } from "./document-sections.js";

export interface LineItem {
  desc: string;
  unit: string;
  qty: number;
  /** unit price in euro */
  price: number;
  code?: string | null;
  /** the line's own VAT rate, in percent; absent: the document's */
  vatPct?: number;
  /** a cost of safety, which the discount doesn't touch; absent: it is none */
  safety?: true;
}

/** The organization, as its letterhead shows it. */
export interface Issuer {
  name: string;
  legalName: string | null;
  vatNumber: string | null;
  taxCode: string | null;
  address: string | null;
  email: string | null;
  pec: string | null;
  phone: string | null;
  professionalOrder: string | null;
  iban: string | null;
  /** the text above the signature line */
  signature: string | null;
  /** a data: URL of an SVG, PNG or JPEG image */
  logo: string | null;
}

/** What a recipient's block shows beside the ways to reach them. */
type PartyDetails = Omit<ContactDetails, "sdiCode">;

/**
 * Details that aren't known are absent, as they were before contacts had any: so a revision of that time is still the same content as
 * its unchanged document.
 */
export interface Counterparty extends Partial<PartyDetails> {
  name: string;
  company: string | null;
  email: string | null;
  pec: string | null;
  phone: string | null;
}

/** The details that are known. */
export function partyDetails(contact: PartyDetails): Partial<PartyDetails> {
  const shown = contactDetails.filter((field) => field !== "sdiCode");
  return Object.fromEntries(shown.map((field) => [field, contact[field]]).filter(([, value]) => value !== null));
}

/** Everything that a reader of an issued document sees. Fixed when the document is issued, and never changed. */
export interface RevisionContent {
  revision: number;
  /** e.g. `2026/0001` */
  number: string;
  /** ISO 8601 instant */
  issuedAt: string;
  /** IANA zone in which its dates are shown */
  timezone: string;
  kind: DocumentKind;
  title: string;
  body: string | null;
  lineItems: (LineItem & { /** qty × price in euro, rounded */ amount: number })[];
  /** chapters of lines, with their sums in euro; only where there are any */
  sections?: SectionWithSubtotal[];
  discountPct: number | null;
  vatPct: number | null;
  totals: DocumentTotals;
  /** only where a line has its own rate; what was issued otherwise has the same content and hash as ever */
  vatByRate?: VatOfRate[];
  notes: string | null;
  /** ISO 8601 instant of the last day of validity */
  validUntil: string | null;
  issuer: Issuer;
  counterparty: Counterparty | null;
  project: { name: string; address: string | null; municipality: string | null } | null;
}

/** How much a revision may hold that becomes a PDF. */
export const maxPrinted = { items: 3_000, lines: 20_000, characters: 1_000_000 };
const lineEnds = /\\[nrf]|\\u000b|[\u0085\u2028\u2029]/g;

/**
 * Whether a revision is short enough to become a PDF within seconds and to be mailed: about a hundred pages. Before it is issued, its
 * document stands for it.
 */
export function isPrintable({ issuer, ...content }: Pick<RevisionContent, "lineItems"> & { issuer?: Issuer }): boolean {
  if (content.lineItems.length > maxPrinted.items) return false;
  const text = JSON.stringify(content);
  return text.length <= maxPrinted.characters && (text.match(lineEnds)?.length ?? 0) <= maxPrinted.lines;
}

/** JSON with sorted keys and without white space, so that the same content always gives the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(",")}}`;
}

/** The hash that identifies a revision: SHA-256, in hex, of its canonical JSON. */
export const revisionSha256 = (content: RevisionContent): string => sha256(canonicalJson(content));
