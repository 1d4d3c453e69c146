import { normalized, parseAmount } from "../review/text.js";
import type { LineItem } from "../revision.js";

const figures =
  /\b(?:prezz[oi]|cost[oi]|quantità|quantita'?|import[oi]|tariff[ae]|onorari[oi]?|compens[oi]|misur\p{L}*|comput[oi]|scont\p{L}*|ribass\p{L}*|aument\p{L}*|rincar\p{L}*|ridu[crz]\p{L}*|ridott\p{L}*|abbass\p{L}*|alz\p{L}{1,6}|raddoppi\p{L}*|dimezz\p{L}*|ricalcol\p{L}*|prices?|costs?|quantit(?:y|ies)|qty|amounts?|fees?|rates?|discount\p{L}*|increas\p{L}*|reduc\p{L}*|lower\p{L}*|rais\p{L}*|double|halve)(?!\p{L})|€|%|\beuro?\b/iu;
const removal =
  /\b(?:togli\p{L}*|toglier\p{L}*|elimin\p{L}*|rimuov\p{L}*|rimozione|cancell\p{L}*|leva\p{L}*|escludi|sostitu\p{L}*|rifai|rifar\p{L}*|riscriv\p{L}*|accorp\p{L}*|unisci|unire|raggrupp\p{L}*|da capo|senza (?:la|le|il|i|gli) (?:voc[ei]|rig[ah]\p{L}*)|remov\p{L}*|delet\p{L}*|drop\p{L}*|replac\p{L}*|rewrit\p{L}*|merg\p{L}*|from scratch)(?!\p{L})/iu;
const places =
  /\b(?:rig[ah]e?|voc[ei]|line(?: ?items?)?s?|items?)(?!\p{L})[\s:n.°]{0,5}(\d{1,4}(?:\s{0,2}(?:,|-|–|e|ed|a|and|to)\s{0,2}\d{1,4}(?!\d|[.,]\d|\s{0,2}(?:€|euro)))*)/giu;
const amounts = /\d[\d.,]{0,20}/g;

/** What the caller's instructions allow a model to do to line items that are already there. */
export interface Asked {
  /** places of the lines whose quantity and price may change */
  figures: ReadonlySet<number>;
  /** whether lines may be left out */
  removal: boolean;
  /** numbers that the instructions state, such as a price agreed on */
  stated: ReadonlySet<number>;
}

/** The places named by `1, 3 e 5` or `2-4`, from 0. */
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

/**
 * Reads instructions by fixed rules, since the model is not to judge its own limits: figures of present lines may change only where
 * the instructions speak of prices, quantities or amounts, and then only those of the lines that they name by place (`riga 3`) or
 * code, or all where they name none; lines may go only where they speak of taking away or of doing anew.
 */
export function askedBy(instructions: string, items: readonly LineItem[]): Asked {
  const text = normalized(instructions);
  const byPlace = [...text.matchAll(places)].flatMap(([, list = ""]) => placesOf(list));
  const byCode = items.flatMap(({ code }, index) => (code && text.includes(normalized(code)) ? [index] : []));
  const named = [...byPlace, ...byCode];
  const all = items.map((_, index) => index);
  return {
    figures: new Set(figures.test(text) ? (named.length > 0 ? named : all) : []),
    removal: removal.test(text),
    stated: new Set([...text.matchAll(amounts)].map(([digits]) => parseAmount(digits)).filter((amount) => amount > 0)),
  };
}
