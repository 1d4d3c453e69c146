import { oneOf } from "../text/words.js";
import { lineWords } from "./instruction-words.js";
import { lineNoun, lineNouns, others } from "./line-numbers.js";

// Users count lines in words and from either end: `la terza riga`, `le ultime due voci`, `the last line`. All of it is written as numbers
// here, so that one pattern reads them. Every pattern is linear.

export const numberWords = [
  /uno|una|one/,
  /due|two/,
  /tre|three/,
  /quattro|four/,
  /cinque|five/,
  /sei|six/,
  /sette|seven/,
  /otto|eight/,
  /nove|nine/,
  /dieci|ten/,
  /undici|eleven/,
  /dodici|twelve/,
];
const fromTheStart = [
  /prim[aoie]|first|1st/,
  /second[aoie]|second|2nd/,
  /terz[aoie]|third|3rd/,
  /quart[aoie]|fourth|4th/,
  /quint[aoie]|fifth|5th/,
  /sest[aoie]|sixth|6th/,
  /settim[aoie]|seventh|7th/,
  /ottav[aoie]|eighth|8th/,
  /non[aoi]|ninth|9th/,
  /decim[aoie]|tenth|10th/,
  /undicesim[aoie]|eleventh|11th/,
  /dodicesim[aoie]|twelfth|12th/,
];
const fromTheEnd = [
  /ultim[aoie]|last/,
  /penultim[aoie]|penultimate|second[ -]to[ -]last|second[ -]last|next[ -]to[ -]last|last but one/,
  /terz'?ultim[aoie]|third[ -]to[ -]last|third[ -]last/,
  /quart'?ultim[aoie]/,
];

/** The number that a word stands for, from 1; 0 where it stands for none. */
const rank = (patterns: readonly RegExp[], word: string): number =>
  patterns.findIndex(({ source }) => new RegExp(`^(?:${source})$`, "u").test(word)) + 1;

const article = String.raw`(?:(?:la|le|il|lo|i|gli|the|della|delle|del|dei|dalla|dal|alla|al)\s{1,2}|(?:d|dal|al|del)?l['’]\s?)`;
const number = String.raw`(?:\d{1,3}|${oneOf(...numberWords)})`;
const ordinal = String.raw`(?:${oneOf(...fromTheEnd.toReversed(), ...fromTheStart)}|\d{1,3}(?:\s?[ªº°^]|a))`;
/** Before a noun also `13th` and `la 3 riga`: alone, `il 2o` may be a floor and `the 13th` a day. `Le 3 righe` says how many. */
const ordinalOfNoun = String.raw`(?:${ordinal}|\d{1,3}(?:o|st|nd|rd|th)|(?<=(?<!\p{L})(?:del|dal|al|nel|sul)?la\s{1,2})\d{1,3})`;
/** What follows a word that stands for a line without saying so, as in `la prima e l'ultima`: in `la prima volta` it doesn't. */
const alone = String.raw`(?=\s{0,2}(?:$|[-–—;:!?()»"]|[.,](?!\d))|\s{1,2}(?:e|ed|o|and|or|a|ad|al|alla|all['’]\p{L}+|to|fino|in poi|in avanti|through|onwards?|del|dal|con|with|by|ma|but|perché|che)(?!\p{L}))`;
const and = String.raw`\s{1,2}(?:e|ed|o|and|or)\s{1,2}`;
/** Beside a floor, it is one too: `del 1°, 2° e 3° piano`, `dal primo al terzo piano`, `del 1° piano e del 2°`. */
const notOfOthers = String.raw`(?!(?:,\s{1,2}(?:${article})?${ordinal}){0,9}(?:${and}|\s{1,2}(?:to\s{1,2})?)(?:${article})?${ordinal}\s{1,2}${others}(?!\p{L}))`;
const notAfterOthers = String.raw`(?<!(?<!\p{L})${others}${and}(?=del))`;
/** Lines of a letter, not of a quote. */
const ofText = String.raw`(?!\s{1,2}(?:della lettera|del testo|del corpo|della premessa|di testo|di saluto|of the (?:text|letter|body)))`;
const lines = String.raw`(?:\s{1,2}${lineNouns}${ofText}|${alone})`;

const written = new RegExp(
  String.raw`(?<=${lineNouns}\s{1,2}|(?<!\p{L})(?:la|le|da|dalla|dal|a|alla|al|from|to|through|e|ed|and)\s{1,2}|,\s{0,2})${oneOf(...numberWords)}(?!\p{L})${alone}`,
  "giu",
);
const endOfList = /(?<!\p{L})(?:(?:fino )?alla fine|fino in fondo|to the end)(?!\p{L})/giu;
const upTo = /(?<!\p{L})(?:fino (?=al?(?:la|l['’])?[\s\p{L}])|up (?=to )|through(?= ))/giu;
/** `tra le 10 e le 12` */
const notAnHour = String.raw`(?:(?!le\s)|(?<!(?:tra|fra|dopo|entro|verso)\s{1,2}(?:le\s\d{1,2}\se\s)?))`;
/** What stands before places that are beside a line's: `le righe` in `le righe dopo la 4`. */
const besideWhat = String.raw`(?:${lineNouns}|(?<!\p{L})(?:tutto|everything|quell[aei]|those))\s{1,2}`;
/** `mettila dopo la 6`, `come la prima`, `by the 5th` */
const notElsewhere = String.raw`(?<!(?<!${besideWhat})(?<!\p{L})(?:come|like|as|by|on|dopo|after|before|above|below|prima(?=\s{1,2}del))\s{1,2})`;
/** `le ultime due voci`, `the first 3`, `le due ultime righe` */
const several = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${article})?(prim[ei]|ultim[ei]|first|last)\s{1,2}(${number})|${article}(${number})\s{1,2}(prim[ei]|ultim[ei]|first|last))(?!\p{L})${lines}`,
  "giu",
);
/** `le ultime righe`, `le ultime`, which don't say how many */
const some = new RegExp(
  String.raw`(?<!\p{L})(?:prime|primi|ultime|ultimi)(?!\p{L})${lines}|(?<!\p{L})(?:first|last)\s{1,2}(?:lines|line ?items|items)(?!\p{L})${ofText}`,
  "giu",
);
const one = new RegExp(
  String.raw`(?<!\p{L})(?:(${article})?(${ordinalOfNoun})\s{1,2}${lineNouns}${ofText}|${notAnHour}${notElsewhere}${notAfterOthers}(${article})(${ordinal}|\d{1,2})(?!\p{L}|\d)${notOfOthers}${alone})`,
  "giu",
);
/** `le righe prima della 4`, `tutto dopo la riga 4`, `la voce dopo la 4`; in `mettila dopo la 4` it is a place. */
const beside = new RegExp(
  String.raw`(?<=${besideWhat})(?:(?<=(${lineNoun})\s{1,2})|)(?:(prima|precedent[ei]|before|above)|dopo|oltre|successiv[aei]|seguent[ei]|after|below|beyond)\s{1,2}(?:(?:alla|della|la|the)\s{1,2})?(?:riga|voce|line|item) (\d{1,4})`,
  "giu",
);
const startingAt = /(?<!\p{L})a partire (dalla riga \d{1,4})/giu;
const toLine = /^(?:alla|al|all['’])/;
const fromLine = /^(?:dalla|dal|dall['’])/;

/** The text with each line that it names in words named by its number, as one of `count` lines; with 0 where nobody knows which. */
export function withLineNumbers(text: string, count: number): string {
  const mentionsLines = lineWords.test(text);
  const amountOf = (word: string): number => rank(numberWords, word) || Number(word);
  return text
    .replace(written, (word) => String(rank(numberWords, word)))
    .replace(upTo, (word) => (word === "through" ? "to" : ""))
    .replace(endOfList, "in poi")
    .replace(several, (_, before, amount, otherAmount, after) => {
      const many = Math.min(amountOf(amount ?? otherAmount), count);
      const start = rank(fromTheEnd, before ?? after) === 1 ? count - many + 1 : 1;
      return many > 0 ? ` righe ${start}-${start + many - 1}` : " riga 0";
    })
    .replace(some, () => (mentionsLines ? " riga 0" : " "))
    .replace(one, (phrase, withNoun, counted, withoutNoun, bare) => {
      if (bare !== undefined && !mentionsLines) return phrase;
      const word: string = counted ?? bare;
      const back = rank(fromTheEnd, word);
      const place = back > 0 ? Math.max(count - back + 1, 0) : rank(fromTheStart, word) || Number.parseInt(word, 10);
      const article: string = withNoun ?? withoutNoun ?? "";
      if (counted === undefined && /^\d+$/.test(word) && !/^(?:la|le|della|delle|dalla|alla)\s/.test(article))
        return phrase;
      const preposition = toLine.test(article) ? "alla " : fromLine.test(article) ? "dalla " : "";
      return `${preposition}riga ${place}`;
    })
    .replace(beside, (_, isOne, isBefore, place) => {
      if (!isBefore) return `riga ${Number(place) + 1}${isOne ? "" : " in poi"}`;
      return place > 1 && !isOne ? `righe 1-${place - 1}` : `riga ${Math.max(place - 1, 0)}`;
    })
    .replace(startingAt, "$1 in poi");
}
