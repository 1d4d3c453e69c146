const maxLength = 100;

/**
 * What an MCP client calls itself, fit to be shown: it is a stranger's text. Control, format, bidirectional and blank characters go, white
 * space is collapsed. Null where nothing is left.
 */
export function clientName(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const cleaned = given
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]/gu, "")
    .trim();
  return [...cleaned].slice(0, maxLength).join("").trim() || null;
}
