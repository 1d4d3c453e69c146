import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { type ActionError, invalidAt } from "../../domain/errors.js";
import { tooSlow } from "../connections/arrival.js";
import { Body } from "./body.js";
import type { Share } from "./bytes-in-flight.js";
import { freeBytes } from "./free-bytes.js";

const discardTimeoutMs = 2_000;
/** So much arrives in one go anyway. */
const unpacedBytes = 64 * 1024;

interface Expected {
  /** counts the bytes */
  share: Share;
  maxBytes: number;
  tooLarge: () => ActionError;
  /** says of each piece, as it arrives, what is wrong with the body so far */
  look?: (chunk: Buffer) => string | null;
  /** so many of the first bytes count as held by nobody; unset: none */
  uncountedBytes?: number;
  /** in this time all of it must have come; unset: as long as it comes at the pace that the server asks of every body */
  longestMs?: number;
}

/**
 * Reads the body of a request. Its bytes count as held until it is refused or the request is answered.
 * @throws `tooLarge`, rate_limited, unavailable, too_slow; invalid_input if it is cut off, or for what `look` says
 */
export async function receiveBody(ctx: Context, expected: Expected): Promise<Body> {
  const { share, maxBytes, tooLarge } = expected;
  ctx.res.once("close", share.release);
  try {
    if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge();
    return await receive(ctx.req, expected);
  } catch (error) {
    // Nothing of it is held any more. If it counted until its rest has come, bodies that arrive together would all be refused, and not the last.
    share.release();
    await discardRest(ctx.req, share);
    ctx.set("Connection", "close");
    throw error;
  } finally {
    // A client that left before the body was asked for closes nothing any more.
    if (ctx.res.closed) share.release();
  }
}

/** Collects a body, up to the first thing that is wrong with it. */
const receive = (
  request: IncomingMessage,
  { share, maxBytes, tooLarge, look, uncountedBytes = 0, longestMs }: Expected,
): Promise<Body> =>
  new Promise((resolve, reject) => {
    const body = new Body();
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > maxBytes) throw tooLarge();
      const free = Math.max(0, uncountedBytes - body.length);
      if (chunk.length > free) share.add(chunk.length - free);
      const fault = look?.(chunk);
      if (fault) throw invalidAt("", fault);
      body.add(chunk);
      if (body.length > unpacedBytes) pace(request, share, chunk);
    };
    // Taking listeners off takes Node longer than passing over what they hear.
    let isOver = false;
    const refuse = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(deadline);
      body.free();
      reject(error);
    };
    const deadline = longestMs === undefined ? undefined : setTimeout(() => refuse(tooSlow()), longestMs);
    const cutOff = (): void => refuse(invalidAt("", "the body did not arrive whole"));
    request.on("data", (chunk: Buffer) => {
      if (isOver) return;
      try {
        take(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    request.on("end", () => {
      isOver = true;
      clearTimeout(deadline);
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
