import { chaptersOf } from "../../domain/documents/chapters.js";
import type { RevisionContent } from "../../domain/documents/revision.js";
import { grouped } from "../../domain/grouped.js";
import { sum } from "../../domain/money.js";
import { shortened } from "../../domain/text/shortened.js";
import { amount, percent, quantity, unitPrice } from "./italian.js";
import { breakable, line, printedLine, printedLines } from "./printable.js";

/** Rows up to this size stay on one page; longer ones may continue on the next. */
const shortRow = { characters: 1_200, lines: 20 };
const maxWordLength = { description: 28, code: 18, unit: 10 };
/** A column is as wide as its longest value up to this length; for longer values its width is fixed, and they wrap. */
export const widest = { code: 24, unit: 12, number: 15 };

const number = (text: string): string => (text.length > widest.number ? text.replaceAll(".", ".\u200b") : text);

function rowOf(item: RevisionContent["lineItems"][number], index: number, vatPct: number | null) {
  const description = printedLines(item.desc, maxWordLength.description);
  return {
    number: String(index + 1),
    code: breakable(line(item.code ?? ""), maxWordLength.code),
    description,
    unit: breakable(line(item.unit), maxWordLength.unit),
    quantity: number(quantity(item.qty)),
    price: number(unitPrice(item.price)),
    vat: percent(item.vatPct ?? vatPct ?? 0),
    amount: number(amount(item.amount)),
    whole: item.desc.length <= shortRow.characters && description.length <= shortRow.lines,
  };
}

/** The rows, each with the sum of the amounts so far, which is carried over at the end of a page, and the chapters around them. */
export function rowsOf({ lineItems, vatPct, discountPct, sections = [] }: RevisionContent) {
  let soFar = 0;
  const begun = new Map(sections.map((section) => [section.firstLine, section]));
  const afterLast = new Set(sections.map((section) => section.firstLine + section.lines));
  const chapters = chaptersOf(sections);
  const ended = grouped(chapters, ({ lastLine }) => lastLine);
  const continued = new Set(chapters.flatMap(({ continuedAt }) => continuedAt));
  return lineItems.map((item, index) => {
    soFar = sum([soFar, item.amount]);
    const begins = begun.get(index);
    return {
      ...rowOf(item, index, vatPct),
      note: item.safety && discountPct ? "Non soggetto a ribasso" : "",
      carried: number(amount(soFar)),
      // "" for the first line after a chapter that belongs to none itself.
      section: begins
        ? printedLine(`${begins.title}${continued.has(index) ? " (segue)" : ""}`)
        : afterLast.has(index)
          ? ""
          : null,
      subtotals: (ended.get(index) ?? []).map(({ own, total }) => ({
        label: sectionTotal(own),
        amount: number(amount(total)),
      })),
    };
  });
}

/** A path of titles that is too long is shortened to its innermost title: the heading above has all of them. */
const sectionTotal = (title: string): string => {
  const shown = title.length <= maxSectionLength ? title : title.slice(title.lastIndexOf(" – ") + 1).replace(/^– /, "");
  return printedLine(`Totale ${shortened(shown, maxSectionLength)}`.trim());
};
const maxSectionLength = 90;
