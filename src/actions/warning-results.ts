import { z } from "zod";
import type { Warning } from "../domain/warning.js";

/** A `Warning`: the action was carried out, but something is probably a mistake. */
export const warningResult = z.object({
  code: z.string(),
  pointer: z.string().describe("into the body, or into the record where the body has no such field"),
  detail: z.string(),
  suggestion: z.string().nullable(),
});

/** What of an imported file could not be taken as it stands there. */
export const formatWarning = z.object({
  code: z.string().describe("as docs/import-warnings.md lists them"),
  place: z.string().describe("in the file"),
  detail: z.string(),
});

/** Of actions whose answer the service description knows without warnings: it has them only where there are some. */
export const warningsIfAny = z
  .array(warningResult)
  .optional()
  .describe("what was probably not intended; absent: nothing");

/** The field of `warningsIfAny`. */
export const ifAny = (warnings: Warning[]): { warnings?: Warning[] } => (warnings.length > 0 ? { warnings } : {});

/** A result that always has warnings, with those beside them that are known after the commit alone. */
export const withLateWarnings = <R extends { warnings: Warning[] }>(result: R, late: () => Warning[]) => ({
  ...result,
  get warnings() {
    return [...result.warnings, ...late()];
  },
});

/** A result with the field of `warningsIfAny`, where these are known after the commit alone. */
export const withWarnings = <R extends object>(result: R, warnings: () => Warning[]) => ({
  ...result,
  get warnings() {
    return ifAny(warnings()).warnings;
  },
});
