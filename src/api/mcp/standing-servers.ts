import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { McpParts } from "./parts.js";
import { type Era, newerRevision, type PlainRequest } from "./plain-message.js";
import { createCallServer } from "./server.js";

export type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;
type Classification = MessageExtraInfo["classification"];

/**
 * Carries many requests at once to one server that stays connected. The server tells requests apart by their ids, which clients choose;
 * so here each has a number of its own. All else that belongs to a request comes with it, as `extra`.
 */
class StandingTransport extends PerRequestHTTPServerTransport {
  private latest = 0;
  private readonly asked = new Map<unknown, (answer: Answer) => void>();

  /** @returns the server's answer; null if the signal aborts before: then the server aborts what it does */
  ask(request: JSONRPCRequest, extra: MessageExtraInfo, signal: AbortSignal): Promise<Answer | null> {
    if (signal.aborted) return Promise.resolve(null);
    const number = ++this.latest;
    return new Promise((resolve) => {
      const leave = (): void => {
        this.asked.delete(number);
        const params = { requestId: number };
        this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params }, extra);
        resolve(null);
      };
      this.asked.set(number, (answer) => {
        this.asked.delete(number);
        signal.removeEventListener("abort", leave);
        resolve({ ...answer, id: request.id });
      });
      signal.addEventListener("abort", leave);
      this.onmessage?.({ ...request, id: number }, extra);
    });
  }

  /** Takes answers alone: whoever asks for notifications is not asked for here. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.asked.get(message.id)?.(message);
  }
}

const classifications: Record<Era, Classification | undefined> = {
  older: undefined,
  newer: { era: "modern", revision: newerRevision },
};

/**
 * Makes the function that has a plain call of a tool answered by the server of its era, which is made once.
 */
export function standingServers(
  parts: McpParts,
): (asked: PlainRequest, extra: MessageExtraInfo, signal: AbortSignal) => Promise<Answer | null> {
  const connect = async (era: Era): Promise<StandingTransport> => {
    const transport = new StandingTransport({ classification: classifications[era] ?? { era: "legacy" } });
    await createCallServer(parts, [...SUPPORTED_PROTOCOL_VERSIONS, newerRevision]).connect(transport);
    return transport;
  };
  const connecting = new Map<Era, Promise<StandingTransport>>();
  return async ({ era, request }, extra, signal) => {
    const own = connecting.get(era) ?? connect(era);
    connecting.set(era, own);
    const classification = classifications[era];
    return (await own).ask(request, classification ? { ...extra, classification } : extra, signal);
  };
}
