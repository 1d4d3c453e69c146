import type { DocumentKind } from "../vocabulary.js";

/** Whether a kind of document offers work for a price: a quote, or an engagement letter. */
export const isOffer = (kind: DocumentKind): boolean => kind === "preventivo" || kind === "engagement_letter";

/** Whether the client signs a kind of document too, in a block that its PDF has for that: an offer is accepted, a power of attorney given. */
export const isSignedByClient = (kind: DocumentKind): boolean => isOffer(kind) || kind === "delegation";

/** Whether a kind of document must name its recipient's tax code or VAT number: what the client signs. */
export const namesTaxIds = (kind: DocumentKind): boolean => isSignedByClient(kind);
