import type { Queries } from "../../db/database.js";
import type { ReadingBound } from "../../db/reading.js";
import { transact } from "../../db/transact.js";
import { UnitOfWork } from "../../db/unit-of-work.js";
import { ActionError } from "../../domain/errors.js";
import { traced } from "../../tracing/trace.js";
import { type Action, isList } from "../action.js";
import type { Access } from "../action-reach.js";
import { ActionContext } from "../context.js";
import { presentResult } from "../embedded-records.js";
import { cursorOf, placeFrom } from "../lists/cursor.js";
import { authorize } from "./authorize.js";
import { awaitEnd } from "./await-end.js";
import type { DispatchParts, Execute, Execution, Outcome } from "./execution.js";
import { rememberAnswer, rememberedAnswer } from "./idempotency.js";
import { parseInput } from "./parse-input.js";

/** Makes the function that carries actions out. */
export const createDispatch =
  (parts: DispatchParts): Execute =>
  (execution) =>
    traced(`action ${execution.action.name}`, { facts: factsOf(execution) }, async () => {
      const access = authorize(execution.action, execution.caller);
      return awaitEnd(parts, execution, access, await committed(parts, execution, access));
    });

const factsOf = ({ caller, requestId }: Execution) => ({
  "pratica.organization_id": caller.organizationId,
  "pratica.request_id": requestId,
});

async function committed(parts: DispatchParts, execution: Execution, access: Access): Promise<Outcome> {
  const { action, body, guard, idempotency } = execution;
  const input = parseInput(action, body, parts.bound?.isStrict ? parts.bound.refusal : undefined);
  try {
    return await commitOnce(parts, execution, access, input);
  } catch (error) {
    // The call may have failed because a simultaneous identical request has just succeeded.
    if (!idempotency || !(error instanceof ActionError)) throw error;
    await guard?.prove(parts.database.quickReads.of(execution.caller.organizationId));
    const remembered = await replay(parts, execution, access, input, parts.database);
    if (!remembered) throw error;
    return remembered;
  }
}

async function commitOnce(
  parts: DispatchParts,
  execution: Execution,
  access: Access,
  input: unknown,
): Promise<Outcome> {
  const { config, database, ordered, readText, readBill, readHead } = parts;
  const { action, caller, guard, requestId, idempotency, showImage, waits, client } = execution;
  const outside = { readText, readBill, readHead, showImage, waits, client };
  const trail = action.effect === "read" ? null : { action: action.name, actor: caller, requestId };
  const work = async (unit: UnitOfWork) => {
    const remembered = await replay(parts, execution, access, input, unit);
    if (remembered) return { ...remembered, hasOrders: false };
    const ctx = new ActionContext(caller, access, config, unit, outside);
    const present = await run(action, input, ctx);
    if (unit.isReadingAlongside && !idempotency) return { late: present, hasOrders: unit.hasOrders };
    // The remembered answer is committed with the rest, so it must be complete before that.
    await unit.readAhead();
    const result = present();
    if (idempotency) rememberAnswer(unit, idempotency, result);
    return { result, replayed: false, hasOrders: unit.hasOrders };
  };
  const group = caller.organizationId;
  const committed = await transact(database, trail, work, { bound: boundOf(parts, action), guard, group });
  if (committed.hasOrders) ordered();
  return "late" in committed ? { result: committed.late(), replayed: false } : committed;
}

/** Runs an action. A list's cursors name the action, and it accepts no others. @returns a function that makes the result */
async function run(action: Action, input: unknown, ctx: ActionContext): Promise<() => unknown> {
  if (!isList(action)) {
    const answer = await action.run(input, ctx);
    return () => presentResult(action, answer, ctx);
  }
  const { cursor } = input as { cursor?: string };
  const place = cursor === undefined ? {} : { cursor: placeFrom(action.name, cursor) };
  const answer = await action.run({ ...(input as object), ...place }, ctx);
  return () => {
    const page = presentResult(action, answer, ctx) as { nextCursor: string | null };
    return page.nextCursor === null ? page : { ...page, nextCursor: cursorOf(action.name, page.nextCursor) };
  };
}

/** How much an action may read; undefined: no limit. */
const boundOf = ({ bound }: DispatchParts, action: Action): ReadingBound | undefined =>
  bound?.isStrict || isList(action) ? bound : undefined;

/** The stored answer to the same request; null if there is none. @throws what the action would if the caller has lost access meanwhile */
async function replay(
  parts: DispatchParts,
  execution: Execution,
  access: Access,
  input: unknown,
  queries: Queries,
): Promise<Outcome | null> {
  const { idempotency } = execution;
  const remembered = idempotency && (await rememberedAnswer(queries, idempotency));
  if (!remembered) return null;
  const { result, ageMs: firstMsAgo } = remembered;
  if (access.reach !== "shared") return { result, replayed: true, firstMsAgo };
  // Permissions were checked, but the projects shared with the caller are only known once the action looks for its records.
  const rehearsed = await rehearse(parts, execution, access, input);
  // A list doesn't show that records are missing, so a reading action's new result is returned.
  const isRead = execution.action.effect === "read";
  return { result: isRead ? rehearsed : result, replayed: true, firstMsAgo };
}

const isLostAccess = (error: unknown): boolean =>
  error instanceof ActionError && (error.code === "forbidden" || error.code === "not_found");

/**
 * Carries the action out and writes nothing.
 * @returns its result; undefined where it is refused, since it has been done already
 * @throws forbidden, not_found; of what only reads any refusal
 */
async function rehearse(
  parts: DispatchParts,
  { action, caller }: Execution,
  access: Access,
  input: unknown,
): Promise<unknown> {
  const { config, database } = parts;
  const unit = new UnitOfWork(database, null, { bound: boundOf(parts, action), group: caller.organizationId });
  try {
    const ctx = new ActionContext(caller, access, config, unit, parts);
    const present = await run(action, input, ctx);
    await unit.readAhead();
    return present();
  } catch (error) {
    if (action.effect === "read" || isLostAccess(error) || !(error instanceof ActionError)) throw error;
  } finally {
    await unit.release();
  }
}
