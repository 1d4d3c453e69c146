import { transact } from "../db/transact.js";
import { ActionError } from "../domain/errors.js";
import { type Access, ActionReach } from "./action-reach.js";
import { authorize } from "./authorize.js";
import { awaitRun } from "./await-run.js";
import { ActionContext } from "./context.js";
import type { DispatchParts, Execute, Execution, Outcome } from "./execution.js";
import { rememberAnswer, rememberedAnswer } from "./idempotency.js";
import { parseInput } from "./parse-input.js";

/** Makes the function that carries actions out. */
export const createDispatch =
  (parts: DispatchParts): Execute =>
  async (execution) => {
    const access = authorize(execution.action, execution.caller);
    return awaitRun(parts, execution, access, await committed(parts, execution, access));
  };

async function committed(parts: DispatchParts, execution: Execution, access: Access): Promise<Outcome> {
  const { action, body, idempotency } = execution;
  const input = parseInput(action, body);
  try {
    return await commitOnce(parts, execution, access, input);
  } catch (error) {
    // It may have failed because the same request, made at the same time, has just succeeded.
    const remembered =
      idempotency && error instanceof ActionError && (await rememberedAnswer(parts.database, idempotency));
    if (!remembered) throw error;
    return { result: remembered.result, replayed: true };
  }
}

async function commitOnce(
  { config, database, ordered }: DispatchParts,
  { action, caller, requestId, idempotency }: Execution,
  access: Access,
  input: unknown,
): Promise<Outcome> {
  const trail = action.effect === "read" ? null : { action: action.name, actor: caller, requestId };
  const { hasOrders, ...outcome } = await transact(database, trail, async (unit) => {
    const remembered = idempotency && (await rememberedAnswer(database, idempotency));
    if (remembered) return { result: remembered.result, replayed: true, hasOrders: false };
    const ctx = new ActionContext(caller, config, unit, new ActionReach(caller, access));
    const result = action.result.parse(await action.run(input, ctx));
    if (idempotency) rememberAnswer(unit, idempotency, result);
    return { result, replayed: false, hasOrders: unit.hasOrders };
  });
  if (hasOrders) ordered();
  return outcome;
}
