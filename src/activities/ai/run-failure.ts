import { ApplicationFailure } from "@temporalio/activity";
import type { RunFailure } from "../../domain/ai-run.js";

/** Fails a run for a reason that no retry removes. */
export const runFailure = ({ code, message }: RunFailure): ApplicationFailure =>
  ApplicationFailure.create({ type: code, message, nonRetryable: true });
