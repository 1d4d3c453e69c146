import { canShow } from "./fonts.js";

const wordBreak = "\u200b";
const missing = "□";
// The diameter sign of drawings and price books has no glyph; the letter that typists use for it has.
const equivalents: Record<string, string> = { "⌀": "Ø" };

/** A character as the fonts can show it: itself, its plain form, a box; nothing for one that is invisible anyway. */
function shown(character: string): string {
  if (/[\p{Cc}\p{Cf}\p{Mn}\p{Variation_Selector}\p{Emoji_Modifier}]/u.test(character) && !canShow(character)) return "";
  if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return "";
  if (/[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character)) return missing;
  if (canShow(character)) return character;
  const plain = equivalents[character] ?? character.normalize("NFKC");
  return canShow(plain) ? plain : missing;
}

const oneLine = (text: string): string => Array.from(text.normalize("NFC"), shown).join("");

/**
 * Lines of a text as they are set. PDF/A refuses characters without a glyph and those of private use, so they are shown
 * as near as can be; white space other than line ends becomes spaces.
 */
export const lines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => oneLine(line.replaceAll("\t", "    ")).trimEnd());

/** A text that belongs on one line. */
export const line = (text: string): string => lines(text).join(" ").trim();

/** Paragraphs, parted by empty lines, each a list of its lines. */
export function paragraphs(text: string): string[][] {
  const result: string[][] = [[]];
  for (const each of lines(text)) {
    if (each.trim() === "") result.push([]);
    else result.at(-1)?.push(each);
  }
  return result.filter((paragraph) => paragraph.length > 0);
}

/** Lets a word of more than `longest` characters go on in the next line, so that it can't run out of its column. */
export const breakable = (text: string, longest: number): string =>
  text.replace(new RegExp(`\\S{${longest}}(?=\\S)`, "gu"), `$&${wordBreak}`);
