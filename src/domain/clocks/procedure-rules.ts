import type { ProjectType } from "../vocabulary.js";

/** How days are counted: procedural terms are suspended in August and never end on a Saturday. */
export type Counting = "administrative" | "procedural";
/** `days`, or `months` and `years`. Those end on the day with the same number, or on the last day of the month. */
export type Term = { days: number } | { months: number } | { years: number };
/** The event that starts a term: a filing, a request to the authority, or its answer to a filing. */
export type TermStart = "filing" | "request" | "approved" | "rejected" | "suspended";

export interface ProcedureRule {
  id: string;
  projectTypes: readonly ProjectType[];
  term: Term;
  counting?: Counting;
  /** the event that the term is counted from, if Pratica doesn't know its date */
  countedFrom?: string;
  /** the authority must decide within this term; it's the suggested deadline */
  isDecision?: boolean;
  /** the authority's decision term for some special filings. Only people can tell these filings from the others. */
  isSpecialDecision?: boolean;
  /** the term of a consent to works, or of access to documents, requested from this or another authority alongside the project's own procedure */
  isConsent?: boolean;
  /** it still runs, or is still to come, after the authority has approved the filing */
  outlastsApproval?: boolean;
  /** the whole term restarts when the requested documents are filed, however many days remained */
  beginsAnew?: boolean;
  /** who must or may do what within the term, or what its expiry means */
  meaning: string;
  /** the law, as an Italian reader cites it */
  source: string;
  /** no public source confirms the term; check it with the authority */
  isUnverified?: boolean;
  /** the first and last day of the events that the rule applies to; without a last day it is in force */
  validFrom: string;
  validTo?: string;
}

const pdc = ["permesso_di_costruire"] as const;
const scia = ["scia"] as const;
/** projects whose works may need an authority's consent; a filing with the land registry or a court needs none */
const works = ["generic", "cila", ...scia, ...pdc] as const;
/** projects decided by an authority; a perizia's terms are set by a court or a client */
const procedures = [...works, "catastale"] as const;
/** D.P.R. 380/2001, whose entry into force was postponed to this day */
const since2003 = { validFrom: "2003-06-30" } as const;
/** D.P.R. 380/2001 as changed by D.L. 70/2011 */
const since2011 = { validFrom: "2011-05-14" } as const;
/** permits whose terms a notice to the municipality extends (D.L. 21/2022, art. 10-septies, last changed by D.L. 200/2025) */
const untilEnd2025 = { validFrom: "2003-06-30", validTo: "2025-12-31" } as const;
const since2026 = { validFrom: "2026-01-01" } as const;
/** D.L. 132/2014: court terms are suspended in August only, no longer until 15 September */
const since2015 = { validFrom: "2015-01-01" } as const;

/** Within five working days of the filing, on a day announced to the offices. */
const conferenceOpened = "the notice by which the authority opens the conference (indizione)";
/** An office's consent, but not to the works: the authority that convened the conference decides on those. */
const silentOffices = "silence is their consent, unless European law asks for an express act";
const conference = { projectTypes: works, countedFrom: conferenceOpened, isConsent: true } as const;
const offices = {
  ...conference,
  id: "CONF_SERV",
  meaning: `offices in a simplified conference of services answer; ${silentOffices}`,
} as const;
const sensitiveOffices = {
  ...conference,
  id: "CONF_SERV_SENSITIVE",
  meaning: `offices for landscape, environment, heritage or health in a conference of services answer; ${silentOffices}`,
} as const;

/** For a permesso di costruire the whole term restarts after a suspension. */
export const restartRule: ProcedureRule = {
  id: "PDC_INTEG_REQ",
  projectTypes: pdc,
  term: { days: 30 },
  meaning: "the office may ask once for further documents; the whole term begins anew when they arrive",
  source: "D.P.R. 380/2001, art. 20, comma 5",
  isUnverified: true,
  ...since2011,
};

/** All other authority clocks resume with the days that remained. */
export const resumptionRule: ProcedureRule = {
  id: "L241_SUSP",
  projectTypes: procedures,
  term: { days: 30 },
  meaning:
    "a suspension for missing information ends, and the days that remained go on; of a permesso di costruire the whole term begins anew (D.P.R. 380/2001, art. 20, comma 5)",
  source: "L. 241/1990, art. 2, comma 7",
  validFrom: "2009-07-04",
};

/** How many days the applicant has to file observations after a notice of refusal, and how many days after them the suspension still lasts. */
export const refusalDays = 10;

/** Applies to applications only; a SCIA and a CILA are notices. */
export const refusalRule: ProcedureRule = {
  id: "L241_10BIS",
  projectTypes: ["generic", ...pdc],
  term: { days: refusalDays },
  countedFrom:
    "the notice that the application is going to be refused (preavviso di diniego), where that suspended the term",
  meaning: "the applicant files observations; the days that remained go on ten days after them",
  source: "L. 241/1990, art. 10-bis (D.L. 76/2020)",
  validFrom: "2020-07-17",
};

/** The fixed terms of the procedures, by starting event. When a law changes, its row gets a last day and a new row is added. */
export const procedureRules: Readonly<Record<TermStart, readonly ProcedureRule[]>> = {
  filing: [
    {
      id: "PDC_FINAL",
      projectTypes: pdc,
      term: { days: 90 },
      isDecision: true,
      meaning: "the authority decides: 60 days for the proposal and 30 for the decision",
      source: "D.P.R. 380/2001, art. 20, commi 3, 6 e 8: 60 giorni per la proposta e 30 per il provvedimento",
      ...since2011,
    },
    {
      id: "PDC_RUP_NAME",
      projectTypes: pdc,
      term: { days: 10 },
      meaning: "the office names the official in charge",
      source: "D.P.R. 380/2001, art. 20, comma 2",
      ...since2011,
    },
    restartRule,
    {
      id: "PDC_ISTR",
      projectTypes: pdc,
      term: { days: 60 },
      meaning: "the official makes the proposal",
      source: "D.P.R. 380/2001, art. 20, comma 3",
      ...since2011,
    },
    {
      id: "PDC_COMPLEX",
      projectTypes: pdc,
      term: { days: 150 },
      isSpecialDecision: true,
      meaning: "the authority decides, where the official has declared the project complex and doubled the first term",
      source: "D.P.R. 380/2001, art. 20, comma 7",
      isUnverified: true,
      ...since2011,
    },
    {
      id: "SAN_36BIS_PDC",
      projectTypes: pdc,
      term: { days: 45 },
      isSpecialDecision: true,
      meaning:
        "a permit in remedy (sanatoria) counts as granted, if nothing was answered; where works need a landscape consent, the term is suspended until that is decided on",
      source: "D.P.R. 380/2001, art. 36-bis, comma 6 (D.L. 69/2024)",
      validFrom: "2024-05-30",
    },
    {
      id: "SAN_36_PDC",
      projectTypes: pdc,
      term: { days: 60 },
      isSpecialDecision: true,
      meaning:
        "a permit in remedy (sanatoria) of works done without a permit, or wholly unlike it, counts as refused, if nothing was answered",
      source: "D.P.R. 380/2001, art. 36, comma 3",
      ...since2003,
    },
    {
      id: "SCIA_CONTROL",
      projectTypes: scia,
      term: { days: 30 },
      isDecision: true,
      meaning: "the authority may forbid the works; afterwards only in self-review",
      source: "L. 241/1990, art. 19, commi 3 e 6-bis: 30 giorni per il controllo della SCIA edilizia",
      ...since2011,
    },
    {
      id: "SCIA_ALT_START",
      projectTypes: scia,
      term: { days: 30 },
      meaning: "works under a SCIA in place of a permit may begin on the day after",
      source: "D.P.R. 380/2001, art. 23, comma 1",
      ...since2011,
    },
    {
      id: "SCIA_ZONE_A",
      projectTypes: scia,
      term: { days: 30 },
      meaning: "works in zone A may begin on the day after, where the municipality has decided so",
      source: "D.P.R. 380/2001, art. 23-bis, comma 4",
      validFrom: "2013-08-21",
    },
    {
      id: "SAN_36BIS_SCIA",
      projectTypes: scia,
      term: { days: 30 },
      meaning:
        "a SCIA in remedy (sanatoria) counts as accepted, if nothing was answered; where works need a landscape consent, the term is suspended until that is decided on",
      source: "D.P.R. 380/2001, art. 36-bis, comma 6 (D.L. 69/2024)",
      validFrom: "2024-05-30",
    },
    {
      id: "SCIA_VALID",
      projectTypes: scia,
      term: { years: 3 },
      outlastsApproval: true,
      meaning: "a SCIA in place of a permit is valid",
      source: "D.P.R. 380/2001, art. 23, comma 2",
      ...since2011,
    },
    {
      id: "SAN_36BIS_LAND",
      projectTypes: [...pdc, ...scia],
      term: { days: 180 },
      isSpecialDecision: true,
      meaning: "the authority decides on the landscape compatibility of works in remedy (sanatoria)",
      source: "D.P.R. 380/2001, art. 36-bis (D.L. 69/2024)",
      validFrom: "2024-05-30",
    },
    {
      id: "LAND_SIMPLE",
      projectTypes: works,
      term: { days: 60 },
      isConsent: true,
      meaning: "a simplified landscape authorization is decided on",
      source: "D.P.R. 31/2017, art. 10",
      validFrom: "2017-04-06",
    },
    {
      id: "LAND_ORD",
      projectTypes: works,
      term: { days: 120 },
      isConsent: true,
      meaning:
        "an ordinary landscape authorization is decided on, the superintendent's 45 days included; silence is no consent",
      source: "D.Lgs. 42/2004, art. 146",
      isUnverified: true,
      validFrom: "2010-01-01",
    },
    {
      id: "SEISMIC",
      projectTypes: works,
      term: { days: 30 },
      isConsent: true,
      meaning: "a seismic authorization is decided on; rules of the region may differ",
      source: "D.P.R. 380/2001, art. 94, comma 2-bis",
      validFrom: "2020-09-15",
    },
    {
      id: "VVF_PROJECT",
      projectTypes: works,
      term: { days: 60 },
      isConsent: true,
      beginsAnew: true,
      meaning: "the fire brigade (VVF) decides on a project, counted from the filing of complete documents",
      source: "D.P.R. 151/2011, art. 3, comma 3",
      validFrom: "2011-10-07",
    },
    {
      // From 17 July 2020 to the end of 2024 D.L. 76/2020, art. 13, shortened these terms, first to 60 days and then to 30 and 45.
      ...offices,
      term: { days: 45 },
      source: "L. 241/1990, art. 14-bis, comma 2",
      isUnverified: true,
      validFrom: "2016-07-28",
      validTo: "2025-03-14",
    },
    {
      ...offices,
      term: { days: 30 },
      source: "D.L. 76/2020, art. 13 (D.L. 25/2025, art. 10, comma 4)",
      validFrom: "2025-03-15",
      validTo: "2026-12-31",
    },
    {
      ...offices,
      term: { days: 30 },
      source: "L. 241/1990, art. 14-bis, comma 2 (D.L. 19/2026, art. 5)",
      isUnverified: true,
      validFrom: "2027-01-01",
    },
    {
      ...sensitiveOffices,
      term: { days: 90 },
      source: "L. 241/1990, art. 14-bis, comma 2",
      isUnverified: true,
      validFrom: "2016-07-28",
      validTo: "2025-03-14",
    },
    {
      ...sensitiveOffices,
      term: { days: 45 },
      source: "D.L. 76/2020, art. 13 (D.L. 25/2025, art. 10, comma 4)",
      validFrom: "2025-03-15",
      validTo: "2026-12-31",
    },
    {
      ...sensitiveOffices,
      term: { days: 60 },
      source: "L. 241/1990, art. 14-bis, comma 2 (D.L. 19/2026, art. 5)",
      isUnverified: true,
      validFrom: "2027-01-01",
    },
    {
      id: "ACCESS",
      projectTypes: works,
      term: { days: 30 },
      isConsent: true,
      beginsAnew: true,
      meaning:
        "a request for access to documents (accesso agli atti) counts as refused, if nothing was answered; counted anew from a request that was put right (D.P.R. 184/2006, art. 6, comma 5)",
      source: "L. 241/1990, art. 25, comma 4",
      validFrom: "2006-06-02",
    },
    {
      id: "ENEA",
      projectTypes: works,
      term: { days: 90 },
      outlastsApproval: true,
      countedFrom: "the end of the works",
      meaning: "works that save energy, and for which tax is deducted, are reported to ENEA",
      source: "D.L. 63/2013, art. 16, comma 2-bis; D.M. 6 agosto 2020, art. 6",
      isUnverified: true,
      validFrom: "2020-10-06",
    },
    {
      id: "DOCFA",
      projectTypes: ["catastale"],
      term: { days: 30 },
      countedFrom: "the day on which the building became usable or the works ended",
      meaning: "the change is filed with the land registry; from day 31 there is a sanction",
      source: "R.D.L. 652/1939, art. 28; D.L. 4/2006, art. 34-quinquies",
      validFrom: "2006-03-12",
    },
    {
      id: "VOLTURA",
      projectTypes: ["catastale"],
      term: { days: 30 },
      countedFrom: "the registration of the deed or of the declaration of inheritance",
      meaning: "the change of owners (voltura) is asked for",
      source: "D.P.R. 650/1972, art. 3",
      validFrom: "1973-01-01",
    },
    {
      id: "SUCCESSION",
      projectTypes: ["catastale"],
      term: { months: 12 },
      countedFrom: "the death",
      meaning: "the declaration of inheritance (dichiarazione di successione) is filed",
      source: "D.Lgs. 346/1990, art. 31",
      validFrom: "2007-01-01",
    },
    {
      id: "CTU_FEES",
      projectTypes: ["perizia"],
      term: { days: 100 },
      outlastsApproval: true,
      countedFrom: "the end of the court expert's (CTU) operations, at the latest the deposit of the report",
      meaning: "the expert asks the court for fees and expenses, or loses them",
      source: "D.P.R. 115/2002, art. 71, comma 2",
      isUnverified: true,
      validFrom: "2002-07-01",
    },
  ],
  request: [
    {
      id: "PDC_ATTEST",
      projectTypes: pdc,
      term: { days: 15 },
      meaning: "the office attests that the term has elapsed, or says which acts there are",
      source: "D.P.R. 380/2001, art. 20, comma 8 (D.L. 76/2020)",
      validFrom: "2020-07-17",
    },
  ],
  approved: [
    {
      id: "PDC_START",
      projectTypes: pdc,
      term: { years: 1 },
      meaning:
        "the works begin, or the permit lapses; an extension is asked for before, or claimed by a notice to the municipality under D.L. 21/2022",
      source: "D.P.R. 380/2001, art. 15, comma 2; D.L. 21/2022, art. 10-septies",
      ...untilEnd2025,
    },
    {
      id: "PDC_START",
      projectTypes: pdc,
      term: { years: 1 },
      meaning: "the works begin, or the permit lapses; an extension is asked for before",
      source: "D.P.R. 380/2001, art. 15, comma 2",
      ...since2026,
    },
    {
      id: "PDC_END",
      projectTypes: pdc,
      term: { years: 3 },
      countedFrom: "the start of the works",
      meaning:
        "the works end, or the permit lapses; an extension is asked for before, or claimed by a notice to the municipality under D.L. 21/2022",
      source: "D.P.R. 380/2001, art. 15, comma 2; D.L. 21/2022, art. 10-septies",
      ...untilEnd2025,
    },
    {
      id: "PDC_END",
      projectTypes: pdc,
      term: { years: 3 },
      countedFrom: "the start of the works",
      meaning: "the works end, or the permit lapses; an extension is asked for before",
      source: "D.P.R. 380/2001, art. 15, comma 2",
      ...since2026,
    },
    {
      id: "SELF_REVIEW",
      projectTypes: [...pdc, ...scia],
      term: { months: 12 },
      meaning: "the authority may annul its own decision",
      source: "L. 241/1990, art. 21-nonies (D.L. 77/2021)",
      validFrom: "2021-06-01",
      validTo: "2025-12-17",
    },
    {
      id: "SELF_REVIEW",
      projectTypes: [...pdc, ...scia],
      term: { months: 6 },
      meaning: "the authority may annul its own decision",
      source: "L. 241/1990, art. 21-nonies (L. 182/2025, art. 1)",
      validFrom: "2025-12-18",
    },
    {
      id: "STRUCTURE_REPORT",
      projectTypes: ["generic", ...scia, ...pdc],
      term: { days: 60 },
      countedFrom: "the end of the structural works",
      meaning: "the director of works files the report on the finished structure (relazione a struttura ultimata)",
      source: "D.P.R. 380/2001, art. 65, comma 6",
      ...since2003,
    },
    {
      id: "STRUCTURE_TEST",
      projectTypes: ["generic", ...scia, ...pdc],
      term: { days: 60 },
      countedFrom: "the notice that the structure is complete with its roof",
      meaning: "the structure is tested (collaudo statico)",
      source: "D.P.R. 380/2001, art. 67, comma 5",
      ...since2003,
    },
    {
      id: "AGIBILITA",
      projectTypes: [...pdc, ...scia],
      term: { days: 15 },
      countedFrom: "the end of the finishing works",
      meaning: "the certified notice of usability (agibilità) is filed",
      source: "D.P.R. 380/2001, art. 24",
      validFrom: "2016-12-11",
    },
    {
      id: "LAND_VALID",
      projectTypes: works,
      term: { years: 5 },
      countedFrom:
        "the day on which the title for the works takes effect; that of the authorization, where they need none or the applicant delayed it",
      meaning: "works under a landscape authorization end; those begun by then may end within the year after",
      source: "D.Lgs. 42/2004, art. 146, comma 4",
      validFrom: "2014-06-01",
    },
  ],
  suspended: [
    {
      id: "PDC_MODEST_CHANGES",
      projectTypes: pdc,
      term: { days: 15 },
      countedFrom: "the agreement to the modest changes that the office asked for",
      meaning: "the applicant files the documents with the changes",
      source: "D.P.R. 380/2001, art. 20, comma 4",
      isUnverified: true,
      ...since2011,
    },
    resumptionRule,
    refusalRule,
    {
      id: "LAND_SIMPLE_INTEG",
      projectTypes: works,
      term: { days: 10 },
      countedFrom: "the receipt of a request for documents about a simplified landscape authorization",
      meaning: "the applicant files the documents, or the application is declared inadmissible (improcedibile)",
      source: "D.P.R. 31/2017, art. 11, comma 2",
      validFrom: "2017-04-06",
    },
    {
      id: "LAND_SIMPLE_REFUSAL",
      projectTypes: works,
      term: { days: 15 },
      countedFrom: "the notice that a simplified landscape authorization can't be granted as applied for",
      meaning:
        "the applicant files observations and an adapted project; the authority decides within 20 days after them",
      source: "D.P.R. 31/2017, art. 11, commi 6 e 7",
      validFrom: "2017-04-06",
    },
  ],
  rejected: [
    {
      id: "TAX_COURT",
      projectTypes: ["catastale"],
      term: { days: 60 },
      counting: "procedural",
      meaning:
        "an appeal to the tax court (Corte di giustizia tributaria) against an act of the land registry, such as a cadastral value (rendita), is served, counted from its notice; a request for correction (autotutela) doesn't stop the term",
      source: "D.Lgs. 546/1992, artt. 19 e 21 (testo unico: D.Lgs. 175/2024)",
      ...since2015,
    },
    {
      id: "TAR",
      projectTypes: works,
      term: { days: 60 },
      counting: "procedural",
      meaning:
        "an appeal to the regional administrative court (TAR) is served, counted from the notice of the decision",
      source: "D.Lgs. 104/2010, artt. 29, 41 e 54",
      ...since2015,
    },
    {
      id: "TAR_TENDER",
      projectTypes: ["generic"],
      term: { days: 30 },
      counting: "procedural",
      meaning:
        "an appeal to the regional administrative court (TAR) about a public tender or a design competition is served, counted from the communication of the decision; none to the President of the Republic may take its place",
      source: "D.Lgs. 104/2010, artt. 54 e 120, commi 1 e 2",
      ...since2015,
    },
    {
      id: "TAR_ACCESS",
      projectTypes: works,
      term: { days: 30 },
      counting: "procedural",
      meaning:
        "an appeal to the regional administrative court (TAR) against a refusal of access to documents is served, counted from the refusal or the end of the 30 days of silence",
      source: "D.Lgs. 104/2010, artt. 54 e 116",
      ...since2015,
    },
    {
      id: "PRESIDENT",
      projectTypes: works,
      term: { days: 120 },
      meaning:
        "in place of the TAR, an extraordinary appeal to the President of the Republic is filed, counted from the notice of the decision; August counts",
      source: "D.P.R. 1199/1971, artt. 8 e 9",
      isUnverified: true,
      validFrom: "1972-02-01",
    },
  ],
};

/** The rules for an event in a project of a given type on a day (`YYYY-MM-DD`). */
export const rulesFor = (projectType: ProjectType, start: TermStart, day: string): ProcedureRule[] =>
  procedureRules[start].filter(
    ({ projectTypes, validFrom, validTo = day }) =>
      projectTypes.includes(projectType) && validFrom <= day && day <= validTo,
  );
