import { normalized } from "./normalized.js";

/** The words of a description by which two are compared. */
export const wordsOf = (text: string): Set<string> => new Set(normalized(text).match(/\p{L}{3,}|\d+/gu) ?? []);
/** What is less similar is something else. */
export const minSimilarity = 0.4;

/** How many of the words of two descriptions they have in common, 0 to 1 (Jaccard). */
export function similarity(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}
