import { formatWarnings } from "../../formats/format-warning.js";

/** The codes of what an import warns of, as a table. */
export function importWarnings(): string {
  const rows = Object.entries(formatWarnings).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return [
    "# Warnings of imports",
    "",
    "What of a file of bills or prices could not be taken as it stands there. Each warning says its place in the file, and both values where",
    "two differ. Generated from `src/formats/format-warning.ts`: `npm run generate`.",
    "",
    "| Code | What it says |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}
