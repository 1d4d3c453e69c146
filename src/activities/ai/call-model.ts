import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { AiSettings } from "../../domain/ai-settings.js";
import { type Dependencies, whileBeating } from "../dependencies.js";
import type { ask } from "./ask.js";
import { noteUse, type RunInput } from "./runs.js";

/** One call with all its steps may take so long. */
const callBudgetMs = 180_000;

/**
 * Runs a call to a model within its time budget, telling Temporal meanwhile that it goes on; ended early where the run is cancelled.
 * The library for models is loaded with the first call.
 * @throws ApplicationFailure in our own words, tried again by Temporal where that may help: the error's own could hold the prompt
 */
export async function callModel<T>(
  deps: Dependencies,
  input: RunInput,
  settings: AiSettings,
  call: (asking: typeof ask, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { cancellationSignal } = Context.current();
  const signal = AbortSignal.any([cancellationSignal, AbortSignal.timeout(callBudgetMs)]);
  const { ask } = await import("./ask.js");
  const { modelFailure } = await import("./model-failure.js");
  try {
    return await whileBeating(call(ask, signal));
  } catch (error) {
    if (cancellationSignal.aborted) throw new CancelledFailure("The run is no longer wanted.");
    const { code, message, mayPass, more } = modelFailure(error, settings);
    deps.log.warn(
      { runId: input.runId, code, error: (error as Error).name, status: more.status },
      "no answer of a model",
    );
    if (more.used) await noteUse(deps, input, more.used, settings);
    throw ApplicationFailure.create({
      type: code,
      message,
      nonRetryable: !mayPass,
      ...(more.retryAfterMs === undefined ? {} : { nextRetryDelay: Math.max(1_000, more.retryAfterMs) }),
    });
  }
}
