import { oneOf, wordPattern } from "../text/words.js";
import { counted } from "./instruction-words.js";

// Lines that a text names by their numbers. Instructions are long, so every pattern is linear.

const manyLines = ["righe, voci, elementi, lavorazioni, items", /line(?: ?item)?s/];
const oneLine = ["riga, voce, elemento, lavorazione, item", /line(?: ?item)?/];
/** A word for one line. */
export const lineNoun = wordPattern({ whole: oneLine });
/** A word for one line or several. */
export const lineNouns = wordPattern({ whole: [...manyLines, ...oneLine] });
const from = oneOf("dalla, dal, da, from");
const numberSign = String.raw`[\s:.]{0,3}(?:(?:numer[oi]|numbers?|num|nn?|nr|no)[.°º]{0,2}\s{0,2}|[#°º]\s{0,2})?`;
/** `righe 2 a 4`, `dalla riga 2 alla 4`; in `riga 2 a 4` it is what the line's amount shall be. */
const rangeBegins = String.raw`(?:${wordPattern({ whole: manyLines })}|(?<!\p{L})${from}\s{1,2}${lineNouns}|${from})${numberSign}\d{1,4}\s{0,2}`;
const rangeSigns = "-|–|—|−|‑|÷";
const joint = String.raw`\s{0,2}(?:,\s{0,2}(?:e|ed|and)(?!\p{L})|,|${rangeSigns}|&|\+|e|ed|and|(?<=${rangeBegins})(?:a|al|alla|to))\s{0,2}(?:la\s{1,2}|il\s{1,2})?(?:(?:riga|voce|line|item)\s{1,2})?(?:n(?:umero|\.)?\s{0,2})?`;
const notAnAmount = String.raw`(?!\d|[.,]\d|\s{0,2}(?:€|(?:euro?|per cento|volte|times|${counted})(?!\p{L})))`;
/** What bills count besides lines. */
export const others = `(?:pian[oi]|livell[oi]|lott[oi]|stralc(?:io|i)|fas[ei]|man[oi]|rat[ae]|blocc(?:o|hi)|tratt[oi]|scal[ae]|bagn[oi]|appartament[oi]|sal|floors?|phases?)`;
/** Which of them it is, as in `piano terra`, `scala B`, `lotto 2`; `a`, `i` and `l'` mostly begin what goes on. */
const one = String.raw`\s{1,2}(?:terra(?!\p{L})|\d)`;
const oneByName = String.raw`\s{1,2}(?:(?:primo|secondo|terzo|(?:sem)?interrato|rialzato|ammezzato|[b-df-hj-np-z]|[ai](?=\s{0,2}(?:$|[.,;:)]|e(?!\p{L}))))(?![\p{L}'’]))`;
/** `dal 1° al 3° piano`, `dal 1 al 3 piano`, `1° piano`; in `voce 3 piano terra` and `voci dal 1 al 3 scala B` they are lines. */
const notOfOthers = String.raw`(?!\d{1,3}\s?[ªº°^](?:(?:,|\s{1,2}(?:e|ed|al?|and|to))\s{1,2}(?:del\s{1,2})?\d{1,3}\s?[ªº°^]?){0,9}\s{1,2}${others}(?!\p{L}|${one})|\d{1,3}\s{1,2}al\s{1,2}\d{1,3}\s{1,2}${others}(?!\p{L}|${one}|${oneByName}))`;
const onwards = oneOf("in poi, in avanti, onwards, onward");
/** Lines named by their numbers, which are the first group: `righe 1, 3 e 5`, `voci 2-4`, `righe da 2 a 4`, `dalla riga 5 in poi`. */
export const lineNumbers = new RegExp(
  String.raw`${lineNouns}(?:\s{1,2}${from}(?=\s)${numberSign}(?=\d{1,4}${notAnAmount})|${numberSign})${notOfOthers}(\d{1,4}(?:${joint}\d{1,4}${notAnAmount})*(?:\s${onwards})?)`,
  "giu",
);
/** Begins with numbers that are joined as those of lines are: `2 e 5`. One alone may count them. */
export const joinedNumbers = new RegExp(String.raw`^\s{0,2}\d{1,4}${joint}\d`, "iu");

const rangeJoint = new RegExp(String.raw`^\s*(?:${rangeSigns}|(?:al?|alla|to)\s)`);

/** The positions that `1, 3 e 5`, `2-4` or `5 in poi` names, of `count` lines. */
export function placesOf(list: string, count: number): number[] {
  const named: number[] = [];
  let previous = 0;
  for (const [, between = "", digits] of list.matchAll(/(\D*)(\d+)/g)) {
    const place = Number(digits);
    const first = rangeJoint.test(between) && place > previous ? previous + 1 : place;
    for (let at = Math.max(first, 1); at <= Math.min(place, count); at++) named.push(at - 1);
    previous = place;
  }
  if (/\p{L}$/u.test(list)) for (let at = previous; at < count; at++) named.push(at);
  return named;
}
