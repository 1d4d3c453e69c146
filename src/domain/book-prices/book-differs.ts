import { listed } from "../text/listed.js";
import type { Warning } from "../warning.js";

const maxNamed = 10;

/** A warning that lines differ from the book that was named, at the end of its detail; about none, none. */
export const bookDiffers = (
  lines: readonly string[],
  { code, detail, suggestion }: Pick<Warning, "code" | "detail" | "suggestion">,
): Warning[] =>
  lines.length === 0
    ? []
    : [{ code, pointer: "/bookId", detail: `${detail}: ${listed(lines, maxNamed)}.`, suggestion }];
