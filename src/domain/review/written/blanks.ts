import { wordSet } from "../../text/word-set.js";

const signatureLabels = wordSet(
  "firma firme timbro leggibile luogo data addì lì li letto approvato sottoscritto accettazione presa visione il la",
  "lo i gli le l e per del della dei di al alla committente committenti cliente clienti professionista tecnico",
  "delegante delegato delegata incaricato direttore lavori legale rappresentante dl rup cse csp impresa ditta",
  "appaltatore progettista collaudatore proprietario proprietaria proprietari amministratore venditore acquirente",
  "locatore conduttore testimone ing arch geom dott dottssa ssa sig sigra ra signor signora avv spett",
);
const filledByHand = /^\s{0,20}(?:(?:luogo|data)(?! di )|firma|firme|timbro|addì|lì)(?!\p{L})/iu;
const mayBeName = /^\p{Lu}/u;
const blankRun = /_{4,}|\.{12,}/g;

/** Whether the blanks in a line are meant to be filled in by hand: a ruled line, or one for place, date or signature. */
function isForHand(line: string): boolean {
  if (line.length > 200) return false;
  const words = line.replaceAll("_", " ").match(/\p{L}+/gu) ?? [];
  if (words.length === 0 || (filledByHand.test(line) && words.length <= 8)) return true;
  // `Committente: ____` is a detail that nobody filled in; `Il committente ____` awaits a signature.
  if (/:\s{0,20}_/.test(line)) return false;
  const [first = ""] = words;
  const isPlaceAndDate = /^\s{0,20}\p{Lu}[\p{L}' ]{1,40}, {0,3}(lì|li|addì|data|il)?\s{0,20}_/u.test(line);
  const startsAsLabel = signatureLabels.has(first.toLowerCase());
  return (
    isPlaceAndDate ||
    (startsAsLabel && words.every((word) => signatureLabels.has(word.toLowerCase()) || mayBeName.test(word)))
  );
}

/** The last whole words before a position in a line, as far as the previous blank. */
function wordsBefore(line: string, index: number): string {
  const from = Math.max(0, index - 25);
  const before = line.slice(from, index);
  if (before.includes("_")) return before.slice(before.lastIndexOf("_") + 1).trimStart();
  return /\S/.test(line.slice(Math.max(0, from - 1), from)) ? before.replace(/^\S{1,20} (?=.*\S)/, "") : before;
}

/** Blanks (`____`) that should have been filled in before printing, with the words before them. */
export function openBlanks(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (!line.includes("____") || isForHand(line)) return [];
    return [...line.slice(0, 2000).matchAll(blankRun)]
      .filter(([run]) => run.startsWith("_"))
      .map(({ index }) => `${wordsBefore(line, index)}____`);
  });
}
