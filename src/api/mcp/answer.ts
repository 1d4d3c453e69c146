import { type Action, maxBodyBytes } from "../../actions/action.js";
import { exceedsReadOnly } from "../../actions/dispatch/authorize.js";
import type { Client } from "../../actions/dispatch/end-waiter.js";
import { actionsByName } from "../../actions/index.js";
import type { Guard } from "../../db/guard.js";
import { ActionError } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { parseJson, tooLarge } from "../bodies/json-body.js";
import { challenge } from "../resource.js";
import type { McpAnswer } from "./endpoint.js";
import { createMessageHandler } from "./exchange.js";
import type { McpParts } from "./parts.js";

/** Only the protocol's revision of March 2025 has batches. A batch counts as one request against the limits. */
const maxBatch = 50;

/** A body that a known caller sent, with what else the protocol reads of its request: plain data, so that a thread can answer it too. */
export interface McpCall {
  caller: Caller;
  requestId: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Uint8Array<ArrayBuffer>[];
}

interface Waiting {
  client: Client;
  waits?: (() => void) | undefined;
}

/** @param guard of the caller; unset in the lane, where it is proven @throws GuardBroken if it has changed */
export type AnswerMcp = (call: McpCall, waiting: Waiting, guard?: Guard) => Promise<McpAnswer>;

/** Makes the function that parses a body, and answers the messages in it. */
export function mcpAnswers(parts: McpParts): AnswerMcp {
  const handleMessage = createMessageHandler(parts);
  return async ({ caller, requestId, headers, body }, { client, waits }, guard) => {
    const raw = Buffer.concat(body);
    const parsedBody = parseJson(raw);
    if (parsedBody === undefined) return refusal(-32700, "Parse error: the body is not JSON");
    const maxBytes = maxBytesOf(parsedBody);
    if (raw.length > maxBytes) throw tooLarge(maxBytes);
    if (Array.isArray(parsedBody) && parsedBody.length > maxBatch) {
      return refusal(-32600, `Invalid request: a batch holds at most ${maxBatch} messages`);
    }
    if (Array.isArray(parsedBody) && namesTwice(parsedBody))
      return refusal(-32600, "Invalid request: a batch may use the id of a request only once, also to cancel it");
    if (asksToChange(parsedBody, caller)) {
      throw new ActionError("forbidden", "This app was approved for reading only; connect it again to make changes.", {
        headers: { "WWW-Authenticate": challenge(parts.config, "insufficient_scope") },
      });
    }
    return handleMessage(parsedBody, { caller, guard, requestId, headers, waits }, client);
  };
}

interface Named {
  id?: unknown;
  method?: unknown;
  params?: { requestId?: unknown } | null;
}

/** Whether a batch has two requests with one id, of which only one could be answered, or cancels one, which then never is. */
function namesTwice(batch: readonly (Named | null)[]): boolean {
  const ids = batch.flatMap((message) => {
    const id = message?.method === "notifications/cancelled" ? message.params?.requestId : message?.id;
    return id === undefined || id === null ? [] : [id];
  });
  return new Set(ids).size < ids.length;
}

/** What a message may take, by the tool that it calls. A batch never gets more than a small message. */
function maxBytesOf(body: unknown): number {
  return maxBodyBytes(calledAction(body) ?? {});
}

/** The action that a message calls as a tool. */
function calledAction(message: unknown): Action | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === "tools/call" ? actionsByName.get(String(params?.name)) : undefined;
}

/** Whether a message calls a tool that changes something, by a read-only caller. An HTTP 403 makes clients ask for the missing scope. */
function asksToChange(body: unknown, caller: Caller): boolean {
  const exceeds = (message: unknown): boolean => {
    const action = calledAction(message);
    return action !== undefined && exceedsReadOnly(action, caller);
  };
  return Array.isArray(body) ? body.some(exceeds) : exceeds(body);
}

const refusal = (code: number, message: string): McpAnswer => ({
  status: 400,
  headers: [["content-type", "application/json; charset=utf-8"]],
  body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }),
});
