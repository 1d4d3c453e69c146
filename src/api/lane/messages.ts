import type { WaitOptions } from "../../actions/dispatch/end-waiter.js";
import type { ActionError } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import type { McpCall } from "../mcp/answer.js";
import type { ToolCall } from "../mcp/call.js";
import type { McpAnswer } from "../mcp/endpoint.js";
import type { RestAnswer, RestCall } from "../rest/call.js";

/** A call of a tool from a message that was parsed already. */
export type PlainToolCall = Pick<ToolCall, "args" | "caller" | "requestId" | "isStructureKnown"> & {
  operation: string;
};

/** What the lane does, by kind: what it takes, and what it answers. */
export interface Jobs {
  rest: { call: RestCall; answer: RestAnswer };
  mcp: { call: McpCall; answer: McpAnswer };
  tool: { call: PlainToolCall; answer: string };
}
export type Kind = keyof Jobs;

/** An ActionError loses its class on the way between threads. */
type Refusal = Pick<ActionError, "code" | "message" | "extras" | "cause">;

/** To the thread. */
export type Message =
  | { [K in Kind]: { id: number; kind: K; call: Jobs[K]["call"]; traceparent: string | null } }[Kind]
  | { abort: number }
  | { stopWaiting: true }
  | { stop: true };

type Progress = Parameters<NonNullable<WaitOptions["progress"]>>[0];

/** How a job ends. */
export type Ending = { answer: Jobs[Kind]["answer"] } | { refusal: Refusal } | { failure: unknown };
/** From the thread, about the job with this id. */
export type Reply = { id: number } & (Ending | { progress: Progress } | { waits: true });

export interface Job<K extends Kind> {
  kind: K;
  call: Jobs[K]["call"] & { caller: Caller };
}
