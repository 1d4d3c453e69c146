import { normalized, parseAmount } from "../review/text.js";
import type { LineItem } from "../revision.js";

const figures =
  /(?<!\p{L})(?:prezz[oi]|cost[oi]|quantità|quantita'?|import[oi]|total[ei]|valor[ei]|tariff[ae]|onorari[oi]?|compens[oi]|scont\p{L}*|ribass\p{L}*|aument\p{L}*|rincar\p{L}*|ridu[crz]\p{L}*|ridott\p{L}*|abbass\p{L}*|alz\p{L}{1,6}|raddoppi\p{L}*|dimezz\p{L}*|ricalcol\p{L}*|arrotond\p{L}*|prices?|costs?|quantit(?:y|ies)|qty|amounts?|totals?|values?|fees?|rates?|discount\p{L}*|increas\p{L}*|reduc\p{L}*|lower\p{L}*|rais\p{L}*|double|halve|round)(?!\p{L})|€|%|(?<!\p{L})euro?(?!\p{L})|\d\s?(?:mq|m²|m2|mc|m³|m3|ml|m|metri|kg|ore|h|cad)(?!\p{L}|\d)|\d[^.\n]{0,40}(?:anziché|invece)|(?:anziché|invece)[^.\n]{0,40}\d/iu;
const removal =
  /(?<!\p{L})(?:togli\p{L}*|elimin\p{L}*|rimuov\p{L}*|rimoss\p{L}*|cancell\p{L}*|lev(?:a|are|i)|esclud\p{L}*|sostitu\p{L}*|rifai|rifare|riscriv\p{L}*|accorp\p{L}*|unisci|unire|raggrupp\p{L}*|da capo|senza|remov\p{L}*|delet\p{L}*|drop\p{L}*|replac\p{L}*|rewrit\p{L}*|merg\p{L}*|without|from scratch)(?!\p{L})/iu;
const ofLines = /(?<!\p{L})(?:rig[ah]e?|voc[ei]|lavorazion[ei]|element[oi]|lines?|items?)(?!\p{L})/iu;
const fromScratch = /(?<!\p{L})(?:da capo|from scratch)(?!\p{L})/iu;
const redoing = /(?<!\p{L})(?:rifai|rifare|riscriv\p{L}*|rewrit\p{L}*)(?!\p{L})/iu;
const whole = /(?<!\p{L})(?:preventivo|offerta|tutto|quote|everything)(?!\p{L})/iu;
/** What is not to be done, to the end of its clause: to forbid a change must not open the way to it. */
const forbidden =
  /(?<!\p{L})(?:non|nessun\p{L}*|mai|mant[ei]\p{L}*|lasci\p{L}*|conserv\p{L}*|do not|don['’]t|never|keep\p{L}*|leav\p{L}*|senza(?=\s+(?:cambi|tocc|modific|alter|vari|aggiorn|togli|elimin|rimuov|cancell|rived))|without(?=\s+(?:chang|touch|modif|alter|remov|delet|drop)))(?!\p{L})[^.,;:!?\n]*/giu;
const unit = "(?:mq|m²|m2|mc|m³|m3|ml|m|metri|kg|ore|h|cad|giorni|mesi|anni|punti|pezzi|%)";
/** A number that is money by what stands beside it, or that is a price by its sentence and counts nothing else. */
const money = new RegExp(
  String.raw`(?:€|(?<!\p{L})euro?)\s?(\d[\d.,]{0,20})|(\d[\d.,]{0,20})\s?(?:€|euro?(?!\p{L})|(?:al?|per|/)\s?${unit}(?!\p{L}))`,
  "giu",
);
const ofPrices =
  /(?<!\p{L})(?:prezz[oi]|cost[oi]|import[oi]|tariff[ae]|onorari[oi]?|compens[oi]|prices?|costs?|fees?|rates?)(?!\p{L})/iu;
const bare = new RegExp(
  String.raw`(?<!\p{L}|[\d.,]|(?:rig[ah]e?|voc[ei]|lines?|items?|n\.?|cod\.?)\s{0,3})(\d[\d.,]{0,20})(?!\d|\s?${unit}(?!\p{L})|[-/]?\p{L})`,
  "giu",
);
const places =
  /(?<!\p{L})(?:rig[ah]e?|voc[ei]|line(?: ?items?)?s?|items?)(?!\p{L})[\s:n.°]{0,5}(\d{1,4}(?:\s{0,2}(?:,|-|–|e|ed|a|and|to)\s{0,2}\d{1,4}(?!\d|[.,]\d|\s{0,2}(?:€|euro)))*)/giu;
const sentences = /[.;!?](?=\s|$)|\n/;

/** What the caller's instructions allow a model to do to line items that are already there; lines by their places, from 0. */
export interface Asked {
  /** those whose quantity and price may change */
  figures: ReadonlySet<number>;
  /** those that may be left out */
  removal: ReadonlySet<number>;
  /** prices that the instructions state, such as one agreed on */
  stated: ReadonlySet<number>;
}

/** The places named by `1, 3 e 5` or `2-4`, of so many that there are. */
function placesOf(list: string, count: number): number[] {
  const named: number[] = [];
  let previous = 0;
  for (const [, joint = "", digits] of list.matchAll(/(,|-|–|ed?|a|and|to)?\s{0,2}(\d{1,4})/g)) {
    const place = Number(digits);
    const first = /^(-|–|a|to)$/.test(joint) && place > previous ? previous + 1 : place;
    for (let at = Math.max(first, 1); at <= Math.min(place, count); at++) named.push(at - 1);
    previous = place;
  }
  return named;
}

/** Words of five letters and more, without the last one, which tells singular from plural. */
const stemsOf = (text: string): string[] => (text.match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, -1));

/** Lines whose description shares a word with a text. */
function worded(text: string, items: readonly LineItem[]): number[] {
  const stems = stemsOf(text);
  return items.flatMap(({ desc }, index) =>
    stemsOf(normalized(desc)).some((own) => stems.some((stem) => own.startsWith(stem) || stem.startsWith(own)))
      ? [index]
      : [],
  );
}

/**
 * Reads instructions by fixed rules, since a model is not to judge its own limits. Figures of present lines may change only where the
 * instructions speak of prices, quantities or amounts: those of the lines that they name by place (`riga 3`) or code, or of all where
 * they name none. Lines may go only where a sentence speaks of taking away, replacing or doing anew: those that it names by place or
 * code, all where it speaks of lines in general, else those that it describes. What a clause forbids counts for nothing.
 */
export function askedBy(instructions: string, items: readonly LineItem[]): Asked {
  const allowed = instructions.replace(forbidden, " ");
  const text = normalized(allowed);
  const told = allowed.split(sentences).map(normalized);
  const named = (part: string): number[] => [
    ...[...part.matchAll(places)].flatMap(([, list = ""]) => placesOf(list, items.length)),
    ...items.flatMap(({ code }, index) => (code && part.includes(normalized(code)) ? [index] : [])),
  ];
  const all = items.map((_, index) => index);
  const orAll = (some: number[]): number[] => (some.length > 0 ? some : all);
  const takingAway = told.filter((sentence) => removal.test(sentence));
  return {
    figures: new Set(figures.test(text) ? orAll(named(text)) : []),
    removal: new Set(
      takingAway.flatMap((sentence) => {
        if (isAnew(sentence)) return all;
        return ofLines.test(sentence) ? orAll(named(sentence)) : worded(sentence, items);
      }),
    ),
    stated: new Set(told.flatMap(statedIn)),
  };
}

/** Whether a sentence has all of a quote done anew. */
function isAnew(sentence: string): boolean {
  const from = sentence.search(redoing);
  return (fromScratch.test(sentence) && whole.test(sentence)) || (from >= 0 && whole.test(sentence.slice(from)));
}

/** The prices that a sentence states. */
function statedIn(sentence: string): number[] {
  const found = [...sentence.matchAll(money), ...(ofPrices.test(sentence) ? sentence.matchAll(bare) : [])];
  return found.map(([, one, other]) => parseAmount(one ?? other ?? "")).filter((amount) => amount > 0);
}
