import { unmarkedText } from "../markdown/chat-text.js";

/** GSM 03.38: what an SMS can say at 7 bits a character; those of the second list take two places. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const places = new Map([
  ...Array.from(basic, (character): [string, number] => [character, 1]),
  ...Array.from("^{}\\[~]|€\f", (character): [string, number] => [character, 2]),
]);

/** As printers set texts, one curly apostrophe would make a message cost more than twice as much. */
const typewritten: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
  "\u202f": " ",
  "•": "-",
};

/** What providers take as one message; it is sent in parts. */
export const maxSmsLength = 1_600;

/** A text in the characters that are cheap to send; others, such as emoji, stay. */
export const smsText = (text: string): string =>
  text.replace(/[‘’“”«»–—…\u00a0\u202f•]/g, (character) => typewritten[character] ?? character).trim();

/** The text that an SMS has for a message written in Markdown. */
export const textOfSms = (body: string): string => smsText(unmarkedText(body));

/** In how many SMS a text is sent: 160 characters or 153 in each of several; 70 or 67 as soon as one isn't of the GSM alphabet. */
export function smsParts(text: string): number {
  const characters = Array.from(text);
  if (characters.every((character) => places.has(character)))
    return parts(
      characters.map((character) => places.get(character) ?? 1),
      160,
      153,
    );
  return parts(
    characters.map(({ length }) => length),
    70,
    67,
  );
}

/** A character of two places is not divided between two parts. */
function parts(sizes: readonly number[], ofOne: number, ofSeveral: number): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= ofOne) return 1;
  let count = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > ofSeveral) {
      count++;
      used = 0;
    }
    used += size;
  }
  return count;
}
