const noBreak = "\u00a0";
const thin = "\u202f";

const numbered =
  "nn?|nr|artt?|pagg?|pp|figg?|tabb?|tavv?|fgg?|part|mapp|sub|all|cap|par|lett|prot|rep|comma|commi|foglio|particella|subalterno|mappale";
const titles = "[Dd]ott(?:\\.ssa)?|[Ii]ng|[Gg]eom|[Aa]rch|[Aa]vv|[Nn]ot|[Ss]ig(?:g|\\.ra)?";
const months = "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre";
const units = "[€%‰]|euro|[kcmd]?m[²³23]?|m[qlc]|k?g|q|t|l|ha|cad|k?Wh?|kVA|°C?|h|gg";

/** Spaces at which no line breaks: after `€`, `n.`, `art.`, `geom.`, and before units. */
const kept: [pattern: RegExp, space: string][] = [
  [/(?<=[€$£]) (?=[\d−])/g, noBreak],
  [new RegExp(`(?<=(?<![\\p{L}\\p{N}])(?:${numbered})\\.?) (?=\\d)`, "giu"), noBreak],
  [/(?<=(?<!\p{L})(?:prot|rep|racc|reg|R\.G\.?E?)\.) (?=nn?\.)/gu, noBreak],
  [new RegExp(`(?<=(?<!\\d)\\d{1,2}°?) (?=(?:${months})(?!\\p{L}))`, "giu"), noBreak],
  [new RegExp(`(?<=(?<!\\p{L})(?:${titles})\\.) (?=\\p{Lu})`, "gu"), noBreak],
  [new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\p{N}²³]))`, "gu"), thin],
];
const minus = /(?<![^\s([:=|€])-(?=(?:€\s?)?\d)/g;
const opensBefore = /[\s([{«“‘/–—-]/;
const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character);
const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);
const singleQuoted = /^'[^'\n]{1,200}'(?!\p{L})/u;

/** Typewriter quotation marks in their printed form, but those of inches, feet and minutes: `1/2"`, `45°30'`. */
function quoted(text: string): string {
  let isOpen = false;
  return text.replace(/["']/g, (mark, index: number) => {
    const before = text[index - 1];
    const isStart = before === undefined || opensBefore.test(before);
    if (mark === "'") {
      if (isDigit(before) && !isLetter(text[index + 1])) return mark;
      return isStart && singleQuoted.test(text.slice(index, index + 203)) ? "‘" : "’";
    }
    if (!isOpen && !isStart) return mark;
    isOpen = !isOpen;
    return isOpen ? "“" : "”";
  });
}

const isAddress = (word: string): boolean => word.includes("@") || word.includes("://") || word.startsWith("www.");

/**
 * A paragraph as a printer sets it: true apostrophes, quotation marks and minus signs, and spaces at which no line breaks. Addresses of
 * mail and web stay as they are. Each character is replaced by one, so that all stay in their places.
 */
export function typeset(text: string): string {
  const marked = quoted(text).replace(minus, "−");
  const spaced = kept.reduce((result, [pattern, space]) => result.replace(pattern, space), marked);
  const parts: string[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (!isAddress(word)) continue;
    parts.push(spaced.slice(end, index), word);
    end = index + word.length;
  }
  return parts.join("") + spaced.slice(end);
}
