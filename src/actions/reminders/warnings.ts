import type { Reminder } from "../../db/entities/reminder.js";
import { hearingWarnings } from "../../domain/clocks/date-warnings.js";
import type { Warning } from "../../domain/warning.js";
import type { ActionContext } from "../context.js";
import { dueDateWarnings } from "../due-date-warnings.js";

const corrector = "update_reminder";

/** That the date of a reminder can hardly be meant. @param given the date that was sent, if one was */
export const reminderWarnings = (
  ctx: ActionContext,
  { kind, dueAt }: Pick<Reminder, "kind" | "dueAt">,
  given: Date | undefined,
): Warning[] => [
  ...dueDateWarnings(ctx, given, corrector),
  ...(kind === "hearing" ? hearingWarnings(dueAt, ctx.caller.timezone, { pointer: "/dueAt", corrector }) : []),
];
