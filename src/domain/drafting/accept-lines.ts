import type { LineItem } from "../documents/revision.js";
import { grouped } from "../grouped.js";
import { shortened } from "../text/shortened.js";
import type { PriceSource } from "./input.js";
import { matchLines } from "./line-match.js";
import { PriceSources, priceLine } from "./price-line.js";
import type { RequestedChanges } from "./requested-changes.js";

interface Kept {
  item: LineItem;
  /** its position before; null: it is new */
  place: number | null;
  remarks: string[];
}

/** One note for each remark, with its lines: `Righe 2, 5: prezzo proposto dal modello, da confermare.` */
function notesOf(lines: readonly Kept[]): string[] {
  const remarked = lines.flatMap(({ remarks }, index) => remarks.map((remark) => ({ remark, number: index + 1 })));
  return [...grouped(remarked, ({ remark }) => remark)].map(([remark, all]) => {
    const numbers = all.map(({ number }) => number).join(", ");
    return `${all.length > 1 ? "Righe" : "Riga"} ${numbers}: ${remark}.`;
  });
}

/**
 * The line items of a draft: the model's, as far as the instructions allow. Lines that it left out stay in their place, unless the
 * instructions ask to remove them.
 * @returns the lines, and notes in Italian in which lines are numbered from 1
 */
export function acceptLines(
  present: readonly LineItem[],
  answered: readonly LineItem[],
  requested: RequestedChanges,
  sources: readonly PriceSource[],
): { lineItems: LineItem[]; notes: string[] } {
  const places = matchLines(present, answered);
  const known = new PriceSources(sources);
  const kept = answered.map((line, at): Kept => {
    const place = places[at] ?? null;
    const before = place === null ? null : (present[place] ?? null);
    return { place, ...priceLine(line, before, place !== null && requested.figures.has(place), requested, known) };
  });
  const missing = [...present.entries()].filter(([place]) => !places.includes(place));
  const removed = missing.filter(([place]) => requested.removal.has(place));
  for (const [place, item] of missing) {
    if (requested.removal.has(place)) continue;
    const before = kept.findLastIndex((line) => line.place !== null && line.place < place);
    const remarks = ["il modello la toglieva; è rimasta, perché le istruzioni non lo chiedono in modo chiaro"];
    kept.splice(before + 1, 0, { item, place, remarks });
  }
  const removalNotes = removed.map(([, { desc }]) => `Voce tolta: «${shortened(desc, 60)}».`);
  return { lineItems: kept.map(({ item }) => item), notes: [...removalNotes, ...notesOf(kept)] };
}
