import type { Warning } from "../warning.js";
import { errorTexts } from "./error-texts.js";
import type { Fault } from "./finding.js";

/** A fault in English, with the words that it quotes. One that has no English text is passed on as it is. */
export function warningOf({ code, field: pointer, message, suggestion }: Fault): Warning {
  const text = errorTexts[code];
  if (!text) return { code, pointer, detail: message, suggestion };
  const quotes = message.match(/«[^»]*»/g) ?? [];
  const detail = text.detail(placeOf(pointer), message);
  return {
    code,
    pointer,
    detail: quotes.length > 0 ? `${detail.replace(/\.$/, "")}: ${quotes.join(", ")}.` : detail,
    suggestion: text.suggestion,
  };
}

/** Where a fault is, in words. */
function placeOf(pointer: string): string {
  const [, field = "", index] = pointer.split("/");
  if (field === "lineVat") return "A line's own vatPct";
  return field === "lineItems" && index !== undefined ? `The line item at index ${index}` : `The document's ${field}`;
}
