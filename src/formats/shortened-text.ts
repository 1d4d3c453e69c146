import { shortened } from "../domain/text/shortened.js";
import { maxCharacters, type TextKind } from "../domain/text/text-limits.js";
import type { Warn } from "./warning-list.js";

/** A text as long as a bill may hold it; what is cut off is a warning. */
export function shortenedText(text: string, kind: TextKind, warn: Warn): string {
  const limit = maxCharacters[kind];
  if (text.length <= limit) return text;
  warn("text_cut", `a text of ${text.length} characters was cut to ${limit}: "${shortened(text, 41)}"`);
  return shortened(text, limit);
}
