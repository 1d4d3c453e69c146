import type { LineItem } from "../documents/revision.js";
import { onOneLine, shortened } from "../text/shortened.js";
import { visible } from "../text/visible-text.js";
import type { ReviewInput } from "./input.js";

const euroFormat = new Intl.NumberFormat("it-IT", {
  style: "currency",
  currency: "EUR",
  useGrouping: "always",
  maximumFractionDigits: 6,
});
const numberFormat = new Intl.NumberFormat("it-IT", { useGrouping: "always", maximumFractionDigits: 6 });

export const inEuro = (value: number): string => euroFormat.format(value);
export const inItalian = (value: number): string => numberFormat.format(value);

const longestExcerpt = 40;

/** The name of a line in messages: `Riga 4 («Scavo di sbancamento…»)`. */
export function lineName(item: LineItem, index: number): string {
  const short = shortened(onOneLine(item.desc), longestExcerpt);
  return short === "" ? `Riga ${index + 1}` : `Riga ${index + 1} («${short}»)`;
}

/** The running text of a document: its body and its closing notes. */
export const prose = ({ document: { body, notes } }: ReviewInput): string => [body, notes].filter(Boolean).join("\n\n");

/** All words of a document that may say something about its price: lines, body and notes. */
export const wording = (input: ReviewInput): string =>
  [...input.document.lineItems.map(({ desc }) => desc), prose(input)].join("\n");

/** A text of a document, and the JSON Pointer to it. */
export interface Section {
  field: string;
  text: string;
}

/** The title, body and closing notes of a document, as far as they aren't blank. */
export const sectionsOf = ({ document: { title, body, notes } }: ReviewInput): Section[] =>
  [
    { field: "/title", text: title },
    { field: "/body", text: body ?? "" },
    { field: "/notes", text: notes ?? "" },
  ].filter(({ text }) => text.trim() !== "");

/** A list of excerpts for a message: the first three distinct ones, each cut short. */
export function quoted(excerpts: readonly string[]): string {
  // An excerpt may begin or end within a character.
  const distinct = [...new Set(excerpts.map((text) => onOneLine(visible(text))))];
  const shown = distinct.slice(0, 3).map((text) => `«${shortened(text, longestExcerpt)}»`);
  return shown.join(", ") + (distinct.length > 3 ? " e altri" : "");
}

/** The sentences and list items of a text, split at full stops, semicolons and line ends; to find words that stand together. */
export const clausesOf = (text: string): string[] => text.split(/[.;\n]/);

/** The source of a pattern for an amount as people write it; a space or an apostrophe may part thousands: `12 500,00`. */
export const writtenAmount = String.raw`\d{1,3}(?:[ \u00a0\u202f'’]\d{3}){1,4}(?!\d)(?:,\d{1,2})?|\d[\d.,]{0,20}`;

/** An amount written the Italian way (`1.234,50`, `1234,5`, `1.200`, `12.50`, `12 500,00`), or NaN. */
export function parseAmount(text: string): number {
  const digits = text.replace(/[ \u00a0\u202f'’]|[.,]+$/g, "");
  if (/^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return /^\d+([.,]\d{1,2})?$/.test(digits) ? Number(digits.replace(",", ".")) : Number.NaN;
}
