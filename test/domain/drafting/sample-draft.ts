import { type AcceptedDraft, acceptDraft } from "../../../src/domain/drafting/accept-draft.js";
import type { DraftAnswer } from "../../../src/domain/drafting/answers.js";
import { draftPrompt } from "../../../src/domain/drafting/draft-prompt.js";
import type { DraftInput, PriceSource } from "../../../src/domain/drafting/input.js";
import { hostileSetting } from "./hostile-texts.js";

export const mark = "0f9c2b7d51e84a36";

export const priceBook: PriceSource[] = [
  {
    origin: "Prezzario Toscana 2025",
    code: "B.04.010",
    desc: "Idropittura lavabile, due mani",
    unit: "m²",
    price: 8.437,
  },
  { origin: "Prezzario Toscana 2025", code: "P.01.002", desc: "Ponteggio di facciata", unit: "m²", price: 14.12 },
];

/** A quote that is being drafted, with what a test changes about it. */
export const draftInput = (
  document: Partial<DraftInput["document"]> = {},
  around: Partial<Omit<DraftInput, "document">> = {},
): DraftInput => ({
  instructions: hostileSetting.instructions,
  document: {
    kind: "preventivo",
    title: "Tinteggiatura casa Bianchi",
    body: "Gentile signora Bianchi (C.F. MRTMTT91D08F205J),\n\necco il preventivo. Ci chiami allo 0583 123456.",
    lineItems: hostileSetting.lineItems,
    discountPct: null,
    vatPct: 10,
    notes: "Saldo a fine lavori.",
    validUntil: "2027-01-31",
    ...document,
  },
  project: {
    name: "Casa Bianchi",
    type: "cila",
    description: "Tinteggiatura interna",
    address: "via Garibaldi 12",
    municipality: "Lucca",
    protocolNumber: null,
    authorityNotes: null,
  },
  contact: {
    name: "Giulia Bianchi",
    company: null,
    taxCode: null,
    vatNumber: null,
    notes: "C.F. MRTMTT91D08F205J. Paga tardi, separata.",
  },
  organization: {
    name: "Studio Neri",
    professionalOrder: "Collegio di Lucca n. 123",
    iban: "IT86B0542811101000000654321",
  },
  billLines: [],
  priceBook,
  today: "2026-11-21",
  ...around,
});

/** What is kept of an answer; what it doesn't say is null. */
export const accepted = (
  answer: Partial<DraftAnswer>,
  input = draftInput(),
  found: PriceSource[] = [],
): AcceptedDraft =>
  acceptDraft(
    { body: null, lineItems: null, notes: null, ...answer },
    { input, found, call: draftPrompt(input, mark) },
  );
