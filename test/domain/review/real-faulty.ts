import type { ReviewInput } from "../../../src/domain/review/input.js";
import { elsewhere, item, real } from "./real-right.js";

const client = (name: string, changes: Partial<NonNullable<ReviewInput["contact"]>> = {}) => ({
  name,
  role: "client" as const,
  company: null,
  email: "posta@example.it",
  pec: null,
  phone: null,
  notes: null,
  taxCode: null,
  vatNumber: null,
  city: null,
  ...changes,
});
const house = { name: "Casa Conti", address: "via Roma 5", municipality: "Altopascio", type: "cila" } as const;

const hurriedBuilder = real(
  {
    kind: "preventivo",
    title: "Preventivo facciata condominio",
    body: `Spett.le Condominio Aurora,

Vi rimettiamo la nostra offerta per il rifacimento della facciata di via Roma 5, Altopascio.

Totale complessivo IVA inclusa: € 28.500,00
Offerta valida fino al 30/11/2026.`,
    lineItems: [
      item("Ponteggio di facciata, montaggio e smontaggio", "mq", 420, 14.5, "P.01"),
      item("Ponteggio, nolo per ogni mese oltre il primo", "mq", 420, 2.1, "P.01"),
      item("Picchettatura e ripresa di intonaco", "mq", 0, 32),
      item("Tinta", "m²", 420, 11),
      item("Oneri della sicurezza", "a corpo", 2, 900),
      item("Pulizia finale", "", 1, 0),
      item("Ponteggio di facciata, montaggio e smontaggio", "mq", 420, 14.5, "P.01"),
    ],
    discountPct: 35,
    vatPct: 20,
    validUntil: new Date("2026-12-31"),
  },
  { contact: client("Condominio Aurora", { email: "amministratore(at)example.it" }), project: house },
);

const emptyQuote = real(
  {
    kind: "preventivo",
    title: "Relazione preventiva",
    body: "Come da accordi telefonici, eseguiremo i lavori di cui abbiamo parlato alle condizioni note.",
  },
  { contact: null, project: null },
);

const forgottenFees = real(
  {
    kind: "preventivo",
    title: "Offerta per progetto e direzione lavori",
    body: `Gentile signor Conti,

le propongo il progetto della sua casa di via Roma 5. La direzione dei lavori è compresa.`,
    lineItems: [
      item("Progetto esecutivo e pratica CILA", "a corpo", 1, 3000),
      item("Direzione dei lavori", "a corpo", 1, -500),
      item("Scavo di fondazione per il pozzetto", "m³", 12, 45, "TOS.01"),
    ],
    vatPct: 10,
    validUntil: new Date("2027-12-31"),
  },
  {
    contact: client("Paolo Conti", { notes: "CF RSSMRA85T10A562S" }),
    project: { ...house, address: null },
    linkedBillLines: [
      { docLineIndex: 2, unitPrice: 30, quantity: 14, listPrice: null, unit: "mc", sinceLinked: "same" },
    ],
    priceBook: new Map([["TOS.01", { unit: "mc", price: 29.5 }]]),
  },
);

const copiedLetter = real(
  {
    kind: "letter",
    title: "Convocazione sopralluogo",
    body: `Gentile signora Moretti,

la aspettiamo lunedì 24 novembre 2026 alle ore 15 per il sopralluogo nella casa sita in Viareggio. In allegato la planimetria.

La preghiamo di di portare  copia del contratto (firmata da entrambi.`,
  },
  {
    contact: client("Paolo Conti"),
    project: house,
    otherMunicipalities: elsewhere.otherMunicipalities,
  },
);

const officialese = real(
  {
    kind: "letter",
    title: "Comunicazione",
    body: `Egregio signor Conti,

con riferimento alla Sua pregiatissima richiesta, pervenuta presso gli scriventi uffici professionali, si comunica che
conseguentemente all'approfondita istruttoria preliminarmente espletata, relativamente alle problematiche evidenziate
dall'amministrazione comunale territorialmente competente, risulterebbe necessario procedere contestualmente
all'integrazione documentale propedeutica all'ottenimento dell'autorizzazione paesaggistica semplificata precedentemente
richiesta, fermo restando quanto già anticipato telefonicamente.`,
  },
  { contact: client("Paolo Conti"), project: house, aiUsed: true },
);

const bareEngagement = real(
  {
    kind: "engagement_letter",
    title: "Lettera d'incarico",
    body: `Con la presente la Gamma Immobiliare S.p.A. incarica lo studio di redigere il progetto.

Il compenso è di € 4.500,00 (quattromilacinquanta/00). Per ogni lite è competente in via esclusiva il foro di Lucca.
È esclusa ogni responsabilità del professionista per ritardi degli enti.`,
  },
  {
    contact: client("Gamma Immobiliare S.p.A.", { company: "Gamma Immobiliare S.p.A." }),
    project: house,
    aiUsed: true,
  },
);

const vagueDelegation = real(
  {
    kind: "delegation",
    title: "Delega",
    body: `Il sottoscritto ______________ nato a ______________ delega l'arch. Elena Riva a fare quanto serve per la sua casa.`,
  },
  { contact: client("Paolo Conti", { email: null }), project: { ...house, municipality: null } },
);

const hastyValuation = real(
  {
    kind: "perizia",
    title: "Perizia di stima",
    body: `Il sopralluogo è del 31/11/2026. La casa è in Comune di Pescia, foglio 3, particella XXX.
Il valore è di € 120.000,00 (centoduemila/00). Codice fiscale della proprietà: RSSMRA85T10A562Z.`,
    validUntil: new Date("2026-10-31"),
  },
  { contact: client("Paolo Conti"), project: house },
);

const shoutedReport = real(
  {
    kind: "report",
    title: "Preventivo di massima",
    body: `LA PRESENTE RELAZIONE DESCRIVE LE OPERE DA ESEGUIRE NELL'APPARTAMENTO. LE OPERE SONO URGENTI. IL SOLAIO È MOLTO DEGRADATO
E NON REGGE. SI CONSIGLIA DI PUNTELLARE SUBITO. TODO: aggiungere le foto. La proprietà è di Mario Rossi.`,
  },
  { contact: client("Paolo Conti"), project: house },
);

const unfinishedDrawing = real(
  { kind: "plan", title: "Tav. {{numero}} - Pianta", body: "Scala 1:??? - Quote in cm. [inserire legenda]" },
  { contact: client("Paolo Conti"), project: house },
);

const wrongAccount = real(
  {
    kind: "generic",
    title: " ",
    body: `Coordinate per il bonifico: IBAN IT61 X054 2811 1010 0000 0123 456.
Scrivere a studio@@example.it per ricevere la contabile.`,
  },
  { contact: client("Paolo Conti"), project: house },
);

const emptyReport = real(
  { kind: "report", title: "Relazione tecnica", body: null },
  { contact: client("Paolo Conti"), project: house },
);

/** Documents as they leave a desk in a hurry, with all that the fixed checks find in each. */
export const faultyDocuments: [name: string, input: ReviewInput, found: string[]][] = [
  [
    "hurried builder's quote",
    hurriedBuilder,
    [
      "error R02_NO_QUANTITY /lineItems/2/qty",
      "warning R03_NO_PRICE /lineItems/5/price",
      "warning R04_SHORT_DESCRIPTION /lineItems/3/desc",
      "error R04_NO_UNIT /lineItems/5/unit",
      "warning R05_TWO_PRICES /lineItems/1/price",
      "warning R05_DUPLICATE_LINE /lineItems/6",
      "error R08_WRITTEN_TOTAL /body",
      "error R09_UNKNOWN_VAT_RATE /vatPct",
      "warning R10_HIGH_DISCOUNT /discountPct",
      "warning R11_DISCOUNTED_SAFETY /discountPct",
      "info R13_MIXED_UNITS /lineItems/3/unit",
      "info R13_COUNTED_LUMP_SUM /lineItems/4/qty",
      "error R14_WRONG_ADDRESS /contactId",
      "warning R15_NO_TAX_ID /body",
      "warning R19_NO_PAYMENT_TERMS /notes",
      "error R28_OTHER_VALIDITY /body",
    ],
  ],
  [
    "quote that says nothing",
    emptyQuote,
    [
      "error R01_NO_AMOUNT /lineItems",
      "error R09_NO_VAT_RATE /vatPct",
      "error R14_NO_CONTACT /contactId",
      "warning R15_NO_TAX_ID /body",
      "warning R16_NO_PROJECT /projectId",
      "warning R17_NO_VALIDITY /validUntil",
      "warning R19_NO_PAYMENT_TERMS /notes",
      "warning R30_TITLE_AND_KIND /title",
    ],
  ],
  [
    "professional's quote without its terms",
    forgottenFees,
    [
      "warning R03_NEGATIVE_PRICE /lineItems/1/price",
      "warning R06_BILL_PRICE /lineItems/2/price",
      "warning R06_PRICE_BOOK /lineItems/2/price",
      "warning R07_BILL_QUANTITY /lineItems/2/qty",
      "warning R09_REDUCED_RATE /vatPct",
      "warning R12_NO_PENSION_CONTRIBUTION /lineItems",
      "warning R15_NO_TAX_ID /body",
      "warning R16_NO_SITE /projectId",
      "warning R17_FAR_VALIDITY /validUntil",
      "warning R19_NO_PAYMENT_TERMS /notes",
      "warning R21_NO_INSURANCE /body",
      "warning R22_NO_COMPLEXITY /body",
      "warning R22_NO_FORESEEABLE_CHARGES /body",
    ],
  ],
  [
    "letter copied from another client's",
    copiedLetter,
    [
      "error R28_WRONG_WEEKDAY /body",
      "error R29_OTHER_GREETING /body",
      "error R29_OTHER_MUNICIPALITY /body",
      "warning R30_ATTACHMENTS /body",
      "info R32_REPEATED_WORD /body",
      "info R32_TWO_SPACES /body",
      "info R32_UNMATCHED_PAIR /body",
    ],
  ],
  [
    "letter in officialese",
    officialese,
    ["info R27_NO_AI_NOTICE /body", "warning R31_HARD_TO_READ /body", "info R31_LONG_SENTENCE /body"],
  ],
  [
    "engagement letter without its clauses",
    bareEngagement,
    [
      "warning R15_NO_TAX_ID /body",
      "warning R19_NO_PAYMENT_TERMS /notes",
      "warning R20_NO_TIMING /body",
      "warning R21_NO_INSURANCE /body",
      "warning R22_NO_COMPLEXITY /body",
      "warning R22_NO_FORESEEABLE_CHARGES /body",
      "error R23_NO_PRIVACY /body",
      "warning R24_NO_SEPARATE_APPROVAL /body",
      "info R25_NO_FAIR_COMPENSATION /body",
      "warning R27_NO_AI_NOTICE /body",
      "error R28_WRONG_WORDS /body",
    ],
  ],
  [
    "delegation for everything",
    vagueDelegation,
    [
      "error R14_NO_ADDRESS /contactId",
      "warning R15_NO_TAX_ID /body",
      "warning R16_NO_SITE /projectId",
      "error R18_LEFTOVER /body",
      "warning R23_NO_PRIVACY /body",
      "error R26_NO_IDENTITY_DOCUMENT /body",
      "error R26_NO_PROPERTY /body",
      "error R26_NO_ACTS /body",
    ],
  ],
  [
    "hasty valuation",
    hastyValuation,
    [
      "warning R15_WRONG_TAX_ID /body",
      "error R17_EXPIRED /validUntil",
      "error R18_LEFTOVER /body",
      "error R28_IMPOSSIBLE_DATE /body",
      "error R28_WRONG_WORDS /body",
      "error R29_OTHER_MUNICIPALITY /body",
    ],
  ],
  [
    "shouted report",
    shoutedReport,
    [
      "error R18_LEFTOVER /body",
      "error R29_OTHER_CLIENT /body",
      "warning R30_TITLE_AND_KIND /title",
      "info R31_UPPERCASE /body",
    ],
  ],
  ["unfinished drawing", unfinishedDrawing, ["error R18_LEFTOVER /title", "error R18_LEFTOVER /body"]],
  [
    "note with a wrong account",
    wrongAccount,
    ["warning R30_NO_TITLE /title", "error R32_WRONG_IBAN /body", "info R32_WRONG_ADDRESS /body"],
  ],
  ["report without a text", emptyReport, ["warning R30_NO_BODY /body"]],
];
