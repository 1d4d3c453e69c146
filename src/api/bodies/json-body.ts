import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { ActionError, invalidAt } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { megabyte } from "../../domain/sizes.js";
import { Body } from "./body.js";
import type { BytesInFlight, Share } from "./bytes-in-flight.js";
import { freeBytes } from "./free-bytes.js";
import { JsonMeter } from "./json-meter.js";

const discardTimeoutMs = 2_000;
/** So much arrives in one go anyway. */
const unpacedBytes = 64 * 1024;

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
  const share = inFlight.open(caller);
  ctx.res.once("close", share.release);
  try {
    if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
    return await receive(ctx.req, maxBytes, share);
  } catch (error) {
    await discardRest(ctx.req, share);
    ctx.set("Connection", "close");
    throw error;
  } finally {
    // A client that left before the body was asked for closes nothing any more.
    if (ctx.res.closed) share.release();
  }
}

export const tooLarge = (maxBytes: number): ActionError =>
  new ActionError("too_large", `The body is larger than ${maxBytes / megabyte} MB; send it in parts.`);

/** Collects a body, up to the first thing that is wrong with it. */
const receive = (request: IncomingMessage, maxBytes: number, share: Share): Promise<Body> =>
  new Promise((resolve, reject) => {
    const meter = new JsonMeter();
    const body = new Body();
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > maxBytes) throw tooLarge(maxBytes);
      share.add(chunk.length);
      const fault = meter.add(chunk);
      if (fault) throw invalidAt("", fault);
      body.add(chunk);
      if (body.length > unpacedBytes) pace(request, share, chunk);
    };
    // Taking listeners off takes Node longer than passing over what they hear.
    let isOver = false;
    const cutOff = (): void => {
      if (isOver) return;
      isOver = true;
      reject(invalidAt("", "the body did not arrive whole"));
    };
    request.on("data", (chunk: Buffer) => {
      if (isOver) return;
      try {
        take(chunk);
      } catch (error) {
        isOver = true;
        body.free();
        reject(error);
      }
    });
    request.on("end", () => {
      isOver = true;
      resolve(body);
    });
    request.on("error", cutOff);
    request.on("close", cutOff);
  });

/**
 * Gives up a chunk that was taken, and lets other requests have their turn before more is read; a fast sender would keep the process
 * busy with receiving alone.
 */
function pace(request: IncomingMessage, share: Share | null, chunk: Buffer): void {
  const pauseMs = share?.pauseMs(chunk.length) ?? 0;
  freeBytes(chunk);
  request.pause();
  const resume = () => request.resume();
  if (pauseMs > 0) setTimeout(resume, pauseMs);
  else setImmediate(resume);
}

const discarded = new WeakSet<IncomingMessage>();

/**
 * Discards the rest of a body for up to two seconds, once: many clients read the answer only after they have sent everything.
 * @param share null: nobody knows whose it is
 */
export const discardRest = (request: IncomingMessage, share: Share | null): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed || discarded.has(request)) return resolve();
    discarded.add(request);
    const timer = setTimeout(resolve, discardTimeoutMs);
    for (const event of ["end", "close", "error"]) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    request.on("data", (chunk) => pace(request, share, chunk));
    request.resume();
  });

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
