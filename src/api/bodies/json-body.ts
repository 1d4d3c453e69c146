import type { Context } from "koa";
import { ActionError, invalidAt } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import type { Body } from "./body.js";
import type { BytesInFlight } from "./bytes-in-flight.js";
import { JsonMeter } from "./json-meter.js";
import { receiveBody } from "./receive-body.js";

interface BodyLimits {
  maxBytes: number;
  caller: Caller;
  inFlight: BytesInFlight;
}

/**
 * Reads the body of a request with JSON content, and measures it as it arrives. Its bytes count as held until the request is answered.
 * @throws unsupported_media_type, too_large, rate_limited, unavailable; invalid_input if it is cut off, nested too deep or has too many
 *   values
 */
export async function readJsonBody(ctx: Context, { maxBytes, caller, inFlight }: BodyLimits): Promise<Body> {
  if (ctx.request.type.toLowerCase() !== "application/json") {
    throw new ActionError("unsupported_media_type", "Send the body as JSON, with content-type: application/json.");
  }
  const encoding = ctx.get("content-encoding");
  if (encoding && encoding !== "identity") {
    throw new ActionError("unsupported_media_type", "Send the body without content-encoding.");
  }
  const meter = new JsonMeter();
  return receiveBody(ctx, {
    share: inFlight.open(caller),
    maxBytes,
    tooLarge: () => tooLarge(maxBytes),
    look: (chunk) => meter.add(chunk),
  });
}

export const tooLarge = (maxBytes: number): ActionError =>
  new ActionError("too_large", `The body is larger than ${maxBytes / megabyte} MB; send it in parts.`);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body in UTF-8; undefined if it is not JSON. */
export function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(raw));
  } catch {
    return undefined;
  }
}

/** @throws invalid_input when it is not a JSON object in UTF-8 */
export function parseJsonObject(raw: Buffer): object {
  const body = parseJson(raw);
  if (body === undefined) throw invalidAt("", "the body is not JSON");
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidAt("", "the body must be a JSON object");
  return body;
}
