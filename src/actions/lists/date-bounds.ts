import { dayNotBegun, endOfDay, isWholeDay, startOfDay } from "../../domain/calendar/time.js";
import type { ActionContext } from "../context.js";
import type { AddValue } from "../read-record.js";

type DateInput = string | number | null | undefined;

/** The first instant of a range that begins with a date value: of a whole day, the beginning of that day. */
export function beginning(ctx: ActionContext, value: DateInput): Date | null | undefined {
  const { timezone } = ctx.caller;
  const instant = ctx.instant(value);
  return instant && isWholeDay(instant, timezone) ? startOfDay(instant, timezone) : instant;
}

/** The first instant after a range that ends with a date value: of a whole day, the end of that day. */
export function end(ctx: ActionContext, value: DateInput): Date | null | undefined {
  const { timezone } = ctx.caller;
  const instant = ctx.instant(value);
  if (!instant) return instant;
  // Instants are stored to the millisecond.
  return isWholeDay(instant, timezone) ? endOfDay(instant, timezone) : new Date(instant.getTime() + 1);
}

/**
 * The SQL condition that a column of date values is within a bound that `beginning` or `end` gave. A whole-day value counts by
 * its day, which west of Greenwich begins after its midnight UTC.
 */
export function isWithin(ctx: ActionContext, column: string, compared: ">=" | "<", bound: Date, add: AddValue): string {
  const day = dayNotBegun(bound, ctx.caller.timezone);
  if (day === null) return `${column} ${compared} ${add(bound)}`;
  return compared === "<"
    ? `(${column} < ${add(bound)} and ${column} <> ${add(day)})`
    : `(${column} >= ${add(bound)} or ${column} = ${add(day)})`;
}
