import { withFewMarks } from "../../domain/text/few-marks.js";
import { typeset } from "../../domain/text/typography.js";
import { canShow } from "./fonts.js";

const wordBreak = "\u200b";
const missing = "□";
/**
 * What is written with characters that the fonts lack, in such as they have: the diameter of drawings and price books, also by the sign of
 * the empty set; a ticked box, which must not look like an empty one; arrows, bullets (Word's own are private-use characters) and marks.
 */
const equivalents: Record<string, string> = {
  ...{ "⌀": "Ø", "∅": "Ø", "☒": "[×]", "∥": "//", "⋅": "·", "‧": "·", "≅": "≈", "≃": "≈", ʺ: "″", "‟": "“" },
  ...{ "➔": "→", "⇨": "→", "↳": "→", "⇔": "↔", "➤": "►", "⁃": "-", "\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "►" },
  ...{ "\uf0fc": "✓", "\uf0fe": "☑", "\uf0a8": "□" },
};

/** A character as the fonts can show it: itself, its plain form or a box. Invisible characters are dropped. */
function shown(character: string): string {
  // Nearly all of a text, which the fonts have.
  if (character >= " " && character <= "~") return character;
  if (/[\p{Cc}\p{Cf}\p{Mn}\p{Variation_Selector}\p{Emoji_Modifier}]/u.test(character) && !canShow(character)) return "";
  if (/[\p{Cc}\p{Cf}\p{Variation_Selector}]/u.test(character)) return "";
  const equivalent = equivalents[character];
  if (equivalent) return equivalent;
  if (/[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(character)) return missing;
  if (canShow(character)) return character;
  const plain = character.normalize("NFKC");
  return canShow(plain) ? plain : missing;
}

const oneLine = (text: string): string => Array.from(withFewMarks(text).normalize("NFC"), shown).join("");

/**
 * The lines of a text, ready to be typeset. PDF/A forbids characters without a glyph and private-use characters, so the nearest form is
 * shown instead. Tabs become spaces.
 */
export const lines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => oneLine(line.replaceAll("\t", "    ")).trimEnd());

/** A part of a line. The spaces at its ends stay. */
export const fragment = (text: string): string => oneLine(text.replaceAll("\t", "    "));

/** A text on one line. */
export const line = (text: string): string => lines(text).join(" ").trim();

/** The paragraphs of a text, which empty lines separate, each as a list of its lines. */
export function paragraphs(text: string): string[][] {
  const result: string[][] = [[]];
  for (const current of lines(text)) {
    if (current.trim() === "") result.push([]);
    else result.at(-1)?.push(current);
  }
  return result.filter((paragraph) => paragraph.length > 0);
}

/**
 * Lets words of more than `maxLength` characters break across lines, so that they can't run out of their column. After a slash
 * or hyphen before a letter they break anyway.
 */
export const breakable = (text: string, maxLength: number): string =>
  text.replace(new RegExp(`(?:[^\\s/-]|[/-](?!\\p{L})){${maxLength}}(?=\\S)`, "gu"), `$&${wordBreak}`);

/** A text as people write it, as the lines of a column whose words of more than `maxWordLength` characters may break. */
export const printedLines = (text: string, maxWordLength: number): string[] =>
  lines(typeset(text)).map((part) => breakable(part, maxWordLength));

/** The same on one line; a text outside columns has the width of the page. */
export const printedLine = (text: string, maxWordLength = 60): string => breakable(typeset(line(text)), maxWordLength);
