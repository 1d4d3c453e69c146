import type { LineItem } from "../revision.js";
import type { Asked } from "./asked.js";
import type { PriceSource } from "./input.js";
import { matchLines } from "./line-match.js";
import { PriceSources, priceLine } from "./price-line.js";

interface Kept {
  item: LineItem;
  /** where it stood before; null: it is new */
  place: number | null;
  remarks: string[];
}

/** `Righe 2, 5: prezzo proposto dal modello, da confermare.`: one note for each remark, with the lines that it is about. */
function notesOf(lines: readonly Kept[]): string[] {
  const numbers = new Map<string, number[]>();
  for (const [index, { remarks }] of lines.entries()) {
    for (const remark of remarks) numbers.set(remark, [...(numbers.get(remark) ?? []), index + 1]);
  }
  return [...numbers].map(([remark, at]) => `${at.length > 1 ? "Righe" : "Riga"} ${at.join(", ")}: ${remark}.`);
}

/**
 * The line items of a draft: what a model answered, as far as the instructions let it. Lines that it left out although nobody asked for
 * that stay in their place.
 * @returns the lines, and notes in Italian that number them from 1
 */
export function acceptLines(
  present: readonly LineItem[],
  answered: readonly LineItem[],
  asked: Asked,
  sources: readonly PriceSource[],
): { lineItems: LineItem[]; notes: string[] } {
  const places = matchLines(present, answered);
  const known = new PriceSources(sources);
  const kept = answered.map((line, at): Kept => {
    const place = places[at] ?? null;
    const before = place === null ? null : (present[place] ?? null);
    return { place, ...priceLine(line, before, place !== null && asked.figures.has(place), asked, known) };
  });
  const missing = [...present.entries()].filter(([place]) => !places.includes(place));
  const gone = missing.filter(([place]) => asked.removal.has(place));
  for (const [place, item] of missing) {
    if (asked.removal.has(place)) continue;
    const before = kept.findLastIndex((line) => line.place !== null && line.place < place);
    const remarks = ["il modello la toglieva; è rimasta, perché le istruzioni non lo chiedono"];
    kept.splice(before + 1, 0, { item, place, remarks });
  }
  const removed = gone.map(([, { desc }]) => `Voce tolta: «${desc.slice(0, 60).toWellFormed()}».`);
  return { lineItems: kept.map(({ item }) => item), notes: [...removed, ...notesOf(kept)] };
}
