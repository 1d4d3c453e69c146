import type { LineItem } from "../../../src/domain/documents/revision.js";
import type { ReviewInput } from "../../../src/domain/review/input.js";
import { quote } from "./sample.js";

/** What else the firms of these documents work on; none of it belongs in them. */
export const elsewhere = {
  otherContactNames: ["Mario Rossi", "Edil Toscana S.r.l.", "Condominio Le Querce", "Francesca Moretti", "Luigi Ferri"],
  otherMunicipalities: ["Pisa", "Viareggio", "Empoli", "Camaiore", "Massarosa"],
};
export const item = (desc: string, unit: string, qty: number, price: number, code: string | null = null): LineItem => ({
  desc,
  unit,
  qty,
  price,
  code,
});
type Around = Partial<Omit<ReviewInput, "document">>;
export const real = (document: Partial<ReviewInput["document"]>, around: Around): ReviewInput =>
  quote(
    { lineItems: [], vatPct: null, notes: null, validUntil: null, ...document },
    { ...elsewhere, aiUsed: false, ...around },
  );

const person = (name: string, role: "client" | "notary" | "other" = "client") => ({
  name,
  role,
  company: null,
  email: "posta@example.it",
  pec: null,
  phone: "+39 347 1234567",
  notes: null,
  taxCode: null,
  vatNumber: null,
  city: null,
});
const site = (
  name: string,
  address: string,
  municipality: string,
  type: "cila" | "scia" | "perizia" | "catastale",
) => ({
  name,
  address,
  municipality,
  type,
});

const bathroom = real(
  {
    kind: "preventivo",
    title: "Preventivo rifacimento bagno",
    body: `Spett.le Sig.ra Moretti Anna
C.F. MRTMTT91D08F205J

Oggetto: rifacimento completo del bagno al piano primo dell'abitazione di via dei Mille 24, Capannori (LU).

A seguito del sopralluogo del 12/11/2026 Vi sottoponiamo la nostra migliore offerta per i lavori elencati di seguito.
I lavori avranno una durata di circa 15 giorni lavorativi dalla consegna dei materiali.

Sono compresi: assistenze murarie, trasporto a rifiuto, pulizia finale.
Sono esclusi: sanitari e rubinetterie (a scelta del cliente), pratiche edilizie, quanto non espressamente indicato.

I lavori sono di manutenzione straordinaria su immobile a prevalente destinazione abitativa privata (IVA 10%).`,
    lineItems: [
      item("Demolizione di pavimento e rivestimento esistenti, compreso massetto", "mq", 22.4, 28, "A.01.12"),
      item("Rimozione di sanitari e tubazioni", "a corpo", 1, 380),
      item("Impianto idrico-sanitario in multistrato, per n. 4 apparecchi", "cad", 4, 310),
      item("Massetto in sabbia e cemento, spessore cm 5", "mq", 5.6, 34.5),
      item("Posa di rivestimento in gres porcellanato, collante compreso", "mq", 24.8, 38),
      item("Fornitura di gres porcellanato 60x60, prima scelta", "mq", 27, 29.9),
      item("Tinteggiatura del soffitto con pittura antimuffa", "mq", 5.6, 9),
    ],
    vatPct: 10,
    validUntil: new Date("2026-12-31"),
    notes: `Condizioni di pagamento: 30% all'accettazione, 40% a metà lavori, saldo a fine lavori, a mezzo bonifico bancario.
Validità dell'offerta: 31/12/2026.
`,
  },
  {
    contact: person("Anna Moretti"),
    project: site("Bagno Moretti", "via dei Mille 24", "Capannori", "cila"),
    otherContactNames: ["Mario Rossi", "Edil Toscana S.r.l."],
  },
);

const cadastral = real(
  {
    kind: "preventivo",
    title: "Preventivo per aggiornamento catastale (DOCFA)",
    body: `Gentile Sig. Ferri,

come da Sua richiesta Le trasmetto il preventivo per l'aggiornamento catastale dell'unità in Capannori, via Pesciatina 8,
identificata al Catasto Fabbricati al foglio 31, particella 512, subalterno 3.

La prestazione comprende il rilievo metrico, la redazione della planimetria, la compilazione e l'invio del DOCFA all'Agenzia
delle Entrate. L'incarico presenta un grado di complessità ordinario. Gli oneri ipotizzabili dal conferimento alla conclusione
sono quelli sotto elencati; i tributi catastali (70 euro per unità) sono compresi.

Committente: Luigi Ferri, codice fiscale RSSMRA85T10A562S.

Operazione effettuata da soggetto in regime forfettario, ai sensi dell'art. 1, commi 54-89, L. 190/2014: senza applicazione
dell'IVA né della ritenuta d'acconto.

Distinti saluti.`,
    lineItems: [
      item("Rilievo metrico e restituzione grafica", "a corpo", 1, 250),
      item("Redazione e presentazione DOCFA", "a corpo", 1, 300),
      item("Tributi catastali anticipati in nome e per conto", "a corpo", 1, 70),
      item("Contributo integrativo CIPAG 5% su 550,00 euro", "a corpo", 1, 27.5),
      item("Imposta di bollo", "cad", 1, 2),
    ],
    vatPct: 0,
    validUntil: new Date("2027-01-20"),
    notes: `Pagamento: acconto di 200 euro all'incarico, saldo alla consegna della ricevuta.
Polizza RC professionale n. IFL0001234, massimale 500.000 euro.`,
  },
  {
    contact: person("Luigi Ferri"),
    project: site("DOCFA Ferri", "via Pesciatina 8", "Capannori", "catastale"),
    otherContactNames: ["Mario Rossi", "Anna Moretti"],
  },
);

const architect = real(
  {
    kind: "preventivo",
    title: "Offerta per progettazione e direzione lavori",
    body: `Gentili signori Paolo e Laura Conti,

vi ringrazio per la fiducia. Vi propongo la mia offerta per la ristrutturazione dell'appartamento di via Roma 5, Altopascio.

Le fasi del lavoro sono queste:
1. Rilievo e stato di fatto;
2. Progetto architettonico e pratica CILA;
3. Direzione dei lavori, con due visite alla settimana;
4. Fine lavori e segnalazione certificata di agibilità.

Restano esclusi il progetto degli impianti, le pratiche strutturali e il coordinamento della sicurezza.
La complessità dell'incarico è media. Oltre ai compensi sono prevedibili diritti di segreteria per 150 euro, a carico del committente.

Paolo Conti C.F. MRTMTT91D08F205J - Laura Conti C.F. RSSMRA85T10A562S

Totale imponibile € 6.760,00.
Un cordiale saluto.`,
    lineItems: [
      item("Rilievo e restituzione dello stato di fatto", "a corpo", 1, 900),
      item("Progetto architettonico e pratica CILA", "a corpo", 1, 2400),
      item("Direzione dei lavori", "mesi", 4, 800),
      item("Contributo Inarcassa 4%", "a corpo", 1, 260),
    ],
    vatPct: 22,
    validUntil: new Date("2027-02-28"),
    notes: `I pagamenti avvengono a 30 giorni dalla fattura, alla fine di ogni fase.
Polizza di responsabilità civile professionale Alfa Assicurazioni n. 77/1234567, massimale 1.000.000,00 di euro.
L'offerta è valida fino al 28 febbraio 2027.`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

const authorityLetter = real(
  {
    kind: "letter",
    title: "Trasmissione integrazioni pratica SCIA n. 1234/2026",
    body: `Al Comune di Capannori
Ufficio Edilizia Privata
PEC: pg.capannori@cert.example.it

Oggetto: SCIA prot. n. 45678 del 02/10/2026 - Integrazioni richieste con nota prot. n. 48901 del 28/10/2026.

Il sottoscritto ing. Marco Galli, tecnico incaricato dalla proprietà, con riferimento alla nota in oggetto precisa quanto segue.

1) La tavola 3 è stata corretta con le quote dell'altezza in gronda.
2) La relazione geologica è stata depositata il 10 novembre 2026.
3) I diritti di segreteria sono stati versati con PagoPA.

Si chiede di considerare completa la documentazione e si resta a disposizione per ogni chiarimento.

Distinti saluti.
Capannori, 20 novembre 2026`,
  },
  {
    contact: { ...person("Comune di Capannori"), role: "municipality", pec: "pg.capannori@cert.example.it" },
    project: site("SCIA Galli", "via Nuova 3", "Capannori", "scia"),
  },
);

const paymentReminder = real(
  {
    kind: "letter",
    title: "Sollecito di pagamento fattura n. 12/2026",
    body: `Gentile Sig. Conti,

dalle nostre verifiche risulta ancora da saldare la fattura n. 12/2026 del 15/09/2026, di € 1.220,00, scaduta il 15/10/2026.

La preghiamo di versare l'importo entro 10 giorni sul conto IBAN IT60 X054 2811 1010 0000 0123 456, indicando il numero della fattura.
Se ha già pagato, non tenga conto di questa lettera e ci mandi copia della contabile a amministrazione@studiogalli.example.it.

Cordiali saluti
Studio Galli & Associati`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

const engineerEngagement = real(
  {
    kind: "engagement_letter",
    title: "Disciplinare d'incarico per progetto strutturale",
    body: `Tra
Beta Costruzioni S.r.l., con sede in Empoli, via Livornese 10, P.IVA 00743110157, in persona del legale rappresentante (il Committente)
e
ing. Marco Galli, con studio in Lucca, iscritto all'Ordine degli Ingegneri di Lucca al n. 1234 (il Professionista)

si conviene quanto segue.

Art. 1 - Oggetto. Il Committente affida al Professionista il progetto strutturale del capannone in Porcari, via Ciarpi 2.
Art. 2 - Prestazioni. Relazione di calcolo, disegni esecutivi, deposito al Genio Civile.
Art. 3 - Complessità. L'incarico è di complessità alta. Le spese prevedibili fino alla conclusione sono i diritti di deposito.
Art. 4 - Tempi. Il progetto è consegnato entro 60 giorni dalla firma e dalla consegna della relazione geologica.
Art. 5 - Compenso. € 8.500,00 (ottomilacinquecento/00) oltre Inarcassa 4% e IVA 22%. Il compenso rispetta l'equo compenso (L. 49/2023).
Art. 6 - Pagamenti. 30% alla firma, 50% alla consegna, 20% al deposito, con bonifico a 30 giorni.
Art. 7 - Recesso. Il Committente può recedere pagando le spese e il lavoro svolto (art. 2237 c.c.).
Art. 8 - Assicurazione. Polizza RC professionale n. 99887766, massimale 2.000.000 euro.
Art. 9 - Privacy. Il Committente ha ricevuto l'informativa ai sensi dell'art. 13 del Regolamento (UE) 2016/679.
Art. 10 - Intelligenza artificiale. Il Professionista può usare sistemi di IA come supporto, sotto la propria responsabilità (legge 23 settembre 2025, n. 132).
Art. 11 - Controversie. Per ogni controversia è competente il foro di Lucca.

Porcari, lì ____________

Il Committente ____________________          Il Professionista ____________________

Ai sensi degli artt. 1341 e 1342 c.c. si approva specificamente l'art. 11.

Il Committente ____________________`,
  },
  {
    aiUsed: true,
    contact: { ...person("Beta Costruzioni S.r.l."), company: "Beta Costruzioni S.r.l." },
    project: site("Capannone Beta", "via Ciarpi 2", "Porcari", "scia"),
  },
);

const accessDelegation = real(
  {
    kind: "delegation",
    title: "Delega per accesso agli atti e presentazione pratica",
    body: `Il sottoscritto Paolo Conti, nato a Lucca il 10/12/1985, residente in Altopascio, via Roma 5, C.F. RSSMRA85T10A562S,
identificato con carta d'identità n. CA54321ZZ rilasciata dal Ministero dell'Interno il 03/05/2021,
in qualità di proprietario dell'immobile in Altopascio, via Roma 5, Catasto Fabbricati, foglio 7, particella 88, sub. 2,

DELEGA

l'arch. Elena Riva, C.F. MRTMTT91D08F205J, con studio in Lucca, a compiere in suo nome e per suo conto questi atti:
- chiedere l'accesso agli atti e ritirare le copie;
- presentare la CILA e le sue integrazioni sul portale del Comune;
- firmare digitalmente e trasmettere i documenti.

Autorizza il trattamento dei dati personali ai sensi del Regolamento (UE) 2016/679.

Altopascio, ____________

Firma del delegante ____________________`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

const valuation = real(
  {
    kind: "perizia",
    title: "Perizia di stima di appartamento",
    body: `1. INCARICO
Il sottoscritto geom. Carla Lenzi, iscritta al Collegio dei Geometri di Lucca al n. 2345, è stata incaricata dal sig. Paolo Conti di stimare
il valore di mercato dell'appartamento in Altopascio, via Roma 5, alla data del 1° novembre 2026.

2. SOPRALLUOGO
Il sopralluogo si è svolto martedì 3 novembre 2026, alla presenza del proprietario.

3. IDENTIFICAZIONE
Catasto Fabbricati del Comune di Altopascio, foglio 7, particella 88, sub. 2, cat. A/2, cl. 3, vani 5,5, rendita € 511,29.
Titoli edilizi: concessione n. 45 del 12/03/1988; CILA n. 210/2015. Lo stato dei luoghi è conforme.

4. CONSISTENZA
Superficie commerciale: mq 98,50. Altezza interna m 2,70.

5. STIMA
Il metodo è il confronto di mercato. Tre vendite vicine danno un valore medio di 1.650 €/mq.
Valore: mq 98,50 x € 1.650,00 = € 162.525,00, che si arrotonda a € 162.500,00 (centosessantaduemilacinquecento/00).

Altopascio, 20 novembre 2026`,
  },
  { contact: person("Paolo Conti"), project: site("Stima Conti", "via Roma 5", "Altopascio", "perizia") },
);

const cilaReport = real(
  {
    kind: "report",
    title: "Relazione tecnica di asseverazione CILA",
    body: `PREMESSA
La relazione riguarda le opere interne nell'appartamento di via Roma 5, Altopascio, di proprietà del sig. Paolo Conti.

STATO DI FATTO
L'unità è al primo piano di un edificio del 1988, in muratura portante. È formata da ingresso, soggiorno, cucina, due camere e bagno.

OPERE
- demolizione del tramezzo tra cucina e soggiorno (spessore 10 cm, non portante);
- nuovo bagno nella camera 2;
- adeguamento degli impianti secondo il D.M. 37/2008.

CONFORMITÀ
Le opere sono di manutenzione straordinaria ai sensi dell'art. 3, c. 1, lett. b), D.P.R. 380/2001. Rispettano il regolamento edilizio.
L'altezza resta di 2,70 m. I rapporti aeroilluminanti sono verificati: camera 1: 1/7; soggiorno: 1/8.

Altopascio, 20/11/2026`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

const drawing = real(
  {
    kind: "plan",
    title: "Tav. 02 - Stato di progetto e sovrapposto",
    body: `Scala 1:50. Quote in cm.
Legenda: giallo = demolizioni; rosso = costruzioni.
Si veda la tav. 01 per lo stato di fatto. H = 270 cm.`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

const siteMinutes = real(
  {
    kind: "generic",
    title: "Verbale di cantiere n. 4",
    body: `Cantiere: Casa Conti, via Roma 5, Altopascio
Data: giovedì 19 novembre 2026, ore 9.30
Presenti: arch. Elena Riva (DL), sig. Paolo Conti, sig. Ivo Pardi (impresa)

1) L'impresa ha finito le demolizioni. Restano da smaltire circa 3 mc di macerie.
2) Il DL ordina di puntellare l'architrave prima di aprire la porta P2.
3) Prossima riunione: giovedì 26 novembre 2026, alle ore 9.30.

Letto, firmato e sottoscritto
DL ____________________    Impresa ____________________`,
  },
  { contact: person("Paolo Conti"), project: site("Casa Conti", "via Roma 5", "Altopascio", "cila") },
);

/** Documents as good firms write them: the fixed checks find nothing in any. */
export const rightDocuments: [name: string, input: ReviewInput][] = [
  ["builder's quote for a bathroom", bathroom],
  ["surveyor's quote under the flat-rate regime", cadastral],
  ["architect's offer", architect],
  ["letter to an authority", authorityLetter],
  ["reminder of payment", paymentReminder],
  ["engineer's engagement letter", engineerEngagement],
  ["delegation for access to records", accessDelegation],
  ["valuation of a flat", valuation],
  ["report for a CILA", cilaReport],
  ["drawing", drawing],
  ["minutes of a site meeting", siteMinutes],
];
