import type { ReviewInput } from "../../../src/domain/review/input.js";
import type { DocumentKind } from "../../../src/domain/vocabulary.js";
import { contact, line, quote } from "./sample.js";

/** What else the organization works on: none of it belongs in these documents. */
const org = {
  otherContactNames: ["Mario Rossi", "Anna Maria Verdi", "Studio Tecnico Neri", "Edil Toscana S.r.l.", "Cliente Prova"],
  otherMunicipalities: ["Pisa", "Viareggio", "Prato", "Lucca"],
};
const document = (kind: DocumentKind, title: string, body: string, changes: Partial<ReviewInput["document"]> = {}) =>
  quote({ kind, title, body, lineItems: [], vatPct: null, notes: null, validUntil: null, ...changes }, org);

const services = [
  line({ desc: "Onorario per progetto e pratica SCIA", unit: "a corpo", qty: 1, price: 2000 }),
  line({ desc: "Spese di accesso agli atti e catastali", unit: "a corpo", qty: 1, price: 150 }),
  line({ desc: "Contributo integrativo CIPAG 5%", unit: "a corpo", qty: 1, price: 107.5 }),
];

const quoteOfServices = document(
  "preventivo",
  "Preventivo per pratica SCIA",
  `Gentile signora Giulia Bianchi (C.F. MRTMTT91D08F205J),

la ringraziamo per la fiducia. Le proponiamo la pratica SCIA per la sua casa, sita in Lucca, via Garibaldi 12.

Il lavoro comprende:
a) il rilievo della casa;
b) il progetto con tavole e relazione;
c) l'invio della pratica allo sportello del Comune di Lucca.

Sono esclusi il calcolo strutturale e l'accatastamento finale. L'incarico è di media complessità. Gli oneri ipotizzabili fino
alla conclusione sono quelli elencati, oltre ai diritti di segreteria del Comune.

Imponibile € 2.257,50 (duemiladuecentocinquantasette/50). Totale IVA 22% inclusa: € 2.754,15.
Il preventivo è valido fino al 31/01/2027.`,
  {
    lineItems: services,
    vatPct: 22,
    validUntil: new Date("2027-01-31"),
    notes: `Pagamento: acconto del 30% alla firma, saldo a fine lavoro, con bonifico. IBAN IT60 X054 2811 1010 0000 0123 456.
Polizza RC professionale n. 123456/A, massimale di 1.000.000 euro.

Per accettazione
Luogo e data ________________    Firma del committente ________________`,
  },
);

const quoteOfWorks = document(
  "preventivo",
  "Tinteggiatura appartamento",
  `Gentile signora Bianchi (C.F. MRTMTT91D08F205J),

ecco il prezzo dei lavori per la sua casa di via Garibaldi 12. I lavori durano tre settimane. La posa segue le norme UNI.
Gli oneri della sicurezza sono compresi nei prezzi. Il foro di ventilazione in cucina resta aperto.`,
  {
    lineItems: [line(), line({ desc: "Fornitura e posa di battiscopa in legno", unit: "m", qty: 40, price: 12 })],
    vatPct: 10,
    validUntil: new Date("2027-01-31"),
    notes: "Saldo a fine lavori con bonifico a trenta giorni.",
  },
);

const letter = document(
  "letter",
  "Chiarimenti sulla pratica edilizia",
  `Gentile signora Bianchi,

le scrivo per la pratica della sua casa. Il Comune di Lucca ha risposto lunedì 16 novembre 2026. Chiede solo due cose:
- la foto della facciata;
- la firma sul modulo nuovo.

Può passare in studio lunedì 30 novembre 2026 alle 9.30? In alternativa può scrivere a studio@example.it.
Il modulo dice: «Il proprietario (o chi ne ha titolo) firma qui». Via via che arrivano i documenti la terremo informata.

Un cordiale saluto`,
);

const engagement = document(
  "engagement_letter",
  "Lettera d'incarico professionale",
  `Tra il geom. Paolo Neri, con studio in Pisa, iscritto al Collegio di Pisa al n. 123, e la signora Giulia Bianchi
(C.F. MRTMTT91D08F205J), nata a Viareggio e residente nel Comune di Capannori, si conviene quanto segue.

1. Oggetto. Il cliente affida al tecnico il progetto e la pratica SCIA per la casa sita in Lucca, via Garibaldi 12.
2. Complessità e oneri. L'incarico è di media complessità. Gli oneri ipotizzabili fino alla conclusione sono quelli del preventivo.
3. Tempi. Il tecnico consegna il progetto entro sessanta giorni dalla firma.
4. Compenso. Il compenso è di € 2.000,00 (duemila/00) oltre cassa e IVA. Il pagamento avviene a stati di avanzamento.
5. Assicurazione. Polizza RC professionale n. 123456, massimale di 1.000.000 euro, valida fino al 31/12/2027.
6. Recesso. Il cliente può recedere in ogni momento con preavviso di quindici giorni (art. 2237 c.c.).
7. Dati personali. Il cliente ha ricevuto l'informativa (art. 13 del Regolamento UE 2016/679).
8. Intelligenza artificiale. Lo studio usa sistemi di intelligenza artificiale solo come aiuto (art. 13 L. 132/2025).
9. Foro. Per ogni controversia è competente il foro di Lucca.

Lucca, lì ____________

Il tecnico                         Il committente
__________________                 __________________

Ai sensi degli artt. 1341 e 1342 c.c. il cliente approva la clausola 9 (foro).

Firma ____________________`,
);

const delegation = document(
  "delegation",
  "Delega per accesso agli atti",
  `La sottoscritta Giulia Bianchi, nata a Pisa il 15 agosto 1985 (C.F. MRTMTT91D08F205J), residente a Capannori,
carta d'identità n. CA12345AB rilasciata dal Comune di Capannori il 3 marzo 2022 e valida fino al 15/08/2032,

delega il geom. Paolo Neri a chiedere l'accesso agli atti, a ritirare le copie e a firmare i moduli.

La delega riguarda la casa in Comune di Lucca, via Garibaldi 12, foglio 45, particella 123, sub. 4.
I dati sono trattati come dice l'informativa (Regolamento UE 2016/679).

Data: ____________

Firma del delegante
______________________`,
);

const expertReport = document(
  "perizia",
  "Perizia di stima",
  `1. Incarico. Il geom. Paolo Neri stima la casa di via Garibaldi 12, in Comune di Lucca, foglio 45, particella 123.
2. Sopralluogo. Il sopralluogo è del 10 novembre 2026. Era presente la proprietà.
3. Fonti. La norma dice: «il tecnico [...] riporta i dati del catasto». Il titolo edilizio è la concessione n. 31/02/1998.
4. Metodo. Il confronto usa tre vendite dell'anno. La superficie è di 120 m², l'altezza di 2,70 m.
5. Misure. Latitudine 43° 50' 30", longitudine 10° 30' 10".
6. Valore. Il valore è di euro 240.000,00 (duecentoquarantamila/00).

Lucca, 20 novembre 2026`,
);

const report = document(
  "report",
  "Relazione tecnica",
  `La relazione descrive le opere per la casa di via Garibaldi 12. Il Comune di Lucca ha approvato il piano il 5 maggio 2024.

1) Stato di fatto: muri in pietra, tetto in legno (anno 1931).
2) Progetto: nuovo bagno e nuova scala.

I lavori seguono il D.P.R. 380/2001. La scala è larga 90 cm. La porta del bagno si apre verso l'esterno.`,
);

const plan = document("plan", "Tavola 3 - Piante e prospetti", "Scala 1:100. Quote in cm.");
const generic = document(
  "generic",
  "Promemoria di cantiere",
  "Domani arriva il materiale. Serve un posto per l'autogru. La strada è chiusa dalle 8 alle 10.",
);

/** A document of every kind, as a careful organization would issue it. */
export const cleanDocuments: [name: string, input: ReviewInput][] = [
  ["quote of services", quoteOfServices],
  ["quote of works", quoteOfWorks],
  ["letter", letter],
  ["engagement letter", engagement],
  [
    "engagement letter of a company",
    {
      ...engagement,
      contact: { ...contact, name: "Alfa S.r.l.", company: "Alfa S.r.l." },
      document: {
        ...engagement.document,
        body: `${engagement.document.body}\n\nSi applica l'equo compenso (L. 49/2023).`,
      },
    },
  ],
  ["delegation", delegation],
  ["expert report", expertReport],
  ["report", report],
  ["plan", plan],
  ["generic document", generic],
];
