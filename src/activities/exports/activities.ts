import { CancelledFailure, Context } from "@temporalio/activity";
import { type MakeExportInput, makeExport } from "../../contracts/make-export.js";
import { byWorkflow } from "../../db/audit.js";
import { tellOfEnd } from "../../db/tell-of-end.js";
import { transact } from "../../db/transact.js";
import { keptForADayMs } from "../../domain/calendar/durations.js";
import type { ExportOrder } from "../../domain/exports.js";
import { addFile } from "../../files/files.js";
import type { Shared } from "../dependencies.js";
import { withHeartbeat } from "../heartbeat.js";
import { ThreadEnded, TurnsThread } from "../worker-threads/turns-thread.js";
import { readBillExport } from "./bill/read-bill.js";
import { readComparison } from "./comparison/read-comparison.js";
import { ExportRefused, type MadeFile } from "./made-file.js";
import type { Exported, ExportTask } from "./thread.js";

/** A worker that was killed over an export tries again; one that is killed each time must not go on for ever. */
const maxTries = 3;

interface Ordered {
  order: ExportOrder;
  tries: number;
  projectId: string | null;
}

/** A file is written with the end of its export. */
type Outcome = "kept" | { error: string };

export function createExportActivities(deps: Shared) {
  const thread = new TurnsThread<ExportTask, Exported>({
    program: new URL("../../../dist/activities/exports/thread.js", import.meta.url),
    tasks: "writes exports",
    maxJobs: 6,
    maxJobsOfOne: 3,
    laterMs: 2_000,
    busyType: "exports_busy",
    maxHeapMb: 800,
  });
  return {
    /** Makes the file of an export, in its turn. One that was made before isn't made again. */
    async makeExportFile(input: MakeExportInput): Promise<void> {
      const [ordered] = await deps.database.query<Ordered>(
        `select export as order, tries, project_id as "projectId" from rendering
         where organization_id = $1 and id = $2 and done_at is null`,
        [input.organizationId, input.exportId],
      );
      if (ordered) await end(deps, input, await outcomeOf(deps, thread, input, ordered));
    },
  };
}

async function end({ database }: Shared, { organizationId, exportId }: MakeExportInput, outcome: Outcome) {
  if (outcome !== "kept")
    await database.query(
      "update rendering set error = $3, done_at = now() where organization_id = $1 and id = $2 and done_at is null",
      [organizationId, exportId, outcome.error],
    );
  await tellOfEnd(database, makeExport.workflowId({ exportId }));
}

async function outcomeOf(
  deps: Shared,
  thread: TurnsThread<ExportTask, Exported>,
  input: MakeExportInput,
  { order, projectId, tries }: Ordered,
): Promise<Outcome> {
  if (tries >= maxTries) return { error: "it was given up after several attempts" };
  const { organizationId, exportId } = input;
  const { cancellationSignal, cancelled } = Context.current();
  let hasBegun = false;
  // While it waits for its turn it has tried nothing: if another export ends the worker, that doesn't count against this one.
  const written = thread.run(organizationId, async () => {
    cancellationSignal.throwIfAborted();
    const task = await read(deps, organizationId, order);
    cancellationSignal.throwIfAborted();
    hasBegun = true;
    await countTry(deps, input, 1);
    return task;
  });
  const exported = await withHeartbeat(Promise.race([written, cancelled])).catch(
    async (error: unknown): Promise<Exported> => {
      if (error instanceof ExportRefused) return { refusal: error.message, isSaid: true };
      if (error instanceof ThreadEnded) return { refusal: error.message };
      // It isn't the export's fault that its worker stops, as at each deployment, nor what else failed around it.
      const isOwnFault = error instanceof CancelledFailure && error.message !== "WORKER_SHUTDOWN";
      if (hasBegun && !isOwnFault) await countTry(deps, input, -1);
      throw error;
    },
  );
  if ("refusal" in exported) {
    if (exported.isSaid) return { error: exported.refusal };
    deps.log.error({ exportId, kind: order.kind, reason: exported.refusal }, "an export can't be made");
    return { error: "its file can't be made" };
  }
  await keep(deps, input, projectId, exported);
  return "kept";
}

const countTry = ({ database }: Shared, { organizationId, exportId }: MakeExportInput, by: number) =>
  database.query("update rendering set tries = tries + $3 where organization_id = $1 and id = $2", [
    organizationId,
    exportId,
    by,
  ]);

const read = async (deps: Shared, organizationId: string, order: ExportOrder): Promise<ExportTask> =>
  order.kind === "bill"
    ? { kind: order.kind, content: await readBillExport(deps.database, organizationId, order) }
    : { kind: order.kind, content: await readComparison(deps, organizationId, order) };

/**
 * Exports can be made anew at any time, so they are kept for a day. The file and the end of its export are one commit: a worker that is
 * killed in between, or two at once, make no second file.
 */
async function keep(
  { database, files }: Shared,
  { organizationId, exportId }: MakeExportInput,
  projectId: string | null,
  { name, contentType, bytes }: MadeFile,
): Promise<void> {
  const kept = await files.put(organizationId, bytes);
  await transact(database, byWorkflow(organizationId, "make_export"), async (unit) => {
    const expiresAt = new Date(unit.now.getTime() + keptForADayMs);
    const { id } = addFile(unit, kept, { organizationId, name, contentType, source: "export", projectId, expiresAt });
    unit.append(
      "update rendering set file_id = $3, done_at = now() where organization_id = $1 and id = $2 and done_at is null",
      [organizationId, exportId, id],
      1,
    );
  });
}
