/** 0, which is no part of a word, to 19. */
export const smallNumbers = (
  " uno due tre quattro cinque sei sette otto nove dieci " +
  "undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove"
).split(" ");
/** From 20 on. */
export const tens = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(" ");

/** Up to 99: the ten loses its vowel before one and eight (`ventuno`, `ventotto`). */
function belowHundred(value: number): string {
  if (value < 20) return smallNumbers[value] ?? "";
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  const one = value % 10;
  return (one === 1 || one === 8 ? ten.slice(0, -1) : ten) + (smallNumbers[one] ?? "");
}

/** Up to 999. Hundreds keep their vowel (`centouno`) but before another `o`, which would double it (`centotto`, `centottanta`). */
function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = belowHundred(value % 100);
  if (hundreds === 0) return rest;
  const hundred = `${hundreds === 1 ? "" : smallNumbers[hundreds]}cento`;
  return (rest.startsWith("ott") ? hundred.slice(0, -1) : hundred) + rest;
}

/** So many thousands, up to 999: `mille`, `duemila`. */
function thousandsInWords(thousands: number): string {
  if (thousands === 0) return "";
  return thousands === 1 ? "mille" : `${belowThousand(thousands)}mila`;
}

const scales = [
  { value: 1_000_000_000_000, one: "un bilione", many: "bilioni" },
  { value: 1_000_000_000, one: "un miliardo", many: "miliardi" },
  { value: 1_000_000, one: "un milione", many: "milioni" },
];

/** A three at the end of a longer word has an accent: `ventitré`, `centotré`. */
const accented = (word: string): string => (word.length > 3 && word.endsWith("tre") ? `${word.slice(0, -1)}é` : word);

/**
 * A whole number in Italian words, as cheques and price lists write it: `milleduecentotrentaquattro`, `un milione cinquecentomila`.
 * @param value from 0 to 10^15
 */
export function italianNumber(value: number): string {
  if (value === 0) return "zero";
  const parts: string[] = [];
  let rest = value;
  for (const scale of scales) {
    const times = Math.floor(rest / scale.value);
    rest -= times * scale.value;
    if (times > 0) parts.push(times === 1 ? scale.one : `${italianNumber(times)} ${scale.many}`);
  }
  const word = thousandsInWords(Math.floor(rest / 1_000)) + belowThousand(rest % 1_000);
  return [...parts, ...(word ? [accented(word)] : [])].join(" ");
}

/**
 * A price in euro in words, its decimals as figures after a stroke, as price lists write it: `euro dodici/50`.
 * @param priceEuro its decimals, two at least, are written as they are: `euro zero/12345`
 */
export function priceInWords(priceEuro: number): string {
  const [whole = "0", decimals = ""] = Math.abs(priceEuro).toFixed(6).split(".");
  const shown = decimals.replace(/0{0,4}$/, "");
  return `euro ${priceEuro < 0 ? "meno " : ""}${italianNumber(Number(whole))}/${shown}`;
}
