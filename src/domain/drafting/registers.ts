import type { DocumentKind } from "../vocabulary.js";

const registerLines: Record<DocumentKind, readonly string[]> = {
  preventivo: [
    "Preventivo: a quote to a client, courteous and concrete, «Lei» or «Voi».",
    "The body holds: the object; the site (address, municipality); the client with tax code or VAT number;",
    "what each service or work comprises; what is excluded; times; validity; payment terms;",
    "an acceptance line with place, date and signature.",
    "For a professional's services also: degree of complexity, foreseeable charges to the end,",
    "the liability policy with its limit,",
    "and line items for fee, expenses and the contribution to the pension fund.",
    "Never write totals in the body: they are computed from the line items.",
  ],
  letter: [
    "Lettera: sender, addressee, subject, greeting, body, closing and signature line.",
    "Warm and plain to a client, formal to an authority.",
    "One matter in each paragraph; what is asked, of whom and by when stands by itself.",
  ],
  engagement_letter: [
    "Lettera d'incarico (disciplinare): a contract in numbered clauses, «il Committente» and «il Professionista».",
    "Parties with their data; object and single services;",
    "complexity and foreseeable charges (art. 9 c. 4 D.L. 1/2012);",
    "fee, expenses, pension-fund contribution, VAT; payment; times; duties of both sides; variations;",
    "withdrawal (art. 2237 c.c.); liability and insurance with its limit;",
    "personal data (art. 13 of Regulation (EU) 2016/679);",
    "use of artificial-intelligence systems (art. 13 L. 132/2025);",
    "equo compenso (L. 49/2023) where the client is a bank, an insurer, a public body or a large firm; court;",
    "separate approval of burdensome clauses (artt. 1341 e 1342 c.c.); place, date, signatures.",
  ],
  delegation: [
    "Delega: first person of the one who delegates, «Il/La sottoscritto/a … delega …».",
    "Who, with tax code and identity document; to whom;",
    "the exact acts (accesso agli atti, presentazione, ritiro, firma) as a list;",
    "the property with comune, foglio, particella, subalterno;",
    "personal data (Regulation (EU) 2016/679);",
    "place, date, signature; copy of the identity document.",
  ],
  perizia: [
    "Perizia: an expert's report, impersonal and exact, in numbered sections: question and assignment;",
    "survey with date and who was there; documents seen; cadastral and urban-planning identity;",
    "description; method; measurements; conclusions and value with its date; signature line.",
    "State what was seen apart from what is inferred.",
  ],
  report: [
    "Relazione tecnica: impersonal and exact, in numbered sections: premise, state of the place, works or findings,",
    "rules that apply, conclusions.",
    "Technical terms of the field, explained at first use where a client will read it.",
  ],
  plan: [
    "Elaborato grafico: only the notes that accompany a drawing:",
    "scale, dimensions and units, legend, references to other sheets.",
    "Phrases, no prose.",
  ],
  generic: [
    "Documento: plain professional Italian;",
    "sender, addressee, subject, body and date where they make sense.",
  ],
};

/** The register of each kind of document, as a model reads it: tone, form and contents. */
export const registerOf = (kind: DocumentKind): string => registerLines[kind].join(" ");
