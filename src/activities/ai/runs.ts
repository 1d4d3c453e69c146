import { createHash } from "node:crypto";
import { AiRun } from "../../db/entities/ai-run.js";
import { Document } from "../../db/entities/document.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunFailure } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { product, sum } from "../../domain/money.js";
import type { Dependencies } from "../dependencies.js";
import { requireAccess } from "./requester.js";
import { type TokenUse, totalUse } from "./token-use.js";

export interface Prompt {
  system: string;
  data: string;
}

export interface RunInput {
  organizationId: string;
  runId: string;
}

export const createRunActivities = (deps: Dependencies) => ({
  /** Closes a run that failed, with the reason. Its document is unchanged. */
  async failRun({ organizationId, runId, code, message }: RunInput & RunFailure): Promise<void> {
    await transact(deps.database, null, async (unit) => {
      const run = await openRun(unit, { organizationId, runId });
      if (run)
        unit.update(run, { status: "failed", errorCode: code, error: message, answer: null, finishedAt: unit.now });
    });
  },

  /** Closes a run that was cancelled. A run whose document was deleted no longer exists. */
  async cancelRun({ organizationId, runId }: RunInput): Promise<void> {
    await transact(deps.database, null, async (unit) => {
      const run = await openRun(unit, { organizationId, runId });
      const error = "The run was stopped; ask again.";
      if (run)
        unit.update(run, { status: "cancelled", errorCode: "stopped", error, answer: null, finishedAt: unit.now });
    });
  },
});

/** The run; null if it has ended or was deleted with its document. */
export async function openRun(unit: UnitOfWork, { organizationId, runId }: RunInput): Promise<AiRun | null> {
  const run = await unit.find(AiRun, organizationId, runId);
  return run?.isOpen ? run : null;
}

/**
 * An open run and its document; null if the run has ended or one of them is gone.
 * @throws ApplicationFailure if the requester has lost access
 */
export async function openRunAndDocument(
  deps: Dependencies,
  input: RunInput,
): Promise<{ run: AiRun; document: Document } | null> {
  const unit = new UnitOfWork(deps.database);
  const run = await openRun(unit, input);
  const document = run && (await unit.find(Document, input.organizationId, run.documentId));
  if (!run || !document) return null;
  await requireAccess(unit, run, document);
  return { run, document };
}

/** Records with a run that it started, which model it asks, and the hash of the whole prompt. */
export const recordStart = (deps: Dependencies, input: RunInput, settings: AiSettings, call: Prompt): Promise<void> =>
  transact(deps.database, null, async (unit) => {
    const run = await openRun(unit, input);
    if (!run) return;
    const { provider, model } = settings;
    const promptSha256 = createHash("sha256").update(call.system).update("\0").update(call.data).digest("hex");
    unit.update(run, { status: "running", provider, model, promptSha256, startedAt: run.startedAt ?? unit.now });
  });

/** Adds the tokens that a call used to its run, and their cost. */
export const recordUse = (deps: Dependencies, input: RunInput, used: TokenUse, settings: AiSettings): Promise<void> =>
  transact(deps.database, null, async (unit) => {
    const run = await openRun(unit, input);
    if (!run) return;
    const before = { input: run.inputTokens, output: run.outputTokens };
    const { input: inputTokens, output: outputTokens } = totalUse(before, used);
    unit.update(run, { inputTokens, outputTokens, costEur: costEur(settings, inputTokens, outputTokens) });
  });

/** Prices are per million tokens. */
const perToken = 0.000_001;

function costEur(
  { inputPriceEur, outputPriceEur }: AiSettings,
  input: number | null,
  output: number | null,
): number | null {
  if (inputPriceEur === null || outputPriceEur === null || input === null || output === null) return null;
  return sum([product([input, inputPriceEur, perToken], 6), product([output, outputPriceEur, perToken], 6)]);
}
