import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { AiRunInput } from "../../contracts/ai-run.js";
import { internalFailure } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { ActionError } from "../../domain/errors.js";
import type { Dependencies } from "../dependencies.js";
import { withHeartbeat } from "../heartbeat.js";
import type { Answer, ask } from "./ask.js";
import { runFailure } from "./run-failure.js";
import { recordUse } from "./runs.js";

/** The longest that one call with all its steps may take. */
const callBudgetMs = 180_000;

/**
 * Runs a call to a model within its time budget, with heartbeats to Temporal. It ends early if the run is cancelled. The tokens
 * that it used are saved with the run at once, whatever happens to the answer. The library for models is loaded at the first call.
 * @throws ApplicationFailure in our own words, since the original error could contain the prompt; Temporal retries it where that may
 *   help
 */
export async function callModel<T>(
  deps: Dependencies,
  input: AiRunInput,
  settings: AiSettings,
  call: (askModel: typeof ask, signal: AbortSignal) => Promise<Answer<T>>,
): Promise<T> {
  const { cancellationSignal } = Context.current();
  const signal = AbortSignal.any([cancellationSignal, AbortSignal.timeout(callBudgetMs)]);
  const { ask } = await import("./ask.js");
  const { modelFailure } = await import("./model-failure.js");
  let answer: Answer<T>;
  try {
    answer = await withHeartbeat(call(ask, signal));
  } catch (error) {
    if (cancellationSignal.aborted) throw new CancelledFailure("The run is no longer wanted.");
    const { code, message, isTemporary, details } = modelFailure(error, settings);
    const { status, used, retryAfterMs } = details;
    deps.log.warn({ runId: input.runId, code, error: (error as Error).name, status }, "a model gave no usable answer");
    if (used) await recordUse(deps, input, used, settings);
    throw ApplicationFailure.create({
      type: code,
      message,
      nonRetryable: !isTemporary,
      ...(retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1_000, retryAfterMs) }),
    });
  }
  await recordUse(deps, input, answer.used, settings);
  return answer.value;
}

/**
 * Applies our fixed rules to an answer. An unexpected error in the rules fails the run as well: a retry would pay for the same
 * answer again.
 * @throws ApplicationFailure
 */
export function judgeAnswer<T>({ log }: Dependencies, { runId }: AiRunInput, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof ActionError) throw runFailure({ code: "model_answer_invalid", message: error.message });
    // The stack without the message, which may contain parts of the document.
    const at = ((error as Error).stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    log.error({ runId, error: (error as Error).name, at }, "a model's answer can't be judged");
    throw runFailure(internalFailure);
  }
}
