import { describe, expect, it } from "@jest/globals";
import { reviewDocument } from "../../../src/domain/review/review-document.js";
import type { DocumentKind } from "../../../src/domain/vocabulary.js";
import { contact, found, foundBy, line, quote, terms } from "./sample.js";

const project = { name: "Casa Bianchi", address: "via Garibaldi 12", municipality: "Lucca", type: "cila" } as const;
const engagement = (body: string, around = {}) => quote({ kind: "engagement_letter", body, lineItems: [] }, around);

describe("R16 project", () => {
  it("gives a quote, an expert report and a delegation their site", () => {
    for (const kind of ["preventivo", "perizia", "delegation"] as const) {
      expect(foundBy("R16", quote({ kind }, { project: null }))).toEqual(["warning R16_NO_PROJECT /projectId"]);
      expect(foundBy("R16", quote({ kind }))).toEqual([]);
    }
  });

  it("isn't asked of a letter or a report", () => {
    for (const kind of ["letter", "report", "plan", "generic", "engagement_letter"] as const) {
      expect(foundBy("R16", quote({ kind }, { project: null }))).toEqual([]);
    }
  });

  it.each([{ address: null }, { municipality: null }, { address: "  " }, { address: null, municipality: "" }])(
    "has address and municipality: %j",
    (missing) => {
      expect(found(quote({}, { project: { ...project, ...missing } }))).toEqual(["warning R16_NO_SITE /projectId"]);
    },
  );
});

it("says of R16 in the plural that address and municipality are missing", () => {
  const said = (missing: object) =>
    reviewDocument(quote({}, { project: { ...project, ...missing } })).findings.map(({ message }) => message);
  expect(said({ address: null })).toEqual(["Nella pratica manca l'indirizzo dell'immobile."]);
  expect(said({ address: null, municipality: null })).toEqual([
    "Nella pratica mancano l'indirizzo e il comune dell'immobile.",
  ]);
});

describe("R17 validity", () => {
  const until = (day: string | null, kind: DocumentKind = "preventivo") =>
    foundBy("R17", quote({ kind, validUntil: day ? new Date(day) : null }));

  it("is said to have ended on a day with its article", () => {
    const { findings } = reviewDocument(quote({ validUntil: new Date("2026-11-08") }, { today: "2026-11-30" }));
    expect(findings.map(({ message }) => message)).toContain("La validità è già scaduta l'8 novembre 2026.");
  });

  it("is set on a quote", () => {
    expect(until(null)).toEqual(["warning R17_NO_VALIDITY /validUntil"]);
    expect(until(null, "letter")).toEqual([]);
    expect(until(null, "engagement_letter")).toEqual([]);
  });

  it("is the quote's own date, and where that is missing the finding names it: a text doesn't end an offer", () => {
    const { findings } = reviewDocument(quote({ validUntil: null, body: "Offerta valida fino al 31/12/2026." }));
    const message = "Il preventivo non ha una scadenza: la sua data di validità (validUntil) non è compilata.";
    expect(findings).toContainEqual(expect.objectContaining({ code: "R17_NO_VALIDITY", message }));
  });

  it("isn't past, up to and including its last day", () => {
    expect(until("2026-11-20")).toEqual(["error R17_EXPIRED /validUntil"]);
    expect(until("2026-11-20T22:59:59Z")).toEqual(["error R17_EXPIRED /validUntil"]);
    expect(until("2026-11-21")).toEqual([]);
    expect(until("2026-11-20T23:00:00Z")).toEqual([]);
    expect(until("2025-01-01", "letter")).toEqual(["error R17_EXPIRED /validUntil"]);
  });

  it("isn't in the small hours of a day, as where the end of the day before was written in UTC", () => {
    expect(until("2026-12-31T23:59:59Z")).toEqual(["warning R17_NEXT_DAY /validUntil"]);
    expect(until("2026-12-31T23:59:59Z", "letter")).toEqual(["warning R17_NEXT_DAY /validUntil"]);
    expect(until("2026-12-31T22:59:59Z")).toEqual([]);
  });

  it("is within 180 days", () => {
    expect(until("2027-05-20")).toEqual([]);
    expect(until("2027-05-21")).toEqual(["warning R17_FAR_VALIDITY /validUntil"]);
    expect(until("2029-01-01", "engagement_letter")).toEqual([]);
  });
});

describe("R19 payment terms", () => {
  const says = (notes: string, kind: DocumentKind = "preventivo") => foundBy("R19", quote({ kind, notes }));

  it.each([
    "Pagamento a 30 giorni.",
    "Acconto del 30% alla firma.",
    "Bonifico bancario.",
    "A trenta giorni data fattura.",
    "In tre rate uguali.",
    "A stati di avanzamento lavori.",
    "I compensi sono dovuti: 30% all'accettazione, 40 % a metà lavori, 30% a fine lavori.",
    "Ritenuta d'acconto 20%. Un acconto alla firma.",
    "- 50% alla sottoscrizione\n- 50% all’atto della consegna",
    "Il 40% all'incarico, il resto a lavori finiti.",
  ])("are there: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each([
    "Il lavoro dura trenta giorni.",
    "Prezzi al netto di IVA.",
    "Compenso soggetto a ritenuta d'acconto del 20%.",
    "Al lordo delle ritenute di acconto; IVA 22% a parte.",
    "Ritenuta a titolo d'acconto del 20% (art. 25, D.P.R. 600/1973).",
    "Sconto del 10% all'accettazione entro 15 giorni.",
    "Penale del 10% alla consegna in ritardo.",
    "IVA 10% alle finestre.",
    "",
  ])("are missing: %s", (text) => {
    expect(says(text)).toEqual(["warning R19_NO_PAYMENT_TERMS /notes"]);
    expect(says(text, "engagement_letter")).toHaveLength(1);
    expect(says(text, "report")).toEqual([]);
  });

  it("may be a line of their own", () => {
    const lineItems = [line(), line({ desc: "Acconto già ricevuto, a dedurre", unit: "a corpo", qty: 1, price: -100 })];
    expect(foundBy("R19", quote({ notes: null, lineItems }))).toEqual([]);
  });
});

describe("R20 timing", () => {
  const says = (body: string) => foundBy("R20", { ...engagement(body) });

  it.each([
    "Il progetto è consegnato entro il 15 marzo 2027.",
    "La durata dell'incarico è di sei mesi.",
    "Tempi: rilievo in due settimane; progetto in un mese.",
  ])("is there: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it.each([
    "Il saldo è pagato entro trenta giorni.",
    "Il cliente può recedere con preavviso di 15 giorni.",
    "I dati personali sono conservati per 120 mesi.",
    "Il tecnico redige il progetto.",
  ])("isn't the time of something else: %s", (text) => {
    expect(says(text)).toEqual(["warning R20_NO_TIMING /body"]);
  });

  it("is needed only in engagement letters", () => {
    expect(foundBy("R20", quote({ body: "Il tecnico redige il progetto." }))).toEqual([]);
  });
});

const service = line({ desc: "Progettazione architettonica", unit: "a corpo", qty: 1, price: 1800 });
const pension = line({ desc: "Contributo integrativo CIPAG 5%", unit: "a corpo", qty: 1, price: 90 });
const services = (notes: string) => quote({ lineItems: [service, pension], vatPct: 22, notes });

describe("R21 insurance", () => {
  it("is named with its limit in a quote of services and in an engagement letter", () => {
    expect(foundBy("R21", services(terms))).toEqual([]);
    expect(foundBy("R21", services("Saldo a fine lavoro."))).toEqual(["warning R21_NO_INSURANCE /body"]);
    expect(foundBy("R21", services("Polizza RC n. 12."))).toEqual(["info R21_NO_INSURANCE_LIMIT /body"]);
    expect(foundBy("R21", { ...engagement("Incarico.") })).toEqual([]);
    expect(foundBy("R21", quote({ kind: "engagement_letter", notes: null }))).toEqual([
      "warning R21_NO_INSURANCE /body",
    ]);
  });

  it("isn't needed from a builder or in a letter", () => {
    expect(foundBy("R21", quote({ notes: null }))).toEqual([]);
    expect(foundBy("R21", quote({ kind: "letter", lineItems: [service], notes: null }))).toEqual([]);
  });
});

describe("R22 complexity and charges", () => {
  const says = (notes: string) => foundBy("R22", services(notes));

  it("are both stated", () => {
    expect(says(terms)).toEqual([]);
    expect(says("Incarico particolarmente complesso. Spese prevedibili: 200 euro.")).toEqual([]);
    expect(says("Complessità bassa.")).toEqual(["warning R22_NO_FORESEEABLE_CHARGES /body"]);
    expect(says("Oneri ipotizzabili fino alla conclusione: nessuno.")).toEqual(["warning R22_NO_COMPLEXITY /body"]);
    expect(says("Saldo.")).toHaveLength(2);
    expect(says("Ai sensi della L. 124/2017.")).toHaveLength(2);
  });

  it("aren't needed from a builder", () => {
    expect(foundBy("R22", quote({ notes: null }))).toEqual([]);
  });
});

describe("R23 privacy", () => {
  const says = (kind: DocumentKind, body: string) => foundBy("R23", quote({ kind, body }));

  it.each(["Informativa art. 13 Reg. UE 2016/679.", "Privacy: si veda l'informativa GDPR."])("is there: %s", (text) => {
    expect(says("engagement_letter", text)).toEqual([]);
    expect(says("delegation", text)).toEqual([]);
  });

  it("is missing", () => {
    expect(says("engagement_letter", "Incarico.")).toEqual(["error R23_NO_PRIVACY /body"]);
    expect(says("delegation", "Delega.")).toEqual(["warning R23_NO_PRIVACY /body"]);
    expect(says("letter", "Buongiorno.")).toEqual([]);
    expect(says("preventivo", "Buongiorno.")).toEqual([]);
  });

  it("is named without its law", () => {
    expect(says("engagement_letter", "Privacy come da D.Lgs. 196/2003.")).toEqual([
      "warning R23_INCOMPLETE_PRIVACY /body",
    ]);
    expect(says("delegation", "Autorizzo il trattamento dei dati.")).toEqual(["warning R23_INCOMPLETE_PRIVACY /body"]);
  });
});

describe("R24 burdensome clauses", () => {
  const says = (body: string) => foundBy("R24", quote({ body }));
  const wanting = ["warning R24_NO_SEPARATE_APPROVAL /body"];

  it.each([
    "Foro esclusivo: Lucca.",
    "Per ogni controversia è competente il foro di Pisa.",
    "Competenza esclusiva del foro di Lucca.",
    "Il contratto si rinnova tacitamente di anno in anno.",
    "È esclusa ogni responsabilità del tecnico per i ritardi.",
    "Ogni lite è decisa da un arbitrato.",
    "Il tecnico ha facoltà di sospendere le prestazioni.",
    "Il cliente manleva il tecnico.",
  ])("need separate approval: %s", (text) => {
    expect(says(text)).toEqual(wanting);
    expect(says(`${text}\nSi approva ai sensi degli artt. 1341 e 1342 c.c.`)).toEqual([]);
  });

  it.each([
    "Foro di ventilazione nella parete, diametro 10 cm.",
    "Polizza di responsabilità civile con massimale di un milione.",
    "Il direttore dei lavori risponde con piena responsabilità.",
    "Il Comune è competente per la pratica.",
    "Il foro nel solaio è di competenza dell'idraulico.",
    "Assistenze di competenza dell'impresa, compreso il foro nel solaio.",
  ])("aren't such clauses: %s", (text) => {
    expect(says(text)).toEqual([]);
  });

  it("aren't looked for in a report", () => {
    expect(foundBy("R24", quote({ kind: "report", body: "Foro competente: Lucca." }))).toEqual([]);
  });
});

describe("R25 fair compensation", () => {
  const to = (changes: object, body = "Incarico.") =>
    foundBy("R25", engagement(body, { contact: { ...contact, ...changes } }));

  it("is a hint where the client is a company or a public body", () => {
    const missing = ["info R25_NO_FAIR_COMPENSATION /body"];
    expect(to({ name: "Alfa S.r.l." })).toEqual(missing);
    expect(to({ company: "Banca Beta" })).toEqual(missing);
    expect(to({ name: "Comune di Lucca", role: "municipality" })).toEqual(missing);
    expect(to({ name: "Alfa S.p.A." }, "Si applica l'equo compenso.")).toEqual([]);
  });

  it("isn't needed for people, or in other documents", () => {
    expect(to({})).toEqual([]);
    expect(to({ name: "Spartaco Sasso" })).toEqual([]);
    expect(to({ name: "Condominio Aurora" })).toEqual([]);
    expect(foundBy("R25", quote({}, { contact: { ...contact, company: "Alfa S.r.l." } }))).toEqual([]);
  });
});

describe("R26 delegation", () => {
  const says = (body: string, kind: DocumentKind = "delegation") => foundBy("R26", quote({ kind, body }));
  const identity = "Carta d’identità n. CA12345AB.";
  const property = "Immobile: foglio 12, particella 34, sub. 5.";
  const acts = "Delega a presentare la pratica e a ritirare gli atti.";

  it("names document, property and acts", () => {
    expect(says(`${identity} ${property} ${acts}`)).toEqual([]);
    expect(says(`Passaporto YA123. Fg. 12 mapp. 34. Accesso agli atti.`)).toEqual([]);
    expect(says(`${property} ${acts}`)).toEqual(["error R26_NO_IDENTITY_DOCUMENT /body"]);
    expect(says(`${identity} ${acts}`)).toEqual(["error R26_NO_PROPERTY /body"]);
    expect(says(`${identity} ${property} Delega per tutto.`)).toEqual(["error R26_NO_ACTS /body"]);
    expect(says("")).toHaveLength(3);
  });

  it("names acts, not only whoever signs and a registered property", () => {
    const all = `Il sottoscritto Paolo Conti delega l'arch. Riva a fare quanto serve. ${identity} Casa accatastata. ${property}`;
    expect(says(all)).toEqual(["error R26_NO_ACTS /body"]);
    expect(says(`${all} Può sottoscrivere i moduli.`)).toEqual([]);
    expect(says(`${all} Delega alla trasmissione telematica.`)).toEqual([]);
  });

  it("concerns no other kind of document", () => {
    expect(says("Buongiorno.", "letter")).toEqual([]);
  });
});

describe("R27 artificial intelligence", () => {
  const aided = { aiUsed: true };

  it("must be stated in the engagement letter where it was used", () => {
    expect(foundBy("R27", engagement("Incarico.", aided))).toEqual(["warning R27_NO_AI_NOTICE /body"]);
    expect(foundBy("R27", engagement("Lo studio usa l'intelligenza artificiale.", aided))).toEqual([]);
    expect(foundBy("R27", engagement("Informativa art. 13 L. 132/2025.", aided))).toEqual([]);
    expect(foundBy("R27", engagement("Incarico."))).toEqual([]);
  });

  it.each([
    "Lo studio si avvale di sistemi di IA sotto la propria responsabilità.",
    "Ai sensi della legge 23 settembre 2025, n. 132, si informa il cliente.",
    "L'intelligenza artificiale non sostituisce il giudizio del tecnico.",
    "Il testo non è stato scritto solo con strumenti di IA.",
  ])("may be stated in other words: %s", (text) => {
    expect(foundBy("R27", engagement(text, aided))).toEqual([]);
  });

  it("may have been noted on the contact", () => {
    const informed = { ...contact, notes: "Informativa L. 132/2025 consegnata il 3/11/2026" };
    expect(foundBy("R27", engagement("Incarico.", { ...aided, contact: informed }))).toEqual([]);
  });

  it("may stand in a letter issued before", () => {
    const issued = ["1. Oggetto.", "8. Lo studio usa sistemi di intelligenza artificiale (art. 13 L. 132/2025)."];
    expect(foundBy("R27", quote({}, { ...aided, issuedEngagements: issued }))).toEqual([]);
    expect(foundBy("R27", engagement("Incarico.", { ...aided, issuedEngagements: issued }))).toEqual([]);
    expect(foundBy("R27", quote({}, { ...aided, issuedEngagements: ["1. Oggetto."] }))).toHaveLength(1);
  });

  it.each([
    "Lo studio non utilizza sistemi di intelligenza artificiale.",
    "Il documento è stato redatto senza l'ausilio di intelligenza artificiale.",
    "Non è stata impiegata l'intelligenza artificiale.",
  ])("isn't denied by: %s", (text) => {
    expect(foundBy("R27", engagement(text, aided))).toEqual(["warning R27_AI_DENIED /body"]);
    expect(foundBy("R27", engagement(text))).toEqual([]);
  });

  it("is a hint in other documents, and only to clients", () => {
    expect(foundBy("R27", quote({}, aided))).toEqual(["info R27_NO_AI_NOTICE /body"]);
    const office = { ...contact, role: "municipality" } as const;
    expect(foundBy("R27", quote({ kind: "letter" }, { ...aided, contact: office }))).toEqual([]);
  });
});
