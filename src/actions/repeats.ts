import type { OrganizationRecord } from "../db/entities/record.js";
import type { EntityClass } from "../db/table.js";
import { hourMs } from "../domain/calendar/durations.js";
import { idAt } from "../domain/ids.js";
import type { Warning } from "../domain/warning.js";
import type { ActionContext } from "./context.js";

/**
 * A call is repeated soon; a firm that imports makes thousands of records within an hour, which must not take longer for it. For many more
 * Postgres, where it thinks that the firm has a dozen, reads and sorts all that were made.
 */
const among = 10;

/** What was made or sent since then may be what a call makes or sends that is a repeat. */
export const repeatsSince = ({ now }: ActionContext): Date => new Date(now.getTime() - hourMs);

/** SQL of an instant as a warning names it: ISO 8601 in UTC, to the second. */
export const utcText = (instant: string): string =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Looks for the latest record that is the same as a new one in some properties, among those made within the last hour: a call is often
 * repeated whose answer was missed. A caller who may not view such records is told of none.
 * @param properties what tells such records apart, and the warning names, first what it points to; with the project, where records
 *   belong to projects: who reaches the new one's reaches the other too
 * @param changedAt when something else that the record is made from was changed: what was made before is another
 * @returns what gives the warning of it, after the commit
 */
export function findRepeats<T extends OrganizationRecord>(
  ctx: ActionContext,
  entity: EntityClass<T>,
  record: T,
  properties: readonly (keyof T & string)[],
  changedAt?: Date,
): () => Warning[] {
  if (!ctx.mayView(entity)) return () => [];
  const table = ctx.tableOf(entity);
  const isSame = properties.map((property, n) => `t.${table.column(property)} is not distinct from $${n + 3}`);
  const before = ctx.queryAlongside<{ id: string; at: string }>(
    `select t.id, ${utcText("t.created_at")} as at
     from (select * from ${table.name} where organization_id = $1 and id >= $2 order by id desc limit ${among}) t
     where ${isSame.join(" and ")} order by t.id desc limit 1`,
    idAt(new Date(Math.max(repeatsSince(ctx).getTime(), changedAt?.getTime() ?? 0))),
    ...properties.map((property) => record[property] ?? null),
  );
  return () =>
    before.rows.map(({ id, at }) => ({
      code: "duplicate",
      pointer: `/${properties[0]}`,
      detail: `The ${table.name.replaceAll("_", " ")} ${id}, made at ${at}, has the same ${properties.join(", ")}.`,
      suggestion: `If only an answer was missed, go on with that one, and delete the new one with delete_${table.name}.`,
    }));
}
