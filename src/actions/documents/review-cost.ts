import type { ReviewInput } from "../../domain/review/input.js";

/** Measured: half a microsecond for each character, 50 for each line. A million characters take half a second, six times as long as reading them. */
const costOfCharacter = 6;
const charactersPerLine = 100;

/** The cost of a document's fixed checks, in units of reading a character. */
export function reviewCost({ document, linkedBillLines, issuedEngagements }: ReviewInput): number {
  const { body, notes, lineItems } = document;
  const lineCount = lineItems.length + linkedBillLines.length;
  const texts = [body, notes, ...lineItems.map(({ desc }) => desc), ...issuedEngagements];
  const characters = texts.reduce((size, text) => size + (text?.length ?? 0), lineCount * charactersPerLine);
  return costOfCharacter * characters;
}
