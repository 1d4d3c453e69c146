import { ApplicationFailure } from "@temporalio/activity";
import type { RunFailure } from "../../domain/ai-run.js";

/** A run that can't be carried out, whatever the model. */
export const runFailure = ({ code, message }: RunFailure): ApplicationFailure =>
  ApplicationFailure.create({ type: code, message, nonRetryable: true });
