import { farDateWarnings } from "../domain/date-warnings.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";
import { ifAny } from "./results.js";

/** The part of an answer that names a `dueAt` that lies many years away. @param corrector the action that corrects it */
export const farDueDate = (
  { now, caller: { timezone } }: ActionContext,
  dueAt: Date | null | undefined,
  corrector: string,
): { warnings?: Warning[] } => ifAny(farDateWarnings(dueAt, { now, timezone }, { pointer: "/dueAt", corrector }));
