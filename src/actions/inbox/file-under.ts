import { StoredFile } from "../../db/entities/stored-file.js";
import type { Thread } from "../../db/entities/thread.js";
import { hydrate } from "../../db/table.js";
import type { ActionContext } from "../context.js";

/**
 * Files a thread under a project, with the attachments that came in it: those that stood in its former project, or in none. What
 * somebody filed elsewhere stays there.
 * @param projectId null: under none; undefined: all stays as it is
 */
export async function fileUnder(
  ctx: ActionContext,
  thread: Thread,
  projectId: string | null | undefined,
): Promise<void> {
  if (projectId === undefined) return;
  const rows = await ctx.query(
    `select ${ctx.columnsOf(StoredFile)} from stored_file t
     where t.organization_id = $1 and t.source = 'incoming' and t.project_id is distinct from $4 and (t.project_id is null or t.project_id = $3)
       and t.id in (select (a ->> 'id')::uuid from message m, jsonb_array_elements(m.attachments) a
         where m.organization_id = $1 and m.thread_id = $2 and m.direction = 'incoming')`,
    thread.id,
    thread.projectId,
    projectId,
  );
  for (const row of rows) ctx.update(hydrate(StoredFile, row), { projectId });
  ctx.update(thread, { projectId });
}
