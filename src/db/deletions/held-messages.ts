import { surelyWithdrawn } from "../../domain/messages/withdrawn.js";
import { same } from "../../domain/same.js";
import { Message } from "../entities/message.js";
import { hydrate } from "../table.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { insertDeletedRows, isChanged, takenBy } from "./deleted-rows.js";

/** The row `d` of a deletion that keeps a message. `$1`: the organization, `$2`: the message. */
const isHeld = "d.organization_id = $1 and d.table_name = 'message' and d.row_id = $2 and d.content is not null";
/** What became of it since, `o`: how its columns stand once it is restored. What another deletion changed before counts where it holds still. */
const isOutcome = `o.organization_id = $1 and o.table_name = 'message' and o.row_id = $2 and o.deletion_id = d.deletion_id
  and o.content is null and o.before ->> 'status' is not null and o.after::jsonb <@ d.content::jsonb`;

/** A message whose row a deletion keeps, as it would come back: with all later changes. Null: no deletion has it. */
async function heldMessage(unit: UnitOfWork, organizationId: string, id: string): Promise<Message | null> {
  const [row] = await unit.query<object>(
    `select ${unit.table(Message).selectList}, d.deletion_id as "deletionId"
     from deleted_row d left join deleted_row o on ${isOutcome}
       cross join lateral json_populate_record(json_populate_record(null::message, d.content), coalesce(o.before, '{}')) t
     where ${isHeld} limit 1`,
    [organizationId, id],
  );
  return row ? hydrate(Message, row) : null;
}

/** The message with this id, also one that was deleted and can be restored; to be read alone. */
export const readMessage = async (unit: UnitOfWork, organizationId: string, id: string): Promise<Message | null> =>
  (await unit.find(Message, organizationId, id)) ?? heldMessage(unit, organizationId, id);

/** Like `readMessage`, but for changing it: a deleted message's deletion is locked until the unit ends. */
export async function findMessage(unit: UnitOfWork, organizationId: string, id: string): Promise<Message | null> {
  const there = await unit.find(Message, organizationId, id);
  if (there) return there;
  const held = await heldMessage(unit, organizationId, id);
  if (!held) return unit.find(Message, organizationId, id);
  await unit.begin();
  await unit.query("select hold_rows('deletion', $1, 'id', array[$2::uuid])", [organizationId, held.deletionId]);
  // Whoever had the lock may have changed it, restored it, or forgotten it for good.
  return (await heldMessage(unit, organizationId, id)) ?? unit.find(Message, organizationId, id);
}

/** Changes a message that `findMessage` found. A deleted one comes back so. */
export async function changeMessage(unit: UnitOfWork, message: Message, changes: Partial<Message>): Promise<void> {
  const { organizationId, id, deletionId } = message;
  if (deletionId === undefined) {
    unit.update(message, changes);
    return;
  }
  const changed = Object.entries(changes).filter(
    ([property, value]) => value !== undefined && !same(message[property as keyof Message], value),
  );
  if (changed.length === 0) return;
  Object.assign(message, Object.fromEntries(changed));
  const table = unit.table(Message);
  // A server's words may contain lone surrogates (half characters), which Postgres refuses in JSON.
  const wellFormed = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);
  const values = Object.fromEntries(changed.map(([property, value]) => [table.column(property), wellFormed(value)]));
  // One row has all of it: a restore sets the columns back that one row names, in no order.
  await unit.query(
    `with known as (delete from deleted_row o using deleted_row d where ${isHeld} and d.deletion_id = $3 and ${isOutcome} returning o.before),
       outcome as (select (coalesce((select before::jsonb from known limit 1), jsonb_build_object('status', $5::text)) || $4::jsonb)::json as before)
     ${insertDeletedRows("before, after")}
     select $1, $3, 'message', $2, n.before, (select json_object_agg(name, d.content -> name) from json_object_keys(n.before) name)
     from outcome n, deleted_row d where ${isHeld} and d.deletion_id = $3`,
    [organizationId, id, deletionId, JSON.stringify(values), message.status],
  );
}

/** Undoes a deletion's withdrawal of messages that another deletion has taken since: there, where they are withdrawn still. */
export async function undoWithdrawals(
  unit: UnitOfWork,
  [organizationId, deletionId]: readonly [string, string],
): Promise<void> {
  const withdrawn = await unit.query<Record<"before" | "after", Mark> & { id: string }>(
    `delete from deleted_row d where ${isChanged("message")} and d.before ->> 'status' is not null and ${takenBy("message", "d.row_id")} is not null
     returning d.row_id as id, d.before, d.after`,
    [organizationId, deletionId],
  );
  for (const { id, before, after } of withdrawn) {
    const message = await findMessage(unit, organizationId, id);
    if (message && (isMarked(message, after) || isMarked(message, surelyWithdrawn(after.error ?? ""))))
      await changeMessage(unit, message, { status: before.status, error: before.error });
  }
}

type Mark = Pick<Message, "status" | "error">;

const isMarked = (message: Mark, { status, error }: Mark): boolean =>
  message.status === status && message.error === error;

/**
 * Keeps that a deletion's withdrawal of messages stands, where an attempt that was under way has ended in vain since: they surely didn't
 * leave, so a restore sends them.
 */
export async function keepSureWithdrawals(
  unit: UnitOfWork,
  [organizationId, deletionId]: readonly [string, string],
): Promise<void> {
  const settled = await unit.query<Mark & { id: string; left: string }>(
    `select t.id, t.status, t.error, d.after ->> 'error' as left from deleted_row d join message t on t.organization_id = $1 and t.id = d.row_id
     where ${isChanged("message")} and d.after ->> 'status' = 'uncertain' and t.status = 'failed'`,
    [organizationId, deletionId],
  );
  for (const { id, left, ...now } of settled) {
    const sure = surelyWithdrawn(left);
    if (!isMarked(now, sure)) continue;
    await unit.query(
      `with known as (delete from deleted_row d where ${isChanged("message")} and d.row_id = $3 returning d.before, d.after)
       ${insertDeletedRows("before, after")}
       select $1, $2, 'message', $3, before, (after::jsonb || $4::jsonb)::json from known`,
      [organizationId, deletionId, id, JSON.stringify(sure)],
    );
  }
}
