import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const packaged = (file: string): Buffer => readFileSync(resolve(`@expo-google-fonts/${file}`));

/** The document's own fonts, so that its look never depends on the machine: text, headings, code, emoji in one color. */
export const fonts: Buffer[] = [
  packaged("source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  packaged("source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf"),
  // The slanted ones have the same characters as the upright.
  packaged("source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf"),
  packaged("source-sans-3/600SemiBold_Italic/SourceSans3_600SemiBold_Italic.ttf"),
  packaged("source-code-pro/400Regular/SourceCodePro_400Regular.ttf"),
  packaged("noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
];

/** The format of a cmap table that covers all of Unicode (OpenType specification). */
const fullCmapFormat = 12;

function tableOffset(font: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    if (font.toString("latin1", entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`A font of the issued documents has no ${tag} table.`);
}

/** The ranges of code points for which a font has a glyph, by its cmap table. */
function coveredRanges(font: Buffer): [first: number, last: number][] {
  const cmap = tableOffset(font, "cmap");
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * font.readUInt16BE(cmap + 2); entry += 8) {
    const table = cmap + font.readUInt32BE(entry + 4);
    if (font.readUInt16BE(table) !== fullCmapFormat) continue;
    return Array.from({ length: font.readUInt32BE(table + 12) }, (_, group) => [
      font.readUInt32BE(table + 16 + 12 * group),
      font.readUInt32BE(table + 20 + 12 * group),
    ]);
  }
  throw new Error("A font of the issued documents has no table of all its characters.");
}

const covered = new Set<number>();
for (const [first, last] of fonts.flatMap(coveredRanges)) {
  for (let codePoint = first; codePoint <= last; codePoint++) covered.add(codePoint);
}

/** Whether the document's fonts can show every character of a text. */
export const canShow = (text: string): boolean =>
  [...text].every((character) => covered.has(character.codePointAt(0) ?? 0));
