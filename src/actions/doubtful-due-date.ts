import { farDateWarnings, passedDateWarnings } from "../domain/date-warnings.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";
import { ifAny } from "./results.js";

/** The part of an answer that names a `dueAt` that lies many years away, or has passed. @param corrector the action that corrects it */
export function doubtfulDueDate(
  { now, caller: { timezone } }: ActionContext,
  dueAt: Date | null | undefined,
  corrector: string,
): { warnings?: Warning[] } {
  const place = { pointer: "/dueAt", corrector };
  const far = farDateWarnings(dueAt, { now, timezone }, place);
  return ifAny(far.length > 0 ? far : passedDateWarnings(dueAt, { now, timezone }, place));
}
