import { anyWord, either, oneOf, wordPattern } from "../text/words.js";

// The words with which users say, in Italian or English, what a model may change. Instructions are long, so every pattern is linear.

const amount = String.raw`(\d[\d.,]{0,20})`;
const units = "mq, m², m2, mc, m³, m3, ml, m, metri, kg, ore, h, cad";
const measures = oneOf(units);
/** What a number counts or measures, rather than naming a line. */
export const counted = oneOf(units, "giorni, mesi, anni, punti, pezzi, %");
const insteadOf = oneOf("anziché, invece");

const figureWords = anyWord({
  whole: [
    "prezzo, prezzi, costo, costi, importo, importi, totale, totali, valore, valori, quantità, quantita, eur, euro",
    "tariffa, tariffe, onorario, onorari, onorarii, compenso, compensi",
    "price, prices, cost, costs, quantity, quantities, qty, amount, amounts, total, totals, value, values",
    "fee, fees, rate, rates, double, halve, round",
    /alz\p{L}{1,6}/u,
  ],
  stems: [
    "scont, ribass, aument, rincar, riduc, ridur, riduz, ridott, abbass, raddoppi, dimezz, ricalcol, arrotond",
    "discount, increas, reduc, lower, rais",
  ],
});
const figureSigns = new RegExp(
  String.raw`[€%]|\d\s?${measures}(?!\p{L}|\d)|\d[^.\n]{0,40}${insteadOf}|${insteadOf}[^.\n]{0,40}\d`,
  "iu",
);

/** Whether a text speaks of prices, quantities or amounts. */
export const speaksOfFigures = (text: string): boolean => figureWords.test(text) || figureSigns.test(text);

/** Asks to remove, replace or redo something. */
export const removal = anyWord({
  whole: ["leva, levare, levi, rifai, rifare, unisci, unire, da capo, senza", "without, from scratch"],
  stems: [
    "togli, elimin, rimuov, rimoss, cancell, esclud, sostitu, riscriv, accorp, raggrupp",
    "remov, delet, drop, replac, rewrit, merg",
  ],
});

const otherWish = anyWord({
  stems: [
    "alz, aument, rincar, scont, ribass, riduc, abbass, raddopp, dimezz, arrotond, port, mett, spost, cambi, modific, aggiorn",
    "rais, increas, reduc, lower, doubl, halv, round, set, chang, mov, updat",
  ],
});

/** A sentence without the clauses that ask for something else than a removal: `, alza la 2` in `elimina la 1, alza la 2 e togli la 3`. */
export function withoutOtherWishes(sentence: string): string {
  let isOther = false;
  const clauses = sentence.split(/(?=[,;:]|\s(?:e|ed|and|poi|then)\s)/).filter((clause) => {
    isOther = !removal.test(clause) && (isOther || otherWish.test(clause));
    return !isOther;
  });
  return clauses.join("");
}

const every = "tutti, tutte, all, every";
/** Speaks of all that is there. */
export const everyLine = anyWord({ whole: [every] });
/** Speaks of all that is there without a word for it; `tutto il massetto` and `tutte le pitture` are some of it. */
export const everything = anyWord({
  whole: [/tutto(?!\s+(?:(?:il|lo|questo|quel|quello)\s|l['’]))/, "everything", /(?:tutt[ei]|all)(?!\s{1,3}\p{L})/u],
});
/** Speaks of all that is there, or asks for more: then the number of no present line may be a new one's. */
export const linesBeside = anyWord({ whole: [every, "add, adding, insert"], stems: ["aggiung, inseri"] });

/** Mentions lines in general. */
export const lineWords = anyWord({
  whole: [/rig[ah]e?/, "voce, voci, lavorazione, lavorazioni, elemento, elementi", "line, lines, item, items"],
});

const fromScratch = anyWord({ whole: ["da capo, from scratch"] });
const redoing = anyWord({ whole: ["rifai, rifare"], stems: ["riscriv, rewrit"] });
const wholeQuote = anyWord({ whole: ["preventivo, offerta, tutto, quote, everything"] });

/** Whether a sentence asks to write the whole quote anew. */
export function asksToStartAnew(sentence: string): boolean {
  const from = sentence.search(redoing);
  return (
    (fromScratch.test(sentence) && wholeQuote.test(sentence)) || (from >= 0 && wholeQuote.test(sentence.slice(from)))
  );
}

const article = String.raw`(?:(?:la|le|il|lo|i|gli|the|quell\p{L}{1,2})(?!\p{L})|l['’])`;

// `Senza ribasso` asks for something; `senza toccare i prezzi` forbids it.
const changing = oneOf("cambi, tocc, modific, alter, vari, aggiorn, togli, elimin, rimuov, cancell, rived");
const changingInEnglish = oneOf("chang, touch, modif, alter, remov, delet, drop");
const forbidding = wordPattern({
  whole: [
    /(?:tieni|tenere|tenete|tenendo)(?! (?:conto|presente))/,
    // `Tutte ma non la 3` is an exception.
    new RegExp(String.raw`non(?!(?<=ma non)\s${article})`),
    "mai, do not, don't, don’t, never",
    new RegExp(String.raw`senza(?=\s+${changing})`),
    new RegExp(String.raw`without(?=\s+${changingInEnglish})`),
  ],
  stems: ["nessun, mante, manti, lasci, conserv", "keep, leav"],
});

const numbered = oneOf(
  /\d{1,4}(?!\d)/,
  /(?:prim|second|terz|quart|quint|sest|settim|ottav|non|decim|(?:pen|terz)?ultim)[aoie]/,
  "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, last",
);
const endOfItem = String.raw`(?=\s{0,2}(?:$|[.,;:!?\n])|\s(?:e|ed|and)\s)`;
/** `, la 4 e la 5` of `lascia la 3, la 4 e la 5`. */
const furtherLines = String.raw`(?:(?:,\s{0,2}(?:(?:e|ed|and)\s)?|\s(?:e|ed|and)\s)${article}\s?${numbered}${endOfItem})*`;

/** What must not be done, to the end of its clause: whoever forbids a change mentions it too. */
export const forbiddenClauses = new RegExp(String.raw`${forbidding}[^.,;:!?\n]*${furtherLines}`, "giu");

/** Mentions prices: only in such a sentence can a number without currency or unit be a price. */
export const priceWords = anyWord({
  whole: [
    "prezzo, prezzi, costo, costi, importo, importi, tariffa, tariffe, onorario, onorari, onorarii, compenso, compensi",
    "price, prices, cost, costs, fee, fees, rate, rates",
  ],
});

/** Amounts with a currency or unit that makes them prices: `€ 12`, `12 al mq`. The amount is the first or the second group. */
export const money = either(
  [
    new RegExp(String.raw`(?:€|(?<!\p{L})euro?)\s?${amount}`, "u"),
    new RegExp(String.raw`${amount}\s?(?:€|euro?(?!\p{L})|(?:al?|per|/)\s?${counted}(?!\p{L}))`, "u"),
  ],
  "giu",
);

const numbering = oneOf(/rig[ah]e?/, "voce, voci", /lines?|items?|n\.?|cod\.?/);
/** Numbers that are neither the number of a line nor a count of something. In a sentence about prices they are prices. */
export const bareNumbers = new RegExp(
  String.raw`(?<!\p{L}|[\d.,]|${numbering}\s{0,3})${amount}(?!\d|\s?${counted}(?!\p{L})|[-/]?\p{L})`,
  "giu",
);
