import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import { internalFailure } from "../../domain/ai-run.js";
import type { AiSettings } from "../../domain/ai-settings.js";
import { ActionError } from "../../domain/errors.js";
import { type Dependencies, withHeartbeat } from "../dependencies.js";
import type { Answer, ask } from "./ask.js";
import { runFailure } from "./run-failure.js";
import { type RunInput, recordUse } from "./runs.js";

/** One call with all its steps may take so long. */
const callBudgetMs = 180_000;

/**
 * Runs a call to a model within its time budget, telling Temporal meanwhile that it goes on; ended early where the run is cancelled.
 * What it used is kept with the run at once, whatever becomes of the answer.
 * The library for models is loaded with the first call.
 * @throws ApplicationFailure in our own words, tried again by Temporal where that may help: the error's own could hold the prompt
 */
export async function callModel<T>(
  deps: Dependencies,
  input: RunInput,
  settings: AiSettings,
  call: (asking: typeof ask, signal: AbortSignal) => Promise<Answer<T>>,
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
    const { code, message, mayPass, more } = modelFailure(error, settings);
    deps.log.warn(
      { runId: input.runId, code, error: (error as Error).name, status: more.status },
      "no answer of a model",
    );
    if (more.used) await recordUse(deps, input, more.used, settings);
    throw ApplicationFailure.create({
      type: code,
      message,
      nonRetryable: !mayPass,
      ...(more.retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1_000, more.retryAfterMs) }),
    });
  }
  await recordUse(deps, input, answer.used, settings);
  return answer.value;
}

/**
 * Judges an answer by our own rules. A fault of theirs fails the run too: asked again, the same would be paid for again.
 * @throws ApplicationFailure
 */
export function judged<T>({ log }: Dependencies, { runId }: RunInput, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof ActionError) throw runFailure({ code: "model_answer_invalid", message: error.message });
    // Only where it happened: its words may hold some of the document.
    const at = ((error as Error).stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
    log.error({ runId, error: (error as Error).name, at }, "a model's answer can't be judged");
    throw runFailure(internalFailure);
  }
}
