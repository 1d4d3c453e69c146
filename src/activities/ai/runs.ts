import type { AiRunInput } from "../../contracts/ai-run.js";
import { aiSettings } from "../../db/ai-settings.js";
import { AiRun } from "../../db/entities/ai-run.js";
import { Document } from "../../db/entities/document.js";
import { organizationQuery } from "../../db/organization-query.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import type { RunFailure } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { product, sum } from "../../domain/money.js";
import { sha256 } from "../../domain/sha256.js";
import type { Dependencies } from "../dependencies.js";
import { requireAccess } from "./requester.js";
import { runFailure } from "./run-failure.js";
import { type TokenUse, totalUse } from "./token-use.js";

export interface Prompt {
  system: string;
  data: string;
}

export const createRunActivities = (deps: Dependencies) => ({
  /** Closes a run that failed, with the reason. Its document is unchanged. */
  async failRun({ code, message, ...input }: AiRunInput & RunFailure): Promise<void> {
    await updateOpenRun(deps, input, (_, now) => ({
      status: "failed",
      errorCode: code,
      error: message,
      answer: null,
      finishedAt: now,
    }));
  },

  /** Closes a run that was cancelled. A run whose document was deleted no longer exists. */
  async cancelRun(input: AiRunInput): Promise<void> {
    await updateOpenRun(deps, input, (_, now) => ({
      status: "cancelled",
      errorCode: "stopped",
      error: "The run was stopped; ask again.",
      answer: null,
      finishedAt: now,
    }));
  },
});

/** Changes a run, unless it has ended or was deleted with its document. */
export const updateOpenRun = (
  deps: Dependencies,
  input: AiRunInput,
  changes: (run: AiRun, now: Date) => Partial<AiRun>,
): Promise<void> =>
  transact(deps.database, null, async (unit) => {
    const run = await openRun(unit, input);
    if (run) unit.update(run, changes(run, unit.now));
  });

/** The run; null if it has ended or was deleted with its document. */
async function openRun(unit: UnitOfWork, { organizationId, runId }: AiRunInput): Promise<AiRun | null> {
  const run = await unit.find(AiRun, organizationId, runId);
  return run?.isOpen ? run : null;
}

/**
 * An open run and its document; null if the run has ended or one of them is gone.
 * @throws ApplicationFailure if the requester has lost access
 */
export async function openRunAndDocument(
  deps: Dependencies,
  input: AiRunInput,
): Promise<{ run: AiRun; document: Document } | null> {
  const unit = new UnitOfWork(deps.database);
  const run = await openRun(unit, input);
  const document = run && (await unit.find(Document, input.organizationId, run.documentId));
  if (!run || !document) return null;
  await requireAccess(unit, run, document);
  return { run, document };
}

/** The organization's language model. @throws ApplicationFailure not_configured, if there is none any more */
export async function requireSettings({ database, config }: Dependencies, organizationId: string): Promise<AiSettings> {
  const settings = await aiSettings(organizationQuery(database, organizationId), config);
  if (!settings) throw runFailure({ code: "not_configured", message: "No language model is configured any more." });
  return settings;
}

/** Records with a run that it started, which model it asks, and the hash of the whole prompt. */
export const recordStart = (deps: Dependencies, input: AiRunInput, settings: AiSettings, call: Prompt): Promise<void> =>
  updateOpenRun(deps, input, ({ startedAt }, now) => {
    const { provider, model } = settings;
    const promptSha256 = sha256(`${call.system}\0${call.data}`);
    return { status: "running", provider, model, promptSha256, startedAt: startedAt ?? now };
  });

/** Adds the tokens that a call used to its run, and their cost. */
export const recordUse = (deps: Dependencies, input: AiRunInput, used: TokenUse, settings: AiSettings): Promise<void> =>
  updateOpenRun(deps, input, (run) => {
    const before = { input: run.inputTokens, output: run.outputTokens };
    const { input: inputTokens, output: outputTokens } = totalUse(before, used);
    return { inputTokens, outputTokens, costEur: costEur(settings, inputTokens, outputTokens) };
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
