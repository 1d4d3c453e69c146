import { normalized, parseAmount } from "../review/text.js";
import type { LineItem } from "../revision.js";

const figures =
  /(?<!\p{L})(?:prezz[oi]|cost[oi]|quantità|quantita'?|import[oi]|total[ei]|valor[ei]|tariff[ae]|onorari[oi]?|compens[oi]|misur\p{L}*|comput[oi]|superfic\p{L}*|scont\p{L}*|ribass\p{L}*|aument\p{L}*|rincar\p{L}*|ridu[crz]\p{L}*|ridott\p{L}*|abbass\p{L}*|alz\p{L}{1,6}|raddoppi\p{L}*|dimezz\p{L}*|ricalcol\p{L}*|arrotond\p{L}*|prices?|costs?|quantit(?:y|ies)|qty|amounts?|totals?|values?|fees?|rates?|discount\p{L}*|increas\p{L}*|reduc\p{L}*|lower\p{L}*|rais\p{L}*|double|halve|round)(?!\p{L})|€|%|(?<!\p{L})euro?(?!\p{L})|\d\s?(?:mq|m²|m2|mc|m³|m3|ml|m|metri|kg|ore|h|cad)(?!\p{L}|\d)|\d[^.\n]{0,40}(?:anziché|invece)|(?:anziché|invece)[^.\n]{0,40}\d/iu;
const removal =
  /(?<!\p{L})(?:togli\p{L}*|elimin\p{L}*|rimuov\p{L}*|rimoss\p{L}*|cancell\p{L}*|lev(?:a|are|i)|esclud\p{L}*|sostitu\p{L}*|rifai|rifare|riscriv\p{L}*|accorp\p{L}*|unisci|unire|raggrupp\p{L}*|da capo|senza|remov\p{L}*|delet\p{L}*|drop\p{L}*|replac\p{L}*|rewrit\p{L}*|merg\p{L}*|without|from scratch)(?!\p{L})/iu;
const ofLines = /(?<!\p{L})(?:rig[ah]e?|voc[ei]|lavorazion[ei]|element[oi]|lines?|items?)(?!\p{L})/iu;
const anew =
  /(?<!\p{L})(?:rifai|rifare|riscriv\p{L}*|da capo|rewrit\p{L}*|from scratch)(?!\p{L}).*(?<!\p{L})(?:preventivo|offerta|tutto|quote|everything)(?!\p{L})|(?<!\p{L})(?:preventivo|offerta|tutto|quote|everything)(?!\p{L}).*(?<!\p{L})(?:da capo|from scratch)(?!\p{L})/iu;
const places =
  /(?<!\p{L})(?:rig[ah]e?|voc[ei]|line(?: ?items?)?s?|items?)(?!\p{L})[\s:n.°]{0,5}(\d{1,4}(?:\s{0,2}(?:,|-|–|e|ed|a|and|to)\s{0,2}\d{1,4}(?!\d|[.,]\d|\s{0,2}(?:€|euro)))*)/giu;
const amounts = /\d[\d.,]{0,20}/g;

/** What the caller's instructions allow a model to do to line items that are already there; lines by their places, from 0. */
export interface Asked {
  /** those whose quantity and price may change */
  figures: ReadonlySet<number>;
  /** those that may be left out */
  removal: ReadonlySet<number>;
  /** numbers that the instructions state, such as a price agreed on */
  stated: ReadonlySet<number>;
}

/** The places named by `1, 3 e 5` or `2-4`. */
function placesOf(list: string): number[] {
  const named: number[] = [];
  let previous = 0;
  for (const [, joint = "", digits] of list.matchAll(/(,|-|–|ed?|a|and|to)?\s{0,2}(\d{1,4})/g)) {
    const place = Number(digits);
    const first = /^(-|–|a|to)$/.test(joint) && place > previous ? previous + 1 : place;
    for (let at = first; at <= place; at++) named.push(at - 1);
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
 * code, all where it speaks of lines in general, else those that it describes.
 */
export function askedBy(instructions: string, items: readonly LineItem[]): Asked {
  const text = normalized(instructions);
  const named = (part: string): number[] => [
    ...[...part.matchAll(places)].flatMap(([, list = ""]) => placesOf(list)),
    ...items.flatMap(({ code }, index) => (code && part.includes(normalized(code)) ? [index] : [])),
  ];
  const all = items.map((_, index) => index);
  const orAll = (some: number[]): number[] => (some.length > 0 ? some : all);
  const takingAway = instructions
    .split(/[.;!?](?=\s|$)|\n/)
    .map(normalized)
    .filter((sentence) => removal.test(sentence));
  return {
    figures: new Set(figures.test(text) ? orAll(named(text)) : []),
    removal: new Set(
      takingAway.flatMap((sentence) => {
        if (anew.test(sentence)) return all;
        return ofLines.test(sentence) ? orAll(named(sentence)) : worded(sentence, items);
      }),
    ),
    stated: new Set([...text.matchAll(amounts)].map(([digits]) => parseAmount(digits)).filter((amount) => amount > 0)),
  };
}
