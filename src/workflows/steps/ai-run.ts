import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  TimeoutFailure,
} from "@temporalio/workflow";
import { type AiRunInput, documentDeleted, runLost } from "../../contracts/ai-run.js";
import { internalFailure, type RunFailure, type RunFailureCode, runFailureCodes } from "../../domain/ai-run.js";
import { quick } from "./activities.js";
import { ignoreWhileOpen } from "./watching.js";

/** Carries out an AI run until it ends or its document is deleted. A failure is recorded with the run, for the requester. */
export async function carryOutRun<T extends string>(
  input: AiRunInput,
  work: () => Promise<T>,
): Promise<T | "failed" | "cancelled"> {
  const scope = new CancellationScope();
  setHandler(defineSignal(documentDeleted.name), () => scope.cancel());
  ignoreWhileOpen(runLost);
  try {
    return await scope.run(work);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => quick.cancelRun(input));
      setCurrentDetails("Stopped: nobody waits for an answer any more.");
      return "cancelled";
    }
    if (!(error instanceof ActivityFailure)) throw error;
    const failure = failureOf(error);
    await quick.failRun({ ...input, ...failure });
    setCurrentDetails(failure.message);
    return "failed";
  }
}

function failureOf({ cause }: ActivityFailure): RunFailure {
  if (cause instanceof ApplicationFailure && cause.type && isFailureCode(cause.type))
    return { code: cause.type, message: cause.message };
  if (cause instanceof TimeoutFailure)
    return { code: "model_slow", message: "No answer came in time; ask again, or set a faster model." };
  return internalFailure;
}

const isFailureCode = (type: string): type is RunFailureCode => (runFailureCodes as readonly string[]).includes(type);
