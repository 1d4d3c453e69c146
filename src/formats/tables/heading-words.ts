import type { Field } from "./headings.js";

/** `P.U.`: parti uguali before dimensions, else prezzo unitario. */
export const partsOrPrice = /^p ?u$/;

/** `N.`: before the dimensions the equal parts, else the line's number. */
export const partsOrNumber = /^(n|nr|num|numero)$/;

/** `N. Ord.` */
export const numbersLine = /^(numero|n|nr|num) (d |di )?ord(ine)?$/;

/** Equal parts beside dimensions, else what there is of a thing, or how many its quantity is of. */
export const pieces = /^((n|nr|num|numero) )?(di )?(parti|pezzi|volte)( uguali| simili| ug)?$/;

/** A dimension beside others; alone, with a quantity, what a thing is like. */
export const letterOrDepth = /^(l|prof|profondita)( m| ml| mt)?$/;

/** A price in a list of prices, and the amount beside quantities or dimensions. */
export const priceOrAmount = /^(importo( €)?|(prezzo|prezzi) totale|€|euro)$/;

/** What a heading is in full, `L` and `S` in it standing for the words for labour and safety. */
const words = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace("L", "(manodopera|manod|mano d opera|m ?o|m ?d ?o|r ?u|risorse umane)").replace("S", "(sicurezza|sic)")}$`,
  );

/** The words for each field, the surest first. Where two columns have words for one field, the surer counts, else the left one. */
const wordsByField: Partial<Record<Field, readonly RegExp[]>> = {
  code: [
    /^(num ord )?tariffa$/,
    /^(codice|cod)( (tariffa|voce|articolo|art|prezzo|prezzario|prezziario|listino|e ?p|elenco prezzi|completo|totale))?( €)?$/,
    /^(n )?(art|articolo)( (di )?(elenco|e p|tariffa|elenco prezzi))?$/,
    /^(rif|riferimento|n|nr|num|voce)( (di )?(elenco|e p|elenco prezzi|prezzario|listino))$/,
    /^codice\b/,
    /^(numero|n|nr|num) (d |di )?ordine$/,
    /^e ?p$/,
  ],
  number: [
    /^(n|nr|num|numero|pos|posizione|prog|progr|progressivo|n prog|n progr|num progressivo|riga)$/,
    numbersLine,
    /^(n|nr|num|numero) (di )?voce$|^voce (n|nr|num|numero)$/,
  ],
  labourPct: [
    words("% ?(di |della )?L"),
    words("L ?%"),
    words("(incidenza|inc) (%? ?)(della |di )?L( %)?( sul (totale|prezzo))?"),
    words("(perc|percentuale) (di |della )?L"),
  ],
  labourAmount: [
    words("(costo|importo|somma|valore) (minimo )?(della |di )?L( €)?"),
    /^(manodopera|manod(?= ))( lorda)?( €)?$/,
  ],
  safetyPct: [
    words("% ?(oneri |costi )?(di |della )?S"),
    words("(incidenza|inc) %? ?(oneri |costi )?(di |della )?S( %)?( sul (totale|prezzo))?"),
    words("(oneri |costi )?(di |della )?S %"),
    words("(perc|percentuale) (oneri |costi )?(di |della )?S"),
  ],
  safetyAmount: [
    words("(costo |costi |oneri |importo )?(di |della )?S( (inclus|compres)[aoi]( nel prezzo)?)?( (in )?(€|euro))"),
  ],
  safety: [/^(oneri|costi|costo|voce) (di |della |per la )?sicurezza$/, /^sicurezza$/],
  unit: [
    /^(u m|um|udm|u d m|u di m|unita (di )?misura|un mis|u mis|unita di mis|unit mis)$/,
    /^unita( di misura)?\b/,
    /^(misura|mis|simbolo|unita|un)$/,
  ],
  length: [/^(dimensioni )?(lung|lungh|lunghezza)( m| ml| mt)?$/, /^l( m| ml| mt)?$/],
  width: [
    /^(dimensioni )?(larg|largh|larghezza)( m| ml| mt)?$/,
    /^(larg|largh|larghezza)?( o)?( ?prof| ?profondita)( m| ml| mt)?$/,
    /^l( m| ml| mt)?$/,
  ],
  height: [
    /^(dimensioni )?(h peso|alt peso|altezza peso|altezza o peso|h o peso|h|alt|altezza|peso|spessore|spess)( m| ml)?$/,
    /^(h|alt|altezza) (o )?(p|peso|spess|spessore)( kg| m| ml)?$/,
    /^(prof|profondita)( m| ml| mt)?$/,
  ],
  count: [
    /^(par ug|parti uguali|par uguali|parti ug|n parti|parti|n p u|simili|n simili|par ugu)$/,
    /^dimensioni par ug$/,
    pieces,
    /^(part|parti) u(g)?$/,
    partsOrPrice,
  ],
  quantity: [
    /^(quantita|q ta|qta|quant)( totale| totali)?$/,
    /^(qt|q)$/,
    /^(quant ta|(tot|totale) quantita|quantita (u m|complessiva|prevista|(di )?(computo|progetto)))$/,
    /^((n|nr|num|numero) )?(di )?pezzi$/,
  ],
  price: [
    /^(prezzo|prezzi|importo|importi|costo|prz|pr|p)( €)? (unit|unitario|unitari)( €)?$/,
    /^(prezzo|prezzi)( €| euro| in euro| lordo| totale| applicazione| di applicazione)?$/,
    /^(unitario|costo unitario|valore unitario|€ unitario)$/,
    /^(prz|p ?u)( €| euro)?$/,
    /^prezzo\b(?! (senza|totale|netto))/,
    /^costo( €)?$/,
    /^importo( €)?$/,
    /^(€|euro) (unit|unitario|unita|u ?m)$/,
    /^(unit|unitario) (€|euro)$/,
    /^(costo|valore|prez) (un|unit|unitario)( €| euro)?$/,
    /^(€|euro)$/,
  ],
  amount: [
    /^(importo|importi|prezzo|costo)( €)? (totale|totali|complessivo)( €)?$/,
    /^(importo|importi|totale|tot)( €| euro)?$/,
    /^(importo|imp) tot(ale)?( (in )?(€|euro))?$/,
    /^(importo|totale) in (€|euro)$/,
    /^(€|euro) tot(ale)?$/,
    /^(totale (importo|voce)|importo (lavori|voce)|imp|ammontare)$/,
  ],
  description: [
    /^(descrizione|declaratoria|designazione|descr|indicazione)( (dei|delle|dell|del|della|estesa|completa))?\b/,
    /^(lavorazione|lavorazioni|oggetto|testo|voce|articolo)$/,
    /^(desc|descriz|denominazione|lavori|opere|voci)( (di )?(costo|lavoro|spesa))?$/,
    /^(natura|tipo) (dei |di |del )?(lavori|lavoro|opere)$/,
  ],
  chapter: [/^(capitolo|categoria|tipologia|sezione|settore|famiglia)$/],
  year: [/^(edizione|anno)$/],
};

/** The fields and their words, in the order in which they take their columns. */
export const fieldWords = Object.entries(wordsByField) as [Field, readonly RegExp[]][];
