import type { ActionContext } from "../context.js";
import type { AddValue } from "../read-record.js";
import { optionalDate } from "../schemas.js";
import { beginning, end, isWithin } from "./date-bounds.js";

/** The filters of a list by when its records are due. @param what they are, in the plural */
export const dueRange = (what: "tasks" | "reminders") => ({
  dueFrom: optionalDate(`only ${what} due then or later`),
  dueBefore: optionalDate(`only ${what} due before then`),
  dueTo: optionalDate(`only ${what} due then or earlier; a day counts whole`),
});

type DueRange = { [K in "dueFrom" | "dueBefore" | "dueTo"]?: string | number | null | undefined };

/** What they ask of a record: conditions for the list's `where`. */
export const isDueWithin =
  (ctx: ActionContext, { dueFrom, dueBefore, dueTo }: DueRange) =>
  (add: AddValue): string[] => {
    const bounds = [
      [">=", beginning(ctx, dueFrom)],
      ["<", beginning(ctx, dueBefore)],
      ["<", end(ctx, dueTo)],
    ] as const;
    return bounds.flatMap(([compared, bound]) => (bound ? isWithin(ctx, "t.due_at", compared, bound, add) : []));
  };
