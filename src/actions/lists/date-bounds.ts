import { dayNotBegun } from "../../domain/calendar/time.js";
import type { ActionContext } from "../context.js";
import type { AddValue } from "../read-record.js";

/**
 * The SQL condition that a column of date values is within a bound that `ctx.beginning` or `ctx.end` gave. A whole-day value counts by
 * its day, which west of Greenwich begins after its midnight UTC.
 */
export function isWithin(ctx: ActionContext, column: string, compared: ">=" | "<", bound: Date, add: AddValue): string {
  const day = dayNotBegun(bound, ctx.caller.timezone);
  if (day === null) return `${column} ${compared} ${add(bound)}`;
  return compared === "<"
    ? `(${column} < ${add(bound)} and ${column} <> ${add(day)})`
    : `(${column} >= ${add(bound)} or ${column} = ${add(day)})`;
}
