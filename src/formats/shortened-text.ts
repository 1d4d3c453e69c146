import { shortened } from "../domain/shortened.js";
import type { WarningList } from "./warning-list.js";

/** How many characters a bill's texts may have, as its actions say (src/actions/schemas.ts). */
export const maxTextCharacters = { name: 300, shortNote: 10_000, note: 100_000 } as const;

/** A text as long as a bill may hold it; what is cut off is a warning. */
export function shortenedText(
  text: string,
  kind: keyof typeof maxTextCharacters,
  place: string,
  warnings: WarningList,
): string {
  const limit = maxTextCharacters[kind];
  if (text.length <= limit) return text;
  warnings.add("text_cut", place, `a text of ${text.length} characters was cut to ${limit}: "${shortened(text, 41)}"`);
  return shortened(text, limit);
}
