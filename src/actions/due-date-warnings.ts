import { farDateWarnings, nextDayWarnings, passedDateWarnings } from "../domain/clocks/date-warnings.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/** That a `dueAt` lies many years away, has passed, or is in the small hours of the day after the one that was probably meant. @param corrector the action that corrects it */
export function dueDateWarnings(
  { now, caller: { timezone } }: ActionContext,
  dueAt: Date | null | undefined,
  corrector: string,
): Warning[] {
  const place = { pointer: "/dueAt", corrector };
  const far = farDateWarnings(dueAt, { now, timezone }, place);
  const wrong = far.length > 0 ? far : passedDateWarnings(dueAt, { now, timezone }, place);
  return [...nextDayWarnings(dueAt, timezone, place), ...wrong];
}
