import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { ActionError, invalidInput } from "../domain/errors.js";

const maxBodyBytes = 32 * 1024 * 1024;
const discardTimeoutMs = 2_000;

/** Reads the body of a request with JSON content. @throws unsupported_media_type, too_large; invalid_input if it is cut off */
export async function readJsonBody(ctx: Context): Promise<Buffer> {
  if (ctx.request.type !== "application/json") {
    throw new ActionError("unsupported_media_type", "Send the body as JSON, with content-type: application/json.");
  }
  const encoding = ctx.get("content-encoding");
  if (encoding && encoding !== "identity") {
    throw new ActionError("unsupported_media_type", "Send the body without content-encoding.");
  }
  try {
    return await getRawBody(ctx.req, { limit: maxBodyBytes, length: ctx.get("content-length") || null });
  } catch (error) {
    if ((error as { type?: string }).type === "entity.too.large") {
      await discardRest(ctx.req);
      ctx.set("Connection", "close");
      throw new ActionError("too_large", `The body is larger than ${maxBodyBytes / 1024 / 1024} MB; send it in parts.`);
    }
    throw invalidInput([{ pointer: "", detail: "the body did not arrive whole" }]);
  }
}

/** Discards the rest of a body for up to two seconds: many clients read the answer only after they have sent everything. */
const discardRest = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, discardTimeoutMs);
    for (const event of ["end", "close", "error"]) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    request.resume();
  });

/** The JSON value of a body in UTF-8; undefined if it is not JSON. */
export function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}

/** @throws invalid_input when it is not a JSON object in UTF-8 */
export function parseJsonObject(raw: Buffer): object {
  const body = parseJson(raw);
  if (body === undefined) throw invalidInput([{ pointer: "", detail: "the body is not JSON" }]);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidInput([{ pointer: "", detail: "the body must be a JSON object" }]);
  return body;
}
