import { z } from "zod";
import { dayMs } from "../../domain/calendar/durations.js";
import { type DeletedKind, deletedKinds, keptDeletionDays, kindOfTable } from "../../domain/deletions.js";
import { areas } from "../../domain/permissions.js";
import { defineAction } from "../action.js";
import { lacking } from "../action-reach.js";
import type { ActionContext } from "../context.js";
import { idOfPlace, isOlderThan, toPage } from "../lists/cursor.js";
import { recordOf } from "../record-areas.js";
import { instant, pageOf } from "../results.js";
import { clampLimit, paging } from "../schemas.js";
import { deletePermissions, kinds, oldestKept, permissionFor } from "./deletion.js";

interface Row {
  deletionId: string;
  kind: DeletedKind;
  id: string;
  title: string;
  deletedAt: Date;
  userId: string | null;
  byName: string | null;
}

const item = recordOf(
  z.object({
    deletionId: z.string(),
    kind: z.enum(kinds),
    id: z
      .string()
      .describe(
        "of the deleted record; of its book where entries were deleted, of its bill or document where content was lost",
      ),
    title: z.string(),
    deletedAt: instant,
    deletedBy: z
      .object({
        userId: z.string().nullable().describe("null: a key of the organization"),
        name: z.string().nullable(),
      })
      .describe("the person, or the key"),
    expiresAt: instant.describe("until when it can be restored"),
    with: z.record(z.string(), z.number()).describe("what went with it: how many of each kind"),
  }),
  ...areas,
);

export const listDeleted = defineAction({
  name: "list_deleted",
  title: { en: "List deleted records", it: "Elenca gli elementi eliminati" },
  description: `Lists what was deleted in the last ${keptDeletionDays} days and can be restored, latest first, of the kinds that the caller may delete. Also lists earlier content of bills and drafts that lost some, the newest 20 of each.`,
  area: "deletions",
  permissions: deletePermissions,
  anyPermission: true,
  effect: "read",
  addition: true,

  input: z.strictObject({ kind: z.enum(kinds).describe("only records of this kind").optional(), ...paging }),
  result: pageOf(item),

  async run({ kind, limit, cursor }, ctx) {
    if (kind && !ctx.may(permissionFor(kind))) throw lacking("list_deleted", permissionFor(kind));
    const visible = kinds.filter((each) => ctx.may(permissionFor(each)));
    const count = clampLimit(limit);
    const rows = await ctx.query<Row>(
      `select d.id as "deletionId", d.kind, d.record_id as id, d.title, d.deleted_at as "deletedAt", d.user_id as "userId",
         coalesce(u.name, k.name) as "byName"
       from deletion d left join user_account u on u.id = d.user_id left join api_key k on k.id = d.key_id
       where d.organization_id = $1 and ${kind ? "d.kind = $2" : "d.kind = any($2)"} and d.deleted_at > $3 and ${isOlderThan("$4", "d.id")}
       order by d.id desc limit $5`,
      kind ?? visible,
      oldestKept(ctx),
      idOfPlace(cursor),
      count + 1,
    );
    const page = toPage(rows, count, ({ deletionId }) => deletionId);
    const along = await countsOf(ctx, page.items);
    return {
      ...page,
      items: page.items.map(({ userId, byName, ...row }) => ({
        ...row,
        deletedBy: { userId, name: byName },
        expiresAt: new Date(row.deletedAt.getTime() + keptDeletionDays * dayMs),
        with: along.get(row.deletionId) ?? {},
      })),
    };
  },
});

/** How many rows of each kind were deleted together with the record, by deletion. */
async function countsOf(ctx: ActionContext, rows: readonly Row[]): Promise<Map<string, Record<string, number>>> {
  const counts = await ctx.query<{ deletionId: string; table: string; count: number }>(
    `select r.deletion_id as "deletionId", r.table_name as "table", count(*)::int as count
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as listed (deletion_id, record_id, table_name)
     join deleted_row r on r.organization_id = $1 and r.deletion_id = listed.deletion_id
     where r.content is not null and (r.row_id, r.table_name) <> (listed.record_id, listed.table_name)
     group by 1, 2 order by 1, 2`,
    rows.map(({ deletionId }) => deletionId),
    rows.map(({ id }) => id),
    rows.map(({ kind }) => deletedKinds[kind]),
  );
  const byDeletion = new Map<string, Record<string, number>>();
  for (const { deletionId, table, count } of counts)
    byDeletion.set(deletionId, { ...byDeletion.get(deletionId), [kindOfTable(table)]: count });
  return byDeletion;
}
