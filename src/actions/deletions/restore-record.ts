import { z } from "zod";
import type { Missing } from "../../db/deletions/restore.js";
import { Project } from "../../db/entities/project.js";
import { Reminder } from "../../db/entities/reminder.js";
import { Submission } from "../../db/entities/submission.js";
import { deletedKinds, kindOfTable } from "../../domain/deletions.js";
import { conflict } from "../../domain/errors.js";
import { areas } from "../../domain/permissions.js";
import { defineAction } from "../action.js";
import { restoreContent } from "../bills-of-quantities/kept-content.js";
import type { ActionContext } from "../context.js";
import { restoreDocumentContent } from "../documents/kept-content.js";
import { heldMails, settleOvertaken } from "../documents/restored-mails.js";
import { tellOutcomes } from "../inbox/tell-outcomes.js";
import { watchReopened } from "../projects/deadline.js";
import { readClockFacts, recountClocks } from "../projects/recount-clocks.js";
import { recordOf } from "../record-areas.js";
import { followClockSince } from "../reminders/follow-clock.js";
import { type Deletion, deletePermissions, deletionId, loadDeletion } from "./deletion.js";
import { camelCase } from "./keep-deleted.js";

export const restoreRecord = defineAction({
  name: "restore_record",
  title: { en: "Restore a deleted record", it: "Ripristina un elemento eliminato" },
  description:
    "Restores a deleted record with all that was deleted with it, and the links that the deletion cut, where they are still cut. Its reminders, clocks, follow-ups and queued mails go on. The earlier content of a bill or draft replaces the current one, which is kept in the same way.",
  area: "deletions",
  permissions: deletePermissions,
  anyPermission: true,
  effect: "create",
  addition: true,

  input: z.strictObject({ deletionId }),
  result: z.object({
    restored: z
      .array(recordOf(z.object({ kind: z.string(), id: z.string() }), ...areas))
      .describe("what came back, the deleted record first; the entries of a whole price book aren't named"),
  }),

  async run({ deletionId }, ctx) {
    const deletion = await loadDeletion(ctx, deletionId);
    return { restored: await (deletion.isContent ? restoreFormer(ctx, deletion) : restoreRows(ctx, deletion)) };
  },
});

interface Restored {
  kind: string;
  id: string;
}

/** Gives a bill or a draft its earlier content back, with the links that were lost then. */
async function restoreFormer(ctx: ActionContext, { id, kind, recordId }: Deletion): Promise<Restored[]> {
  const restore = kind === "document" ? restoreDocumentContent : restoreContent;
  const { linkIds } = await restore(ctx, id, recordId);
  return [{ kind, id: recordId }, ...linkIds.map((linkId) => ({ kind: "quote_link", id: linkId }))];
}

/** Restores what a deletion removed, adapted to later changes of other records. @throws conflict if something it needs is gone */
async function restoreRows(ctx: ActionContext, deletion: Deletion): Promise<Restored[]> {
  const held = await heldMails(ctx, deletion.id);
  const { missing, restored, entries } = await ctx.restoreDeletion(deletion.id);
  if (missing.length > 0) throw conflict([...new Set(missing.map((one) => needed(deletion, one)))].join(" "));
  if (deletion.kind === "reminder")
    for (const reminder of await ctx.all(Reminder, { id: deletion.recordId })) await followClockSince(ctx, reminder);
  if (deletion.kind === "submission")
    for (const submission of await ctx.all(Submission, { id: deletion.recordId })) await countAgain(ctx, submission);
  const idsOf = (name: string) => restored.filter(({ table }) => table === name).map(({ id }) => id);
  // A restored clock may differ from its reminder: another deletion kept the reminder, or it was changed while the clock was deleted.
  for (const submissionId of idsOf("submission"))
    for (const reminder of await ctx.all(Reminder, { submissionId })) await followClockSince(ctx, reminder);
  const back = restored.filter(({ columns }) => columns === null);
  back.sort((a, b) => Number(isItself(deletion, b)) - Number(isItself(deletion, a)));
  for (const { table, id } of back) ctx.note({ record: table, id, op: "create" });
  if (entries > 0)
    ctx.note({ record: "price_book", id: deletion.recordId, op: "update", after: { entriesAdded: entries } });
  for (const { table, id, columns } of restored)
    if (columns) ctx.note({ record: table, id, op: "update", after: { restored: columns.map(camelCase) } });
  await settleOvertaken(ctx, held, idsOf("reminder"));
  await tellOutcomes(
    ctx,
    restored.flatMap(({ table, id, columns }) => (table === "message" && columns ? [id] : [])),
  );
  return back.map(({ table, id }) => ({ kind: kindOfTable(table), id }));
}

/** Lets a restored submission take effect on the clocks of its project. */
async function countAgain(ctx: ActionContext, submission: Submission): Promise<void> {
  const project = await ctx.follow(Project, submission.projectId);
  if (!project) return;
  const facts = await readClockFacts(ctx, project, submission);
  const { integration } = facts.filing;
  // An integration of which it isn't kept when it took effect, and under which type of project, takes effect anew under today's.
  const again = integration && { ...integration, type: integration.type ?? project.type };
  await recountClocks(ctx, project, facts, { before: null, after: { ...facts.filing, integration: again } });
  watchReopened(ctx, project, submission);
}

const isItself = ({ kind, recordId }: Deletion, row: { table: string; id: string }): boolean =>
  row.table === deletedKinds[kind] && row.id === recordId;

/** What must be restored first, and how. */
function needed({ kind }: Deletion, { table, id, deletionId }: Missing): string {
  const [record, other] = [kind, kindOfTable(table)].map((word) => word.replaceAll("_", " "));
  if (kind === "contact" && table === "contact")
    return `What the contact had went to the contact ${id}, which was deleted or merged as well; restore that first, with restore_record and the deletionId ${deletionId}.`;
  return deletionId === null
    ? `The ${record} belonged to the ${other} ${id}, which no longer exists; it can't be restored without it.`
    : `The ${record} belongs to the ${other} ${id}, which was deleted as well; restore that first, with restore_record and the deletionId ${deletionId}.`;
}
