import type { Action } from "../../actions/action.js";
import type { Client } from "../../actions/dispatch/end-waiter.js";
import type { Caller } from "../../domain/permissions.js";
import { clientName } from "../client-name.js";
import type { ToolCall } from "./call.js";
import { knowsStructure } from "./form.js";
import type { Exchange } from "./parts.js";

/** What a message calls. */
export interface Called {
  action: Action;
  args: Record<string, unknown>;
  /** the name that a client of the newer era gives itself, as it was sent */
  ownName: unknown;
}

/** The call of a tool that a message asks for. */
export function toolCallOf(
  { caller, guard, requestId, headers, waits }: Exchange,
  { action, args, ownName }: Called,
  client: Client,
): ToolCall {
  const isStructureKnown = knowsStructure(headers["mcp-protocol-version"]?.toString());
  const actor = actorOf(caller, ownName, headers["user-agent"]?.toString());
  return { action, caller: actor, guard, args, requestId, isStructureKnown, waits, client };
}

/** Callers are kept across requests, and this with them. A key is seldom used by two clients at once. */
const latestActors = new WeakMap<Caller, Caller>();

/**
 * The caller with the client's name for the audit log, if it didn't sign in interactively. Clients of the newer era send it with each
 * request; those of the older era don't, so their User-Agent is used.
 */
function actorOf(caller: Caller, ownName: unknown, userAgent: string | undefined): Caller {
  if (caller.client !== null) return caller;
  const client = clientName(ownName) ?? clientName(userAgent);
  const latest = latestActors.get(caller);
  if (latest?.client === client) return latest;
  const actor = { ...caller, client };
  latestActors.set(caller, actor);
  return actor;
}
