import { formatWarnings } from "../../formats/format-warning.js";

/** The codes of import warnings, as a table. */
export function importWarnings(): string {
  const rows = Object.entries(formatWarnings).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return [
    "# Warnings of imports",
    "",
    "What in a file of bills or prices couldn't be read as it stands. Each warning gives its place in the file, and both values if two differ.",
    "Generated from `src/formats/format-warning.ts`: `npm run generate`.",
    "",
    "| Code | Meaning |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}
