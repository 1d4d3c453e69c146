import type { IncomingMessage } from "node:http";
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import { isIP } from "node:net";
import { text } from "node:stream/consumers";
import { HandOverError } from "../hand-over-error.js";
import { hostOf, isPublicIp, lookupPublic, NotPublic } from "../public-lookup.js";

const maxRedirects = 3;
const silenceMs = 30_000;
const maxRefusalBytes = 64 * 1024;
/** Statuses of a wrong or outdated token, which its owner may correct, and of what passes by itself. */
const temporary = new Set([401, 403, 408, 425, 429]);

/** Where a provider's file is, and what opens it. */
export interface Remote {
  url: URL;
  authorization: string;
  /** the one origin that may be in the own network: an installation sets it */
  trustedOrigin: string;
  signal: AbortSignal;
  /** Whether a refusal passes that its status alone calls final. @param body as JSON; undefined where it is none, or long */
  mayPass?(status: number, body: unknown): boolean;
}

/**
 * Opens an address at a provider. Redirects are followed, but never into the own network, and nobody but the first origin gets the
 * credentials.
 * @throws HandOverError: `refused` for good; `deferred` where a later attempt may succeed
 */
export async function openRemote(name: string, remote: Remote): Promise<IncomingMessage> {
  let { url } = remote;
  for (let redirects = 0; ; redirects++) {
    const answer = await get(name, url, remote);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    const target = statusCode >= 300 && statusCode < 400 ? (headers.location ?? "") : "";
    if (target !== "" && redirects < maxRedirects && URL.canParse(target, url)) {
      answer.destroy();
      url = new URL(target, url);
      continue;
    }
    const isTemporary =
      temporary.has(statusCode) ||
      statusCode >= 500 ||
      remote.mayPass?.(statusCode, await shortJson(name, answer)) === true;
    answer.destroy();
    throw new HandOverError(isTemporary ? "deferred" : "refused", `${name} answered ${statusCode}`);
  }
}

function get(name: string, url: URL, { url: first, authorization, trustedOrigin, signal }: Remote) {
  const isTrusted = url.origin === trustedOrigin;
  const host = hostOf(url);
  if (!isTrusted && (url.protocol !== "https:" || (isIP(host) !== 0 && !isPublicIp(host))))
    throw new HandOverError("refused", `${name} leads to ${url.host}, which is not public`);
  const options = {
    agent: false,
    signal,
    timeout: silenceMs,
    // Meta documents the agent's name as part of the request for a file.
    headers: { "user-agent": "Pratica", ...(url.origin === first.origin ? { authorization } : {}) },
    ...(isTrusted ? {} : { lookup: lookupPublic }),
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === "https:" ? getSecure : getPlain)(url, options, resolve);
    request.on("timeout", () => request.destroy(new Error("silent for too long")));
    request.on("error", (error) =>
      reject(error instanceof NotPublic ? new HandOverError("refused", error.message) : lostConnection(name, error)),
    );
  });
}

/** The body of a refusal; undefined: not JSON, or longer than one is. @throws HandOverError, deferred, where it breaks off */
async function shortJson(name: string, answer: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(boundedBytes(name, answer, maxRefusalBytes)));
  } catch (error) {
    if (error instanceof HandOverError && error.outcome === "deferred") throw error;
    // Not JSON, or long: then its status alone says whether it is final.
    return undefined;
  }
}

/** An answer is longer than may be kept. */
export class TooLarge extends HandOverError {
  constructor(maxBytes: number) {
    super("refused", `the file is larger than ${maxBytes} bytes`);
    this.name = "TooLarge";
  }
}

/** @throws TooLarge; HandOverError, deferred, if the rest doesn't come */
export async function* boundedBytes(name: string, body: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(body.headers["content-length"] ?? 0) > maxBytes) throw new TooLarge(maxBytes);
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new TooLarge(maxBytes);
      yield piece;
    }
  } catch (error) {
    throw error instanceof HandOverError ? error : lostConnection(name, error);
  }
}

const lostConnection = (name: string, error: unknown) =>
  new HandOverError("deferred", `${name} can't be reached`, { cause: error });
