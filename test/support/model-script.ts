import type { IncomingMessage } from "node:http";

/** One scripted answer of the model server, whatever protocol it is asked in. */
export type ModelReply =
  | { say: unknown; finish?: "stop" | "length" | "content_filter"; usage?: Usage; delayMs?: number }
  | { call: { name: string; arguments: unknown }[]; usage?: Usage }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** sent with 200 as it stands */
  | { raw: string }
  /** half of an answer, then the connection breaks */
  | { cut: string }
  /** never answered */
  | { silence: true };

export interface Usage {
  input: number;
  output: number;
}

export interface ModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: the body is what the tests look into
  body: any;
  /** the client went away before it was answered */
  aborted: boolean;
}
