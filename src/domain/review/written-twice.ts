import type { DocumentSection } from "../documents/document-sections.js";
import type { LineItem } from "../documents/revision.js";
import { grouped } from "../grouped.js";
import type { Warning } from "../warning.js";
import { lineContent } from "./checks/r05-repeated-lines.js";

/** The number of lines that an answer lists; the others are only counted. */
const maxWarnings = 3;

/**
 * Lines that were just written and say the same as another of their section: the same work on another floor stands in another. What a
 * repeated call inserts stands ahead of what the first one did.
 * @param written their indexes
 */
export function writtenTwice(
  lineItems: readonly LineItem[],
  written: ReadonlySet<number>,
  sections: readonly DocumentSection[] = [],
): Warning[] {
  const titles: string[] = [];
  for (const { title, firstLine, lines } of sections) for (let n = 0; n < lines; n++) titles[firstLine + n] = title;
  const groups = grouped([...lineItems.keys()], (index) =>
    JSON.stringify([titles[index] ?? "", lineContent(lineItems[index] as LineItem)]),
  );
  const twins = [...groups.values()].flatMap((indexes) => {
    const [first = 0] = indexes;
    const other = indexes.find((index) => !written.has(index));
    return indexes.flatMap((index) => {
      const twin = first < index ? first : other;
      return written.has(index) && twin !== undefined && lineItems[index]?.desc.trim() !== "" ? { index, twin } : [];
    });
  });
  const more = twins.length - maxWarnings;
  return twins
    .toSorted((a, b) => a.index - b.index)
    .slice(0, maxWarnings)
    .map(({ index, twin }, nth) => ({
      code: "R05_DUPLICATE_LINE",
      pointer: `/lineItems/${index}`,
      detail: `The line item at index ${index} is the same as the one at index ${twin}: description, unit, quantity, price and code.${more > 0 && nth === maxWarnings - 1 ? ` ${more} more lines of this call repeat others.` : ""}`,
      suggestion: "If only an answer was missed, remove one of them; else say in the descriptions what each is for.",
    }));
}
