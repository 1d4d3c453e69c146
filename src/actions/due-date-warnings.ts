import { farDateWarnings, passedDateWarnings } from "../domain/date-warnings.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/** That a `dueAt` lies many years away, or has passed. @param corrector the action that corrects it */
export function dueDateWarnings(
  { now, caller: { timezone } }: ActionContext,
  dueAt: Date | null | undefined,
  corrector: string,
): Warning[] {
  const place = { pointer: "/dueAt", corrector };
  const far = farDateWarnings(dueAt, { now, timezone }, place);
  return far.length > 0 ? far : passedDateWarnings(dueAt, { now, timezone }, place);
}
