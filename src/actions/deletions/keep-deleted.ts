import type { Undoing } from "../../db/deletions/keep.js";
import { type DeletedKind, deletedKinds } from "../../domain/deletions.js";
import { shortened } from "../../domain/text/shortened.js";
import { maxCharacters } from "../../domain/text/text-limits.js";
import type { ActionContext } from "../context.js";

/** What is deleted: a record, or parts of one. */
interface Deleted {
  kind: DeletedKind;
  id: string;
  /** the name by which people know it */
  title: string;
  /** the parts of the record that are deleted, while it stays */
  parts?: { table: string; ids: readonly string[] };
  undoing?: Undoing;
}

/** Locks a record until the action ends, so that nothing new refers to it before it is gone. */
export async function hold(ctx: ActionContext, kind: DeletedKind, id: string): Promise<void> {
  await ctx.execute("select hold_rows($2, $1, 'id', array[$3::uuid])", deletedKinds[kind], id);
}

/**
 * Keeps what an action deletes, so that it can be restored, and names in the audit log what else is deleted or unlinked. Must be called
 * last: a restore also undoes what the action changed before it.
 * @returns the answer of an action that deletes a record
 */
export async function keepDeleted(ctx: ActionContext, { kind, id, title, parts, undoing }: Deleted) {
  const roots = parts ?? { table: deletedKinds[kind], ids: [id] };
  const deletion = { kind, recordId: id, title: shortened(title, maxCharacters.name) };
  for (const { table, id: rowId, emptied } of await ctx.keepDeletion(deletion, roots, undoing)) {
    if (emptied === null) ctx.note({ record: table, id: rowId, op: "delete" });
    else {
      const links = Object.entries(emptied).map(([column, value]) => [camelCase(column), value] as const);
      const [before, after] = [links, links.map(([field]) => [field, null] as const)].map(Object.fromEntries);
      ctx.note({ record: table, id: rowId, op: "update", before, after });
    }
  }
  return { id, deleted: true } as const;
}

/** A column's name as a property's: `project_id` as `projectId`. */
export const camelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
