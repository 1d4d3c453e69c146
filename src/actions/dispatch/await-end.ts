import { UnitOfWork } from "../../db/unit-of-work.js";
import { ActionError, conflict } from "../../domain/errors.js";
import type { Access } from "../action-reach.js";
import { ActionContext } from "../context.js";
import { presentResult } from "../embedded-records.js";
import type { DispatchParts, Execution, Outcome } from "./execution.js";
import { forgetAnswer, replaceAnswer } from "./idempotency.js";

/**
 * Waits for the work that goes on in a workflow after a commit, without holding a connection, and returns the final answer. If it takes
 * too long, returns the first answer. Under an idempotency key, the final answer replaces the first. So a repeated request, even after
 * a crash in between, waits for the same workflow and never starts another. If the work fails, the key is free again.
 * @throws conflict if a repeated request has waited for half of the limit while the first may still be waiting
 */
export async function awaitEnd(
  parts: DispatchParts,
  execution: Execution,
  access: Access,
  outcome: Outcome,
): Promise<Outcome> {
  const { action, caller } = execution;
  const workflowId = action.finish?.awaits(outcome.result) ?? null;
  if (!action.finish || workflowId === null) return outcome;
  const answer = () => finalAnswer(parts, execution, access, outcome);
  const { limitMs } = parts.ends;
  const options = outcome.firstMsAgo === undefined ? execution : { ...execution, limitMs: limitMs / 2 };
  const startedAt = performance.now();
  const final = await parts.ends.waitForEnd(caller.organizationId, workflowId, options, answer);
  if (final) return final;
  if (outcome.firstMsAgo !== undefined && outcome.firstMsAgo + performance.now() - startedAt < limitMs)
    throw conflict("The first request with this Idempotency-Key is still under way; repeat it in a minute.");
  return outcome;
}

async function finalAnswer(
  parts: DispatchParts,
  { action, caller, idempotency }: Execution,
  access: Access,
  outcome: Outcome,
): Promise<Outcome> {
  const { config, database } = parts;
  const ctx = new ActionContext(caller, access, config, new UnitOfWork(database), parts);
  try {
    const answer = await action.finish?.read(outcome.result, ctx);
    const result = presentResult(action, answer, ctx);
    if (idempotency) await replaceAnswer(database, idempotency, outcome.result, result);
    return { ...outcome, result };
  } catch (error) {
    if (idempotency && error instanceof ActionError) await forgetAnswer(database, idempotency, outcome.result);
    throw error;
  }
}
