/** What Windows-1252 has at 0x80 to 0x9F. Node's decoder leaves control characters there. */
const characters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Whether a label stands for it: those of ISO-8859-1 and ASCII do too, since programs write them over Windows-1252. */
export const isWindows1252 = (label: string): boolean =>
  /^(windows-?1252|cp-?1252|x-ansi|iso-?8859-?1|latin-?1|us-ascii|ascii)$/i.test(label);

/** No text has control characters of this range: they come from Windows-1252 under whatever label. */
export const restoreWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (character) => characters[character.charCodeAt(0) - 0x80] ?? character);

export const fromWindows1252 = (bytes: Buffer): string => restoreWindows1252(bytes.toString("latin1"));
