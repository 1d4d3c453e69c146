import type { z } from "zod";
import { auditChanges } from "../db/audit.js";
import { isStaleRead, UnitOfWork } from "../db/unit-of-work.js";
import { ActionError, conflict, forbidden, invalidInput, type Violation } from "../domain/errors.js";
import { type Caller, type Permission, reachOf } from "../domain/permissions.js";
import type { Action } from "./action.js";
import { ActionReach } from "./action-reach.js";
import type { App } from "./app.js";
import { checkJson } from "./check-json.js";
import { ActionContext } from "./context.js";
import { finished } from "./finish.js";
import { type Idempotency, rememberAnswer, rememberedAnswer } from "./idempotency.js";
import type { Waiting } from "./run-waiter.js";

const maxAttempts = 8;
/** After so many attempts that others overtook, the next one locks what it loads. */
const maxOptimisticAttempts = 2;
const maxValuesReportedInFull = 20_000;

/** Whether an approval for reading alone keeps a caller from an action. */
export const isReadOnlyFor = (action: Action, { mode }: Caller): boolean => mode === "read" && action.effect !== "read";

/**
 * What a caller's permissions leave of an action.
 * @throws forbidden, naming the missing permission, or for a change by who was approved for reading alone
 */
export function authorize(action: Action, caller: Caller): { permission: Permission; reach: "firm" | "shared" } {
  if (isReadOnlyFor(action, caller)) throw forbidden(`${action.name} changes something; this app may only read.`);
  const reaches = action.permissions.map((permission) => ({ permission, reach: reachOf(caller, permission) }));
  const missing = reaches.filter((r) => r.reach === "none").map((r) => r.permission);
  if (missing.length > 0)
    throw forbidden(`${action.name} needs ${missing.join(" and ")}, which this key or role lacks.`);
  const narrowest = reaches.find((r) => r.reach === "shared") ?? reaches[0];
  return narrowest as { permission: Permission; reach: "firm" | "shared" };
}

/**
 * Reads an action's input.
 * @throws invalid_input with every violation; of a body of very many values with the first alone, since finding a million of
 *   them would keep the process from everything else for half a minute
 */
export function parseInput(action: Action, body: unknown): unknown {
  const { errors, unreadable, values } = checkJson(body);
  if (unreadable) throw invalidInput(errors);
  // zod's own setting, which its types keep to `validate`.
  const context = { abortEarly: values > maxValuesReportedInFull } as z.core.ParseContext<z.core.$ZodIssue>;
  const parsed = action.input.safeParse(body, context);
  if (parsed.success && errors.length === 0) return parsed.data;
  throw invalidInput([...errors, ...(parsed.success ? [] : parsed.error.issues.flatMap(violations))]);
}

export interface Execution extends Waiting {
  app: Pick<App, "config" | "dataSource" | "relay" | "runs">;
  action: Action;
  caller: Caller;
  body: unknown;
  requestId: string;
  idempotency?: Idempotency | undefined;
}

export interface Outcome {
  /** as presented to the caller */
  result: unknown;
  /** the answer was given before, under the same idempotency key */
  replayed: boolean;
}

/** What the caller's permissions leave of the action. */
export type Access = ReturnType<typeof authorize>;

/**
 * Carries an action out for a caller: the one path of REST and MCP. What it writes, the audit event, the orders for Temporal and
 * the remembered answer are committed together or not at all; where something read has changed meanwhile, it is run again. An
 * action whose work goes on after that is answered once it has ended, or when a minute is over.
 */
export async function execute(execution: Execution): Promise<Outcome> {
  const { action, caller } = execution;
  const access = authorize(action, caller);
  return finished(execution, access, await committed(execution, access));
}

async function committed(execution: Execution, access: Access): Promise<Outcome> {
  const { app, action, body, idempotency } = execution;
  const { dataSource } = app;
  const input = parseInput(action, body);
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const known = idempotency && (await rememberedAnswer(dataSource, idempotency));
    if (known) return { result: known.result, replayed: true };
    try {
      const outcome = await attemptOnce(execution, access, input, attempt > maxOptimisticAttempts);
      if (outcome) return outcome;
    } catch (error) {
      // The same request, made at the same time, may just have done what now can't be done again.
      const answered = idempotency && error instanceof ActionError && (await rememberedAnswer(dataSource, idempotency));
      if (!answered) throw error;
      return { result: answered.result, replayed: true };
    }
  }
  throw conflict("The record was changed by others at the same moment, again and again; try once more.");
}

/** null: something that was read had changed before the writes */
async function attemptOnce(
  { app, action, caller, requestId, idempotency }: Execution,
  { permission, reach }: Access,
  input: unknown,
  locking: boolean,
): Promise<Outcome | null> {
  const unit = new UnitOfWork(app.dataSource);
  const ctx = new ActionContext(caller, app.config, unit, new ActionReach(caller, reach, permission), locking);
  try {
    const result = action.result.parse(await action.run(input, ctx));
    const ordered = ctx.flushOrders();
    if (action.effect !== "read" && (unit.hasWrites || ordered))
      auditChanges(unit, caller, action.name, ctx.now, requestId);
    if (idempotency) rememberAnswer(unit, idempotency, result, ctx.now);
    await unit.commit();
    if (ordered) app.relay.kick();
    return { result, replayed: false };
  } catch (error) {
    if (isStaleRead(error)) return null;
    throw error;
  } finally {
    await unit.release();
  }
}

const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

function violations(issue: z.core.$ZodIssue): Violation[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), detail: "is not a property here" }));
  return [{ pointer: pointer(issue.path), detail: issue.message }];
}
