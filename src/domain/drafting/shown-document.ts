import type { DraftInput } from "./input.js";

/** The fields of a document that a model sees. A row has more. */
export const shownDocument = (document: DraftInput["document"]) => {
  const { kind, title, body, lineItems, discountPct, vatPct, notes, validUntil } = document;
  return {
    kind,
    title,
    body,
    lineItems: lineItems.map(({ desc, unit, qty, price, code }) => ({ desc, unit, qty, price, code: code ?? null })),
    discountPct,
    vatPct,
    notes,
    validUntil,
  };
};
