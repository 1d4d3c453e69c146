import { smallNumbers, tens } from "../../text/price-in-words.js";

const units = smallNumbers.slice(0, 10);

/** The words for 0 to 999 in all usual spellings: `centotto` and `centootto`, `ventuno` and `ventiuno`. */
function numbersByWord(): Map<string, number> {
  const words = new Map(smallNumbers.map((word, value) => [word, value]));
  tens.forEach((ten, index) => {
    units.forEach((unit, value) => {
      words.set(ten + unit, (index + 2) * 10 + value);
      if (value === 1 || value === 8) words.set(ten.slice(0, -1) + unit, (index + 2) * 10 + value);
    });
  });
  const belowHundred = [...words];
  units.forEach((unit, hundreds) => {
    if (hundreds === 0) return;
    for (const [word, value] of belowHundred) {
      const prefix = hundreds === 1 ? "" : unit;
      words.set(`${prefix}cento${word}`, hundreds * 100 + value);
      words.set(`${prefix}cent${word}`, hundreds * 100 + value);
    }
  });
  return words.set("un", 1);
}

const small = numbersByWord();

/** The number, below a thousand million, that Italian words mean (`milleduecentocinquanta`, `ventitré`); null where they mean none. */
export function numberInWords(text: string): number | null {
  const word = text
    .slice(0, 200)
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
  if (word === "zero") return 0;
  const [, millions = "", thousand, thousands = "", rest = ""] =
    /^(?:(.+)milion[ei])?(?:(mille)|(.+)mila)?(.*)$/.exec(word) ?? [];
  const values = [small.get(millions), thousand ? 1 : small.get(thousands), small.get(rest)];
  if (word === "" || values.includes(undefined)) return null;
  const [million = 0, thousandth = 0, one = 0] = values;
  return million * 1_000_000 + thousandth * 1000 + one;
}
