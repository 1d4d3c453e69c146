const maxLength = 100;

/**
 * The name that an MCP client gives itself, made safe to show, since a stranger chose it. Control, format, bidirectional and blank
 * characters are removed, white space is collapsed. Null if nothing remains.
 */
export function clientName(name: unknown): string | null {
  if (typeof name !== "string") return null;
  const cleaned = name
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{DI}\u2800]/gu, "")
    .trim();
  return [...cleaned].slice(0, maxLength).join("").trim() || null;
}
