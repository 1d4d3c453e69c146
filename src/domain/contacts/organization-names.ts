import { anyWord, wordPattern } from "../text/words.js";
import type { ContactRole } from "../vocabulary.js";

interface Contact {
  name: string;
  company: string | null;
  role: ContactRole;
}

const legalForms = [/s\.? ?r\.? ?l\.?s?/, /s\.? ?p\.? ?a/, /s\.? ?n\.? ?c/, /s\.? ?a\.? ?s/];
const legalForm = anyWord({ whole: legalForms });
const companyForm = anyWord({
  whole: [
    ...legalForms,
    // Edilio is a first name.
    /edil(?!io\b)[a-zàèéìòù]*/,
    "soc, società, cooperativa, impresa, ditta, banca, assicurazioni, consorzio, immobiliare, costruzioni",
  ],
});
/** Whom one applies to. */
const authorityWords = wordPattern({
  whole: [
    "comune, provincia, regione, ministero, tribunale, soprintendenza, sovrintendenza, prefettura, capitaneria, procura",
    "genio civile, vigili del fuoco, autorità, sportello unico, comunità montana, asl, ausl, usl",
    "agenzia delle entrate, agenzia del demanio",
    // Città and Arpa are surnames too.
    "città di, città metropolitana, arpae, arpav, arpat, arpac, arpal, arpam, arpas, arpab, arpacal",
    /arpa (?:lombardia|piemonte|puglia|sicilia|lazio|umbria|friuli|fvg|valle d)/,
  ],
});
const authority = new RegExp(authorityWords, "iu");
/** How an authority's name begins, such as `Comando provinciale dei Vigili del Fuoco`. */
const asAuthority = new RegExp(
  `^\\s*(?:(?:ufficio|comando|direzione|dipartimento|settore|servizio)(?: \\p{L}+){0,2} )?${authorityWords}`,
  "iu",
);
/** Surnames and shops, unless they say of which place or kind: Comune Mario, Tribunale Arredi. */
const ofNoPlace =
  /^\s*(?:comune|provincia|tribunale|procura|ministero)(?! d| per | (?:autonoma|ordinario|civile|amministrativo)(?!\p{L}))/iu;
const otherBody = anyWord({
  whole: [
    "condominio, unione, azienda, agenzia, ufficio, ordine, collegio, studio, fondazione, associazione, parrocchia",
    "diocesi, istituto, scuola, ente, questura, università, politecnico, ospedale, dipartimento, direzione",
    "camera di commercio, comando, carabinieri, polizia, inail, inps, anas, ispra, ats, asst, onlus",
  ],
});
/** How names of offices begin. Further on, such words are surnames, or say where somebody works: `Arch. Rossi – Settore Urbanistica`. */
const office = new RegExp(
  `^\\s*${wordPattern({
    whole: [
      "servizio, settore, area tecnica, municipio, roma capitale, segretariato, amministrazione, protezione civile",
      "catasto, conservatoria, demanio, archivio, commissione, giudice di pace, tar, suap, suape, iacp, ater, aler, acer",
      "polo museale, biblioteca, caserma, aeroporto, arcidiocesi, confraternita",
      "enel, e-distribuzione, snam, italgas, a2a, open fiber, poste italiane, ferrovie, rfi, autostrade",
      // Consolato, Consiglio and Sue are first names too: Consolato Di Stefano.
      /(?:museo|monastero|convento) (?:di|del|della|delle|dei|degli|san|santa|civico|nazionale)/,
      /corte (?:d(?:['’]|i) ?(?:appello|assise)|di giustizia|di cassazione|dei conti)/,
      /consiglio (?:notarile|regionale|provinciale|comunale|nazionale|superiore|di stato|di amministrazione|dell)/,
      /curia (?:arcivescovile|vescovile)|parco (?:regionale|nazionale|naturale)|consolato (?:generale|onorario)/,
      /sue (?:di|del|della|dell|[-–])/,
    ],
  })}`,
  "iu",
);
const business = anyWord({
  whole: [
    "hotel, albergo, agriturismo, ristorante, trattoria, osteria, pizzeria, panificio, pasticceria, gelateria, macelleria",
    "farmacia, supermercato, tabaccheria, ferramenta, tipografia, lavanderia, officina, autofficina, carrozzeria",
    "falegnameria, carpenteria, vetreria, segheria, lattoneria, serramenti, infissi, arredamenti, ceramiche, ponteggi",
    "impianti, idraulica, termoidraulica, autotrasporti",
    /f\.lli/,
  ],
});
const severalPeople = anyWord({ whole: ["eredi, famiglia"] });

/** Whether a contact is a company or a public body: a client that may owe fair compensation. */
export const isCompany = ({ name, company, role }: Contact): boolean =>
  role === "municipality" || Boolean(company?.trim()) || companyForm.test(name);

/** Whether a name has two words before its legal form: Immobiliare Aurora S.r.l., but not Unicredit S.p.A. */
export function hasTradeAndForm(name: string): boolean {
  const [before = "", after] = name.split(legalForm);
  return after !== undefined && (before.match(/\p{L}{3,}/gu) ?? []).length >= 2;
}

/** Whether a name is that of a company or another body, as far as its words show. */
export const isOrganizationName = (name: string): boolean =>
  [companyForm, authority, otherBody, office, business].some((words) => words.test(name));

/**
 * Whether a name is surely that of an authority: further on, such words say where a person works, or a shop or a building stands. Which of its
 * offices it is tells nothing, as in Comune di Lucca – Settore Impianti, nor does that it sees to building: Sportello Unico Edilizia.
 */
export function isAuthorityName(name: string): boolean {
  const [whose = ""] = name.replace(/edilizia/iu, "").split(/ [-–] |[,(]/);
  return asAuthority.test(whose) && ![ofNoPlace, companyForm, business].some((words) => words.test(whose));
}

/** Whether a name is that of a single natural person, as far as its words show. */
export const isNaturalPerson = (name: string): boolean => !isOrganizationName(name) && !severalPeople.test(name);

/** Whether a contact is a single natural person, as far as its record shows. */
export const isPerson = (contact: Contact): boolean => !isCompany(contact) && isNaturalPerson(contact.name);
