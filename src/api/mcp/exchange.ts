import { isPermitted } from "../../actions/dispatch/authorize.js";
import type { Client } from "../../actions/dispatch/end-waiter.js";
import { GuardBroken } from "../../db/guard.js";
import { endpoint, type Handle, type McpAnswer } from "./endpoint.js";
import { Frames } from "./frames.js";
import type { Exchange, McpParts } from "./parts.js";
import { type PlainRequest, plainRequestOf } from "./plain-message.js";
import type { FollowedExchange } from "./server.js";
import { type Called, toolCallOf } from "./tool-call.js";
import { toolsText } from "./tools.js";

const ok = (body: McpAnswer["body"]): McpAnswer => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body,
});
const hungUp: McpAnswer = { status: 499, headers: [], body: null };

/**
 * The protocol side of the endpoint, stateless, for both eras of the protocol. Plain requests are answered within what the SDK put around
 * its answer to the first of their kind; all else goes to the SDK's endpoint, which also words every refusal.
 * @throws GuardBroken if the caller has changed; then nothing was written
 */
export function createMessageHandler(parts: McpParts): Handle {
  const { quickReads } = parts.database;
  const frames = new Frames();
  const followed = followedBy(endpoint(parts), frames);
  return async (message, exchange, client) => {
    if (client.signal.aborted) return hungUp;
    const plain = plainRequestOf(message, exchange.headers);
    const frame = plain && frames.find(plain, exchange.caller.mode);
    const { result, failed } = frame && plain.call ? await outcomeOf(parts, plain.call, exchange, client) : {};
    // What follows may carry out several calls, or none: none of them may fail for the caller alone.
    await exchange.guard?.prove(quickReads.of(exchange.caller.organizationId));
    if (client.signal.aborted) return hungUp;
    if (frame && result !== undefined) return ok(frame.around(result));
    if (frame && !plain.call) return ok(frame.pieces(toolsText(exchange.caller)));
    return followed(message, plain, { ...exchange, failed }, client);
  };
}

/** Lets the SDK's endpoint answer, and learns from that. */
const followedBy =
  (whole: ReturnType<typeof endpoint>, frames: Frames) =>
  async (message: unknown, plain: PlainRequest | null, exchange: FollowedExchange, client: Client) => {
    let result: string | undefined;
    const wrote = (json: string): void => {
      result = json;
    };
    const answer = await whole(message, { ...exchange, wrote }, client);
    if (plain) frames.learn(plain, exchange.caller.mode, answer.body, result);
    return answer;
  };

/** How a call ends: with its result as JSON, or with an error whose answer is the SDK's to write. Neither: it may not be made. */
interface Outcome {
  result?: string;
  failed?: unknown;
}

/** @throws GuardBroken */
async function outcomeOf(parts: McpParts, called: Called, exchange: Exchange, client: Client): Promise<Outcome> {
  if (!isPermitted(called.action, exchange.caller)) return {};
  try {
    return { result: await parts.callTool(toolCallOf(exchange, called, client)) };
  } catch (failed) {
    if (failed instanceof GuardBroken) throw failed;
    return { failed };
  }
}
