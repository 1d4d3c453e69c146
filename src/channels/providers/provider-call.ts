import type { z } from "zod";
import { keptWords } from "../../domain/text/shortened.js";
import { HandOverError, type HandOverFailure } from "../hand-over-error.js";
import { type Credentials, serverWords } from "../server-words.js";
import { causeOf, isUnsent } from "./failed-fetch.js";

const answerMs = 30_000;
/** of a slow line, as offices have them for sending */
const bytesPerSecond = 50_000;
const answerBytes = 64 * 1024;

interface ProviderAnswer {
  status: number;
  /** null: not JSON */
  body: unknown;
  /** how long it asks to be left alone; 0: it says nothing of it */
  waitMs: number;
}

/** What a provider says of a request that it refuses. */
export interface Said {
  words: string;
  /** it says that a later request may succeed, whatever the status of the answer */
  isForNow: boolean;
  /** it refuses the token, not the message: with another one the message may go */
  isLoginRefused?: boolean;
}

/** What is sent to a provider; without a body it is asked for something. */
export interface ProviderRequest {
  url: string;
  authorization: string;
  body?: string | URLSearchParams | FormData;
  contentType?: string;
  /** of a large body, which takes its time on the way */
  sizeBytes?: number;
  /** of an answer that is longer than others; nothing is read of what is longer still */
  maxAnswerBytes?: number;
  /** ends the call early */
  signal?: AbortSignal;
}

/**
 * Makes one call to a provider. Nothing follows a redirect, which would carry the credentials elsewhere.
 * @param name the provider's, for the words of a failure
 * @param explain what an answer says that is none of success; null: nothing
 * @throws HandOverError: `refused` for a 4xx; `deferred` for 408, 429, 5xx, where the provider says so or refuses the token, and where
 *   no connection was made; `unknown` where the answer is missing, or is a 502 or 504 in which the provider says nothing
 */
export async function callProvider(
  name: string,
  { url, authorization, body, contentType, sizeBytes = 0, maxAnswerBytes = answerBytes, signal }: ProviderRequest,
  explain: (body: unknown) => Said | null,
): Promise<unknown> {
  const timeoutMs = answerMs + Math.ceil((sizeBytes / bytesPerSecond) * 1_000);
  const answer = await request(
    name,
    url,
    { timeoutMs, maxAnswerBytes },
    {
      ...(body === undefined ? { method: "GET" } : { method: "POST", body }),
      headers: { authorization, accept: "application/json", ...(contentType ? { "content-type": contentType } : {}) },
      redirect: "manual",
      ...(signal ? { signal } : {}),
    },
  );
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  const said = explain(answer.body);
  const saidWords = serverWords(said?.words ?? "", loginIn(authorization));
  const words = `${name} answered ${answer.status}${saidWords ? `: ${saidWords}` : ""}`;
  const { isForNow = false, isLoginRefused = false } = said ?? {};
  const failure = isForNow || isLoginRefused ? "deferred" : failureOf(answer.status, saidWords !== "");
  throw new HandOverError(failure, keptWords(words), { isLoginRefused, waitMs: answer.waitMs });
}

/**
 * What a provider says of a message that it took. Success without the message's name may come from something else in between, such as a
 * proxy's own page.
 * @throws HandOverError, unknown
 */
export function readTaken<T>(name: string, taken: z.ZodType<T>, answer: unknown): T {
  const { data } = taken.safeParse(answer);
  if (data === undefined) throw new HandOverError("unknown", `sent, and the answer of ${name} can't be read`);
  return data;
}

/** Statuses of the 4xx by which a server says that a later request may succeed (RFC 9110, RFC 6585). */
const later = new Set([408, 429]);

/** Those of a gateway, which may have lost the answer to what was taken. */
const ofGateways = new Set([502, 504]);

/** @param isProviders the provider said itself what failed */
function failureOf(status: number, isProviders: boolean): HandOverFailure {
  if (ofGateways.has(status) && !isProviders) return "unknown";
  return later.has(status) || status >= 500 ? "deferred" : "refused";
}

async function request(
  name: string,
  url: string,
  { timeoutMs, maxAnswerBytes }: { timeoutMs: number; maxAnswerBytes: number },
  init: RequestInit,
): Promise<ProviderAnswer> {
  try {
    const ends = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    const response = await fetch(url, { ...init, signal: AbortSignal.any(ends) });
    const waitMs = retryAfterMs(response.headers.get("retry-after"), Date.now());
    return { status: response.status, body: await readJson(response, maxAnswerBytes), waitMs };
  } catch (error) {
    const { code, name: kind } = causeOf(error);
    if (isUnsent(error)) throw new HandOverError("deferred", `${name} can't be reached (${code})`);
    const why = kind === "TimeoutError" ? `within ${timeoutMs / 1_000} s` : `(${code ?? "connection lost"})`;
    const sent = init.body === undefined ? "" : "sent, and ";
    throw new HandOverError("unknown", `${sent}${name} gave no answer ${why}`);
  }
}

/** What `Retry-After` asks for: seconds, or a date (RFC 9110). 0 where it can't be read. */
const retryAfterMs = (header: string | null, now: number): number => {
  if (header === null) return 0;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return ms > 0 ? ms : 0;
};

async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) return null;
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    return null;
  }
}

/** The login in a header `Authorization`: Basic or Bearer. */
function loginIn(authorization: string): Credentials {
  const [scheme, value = ""] = authorization.split(" ");
  if (scheme !== "Basic") return { pass: value };
  const [user = "", ...rest] = Buffer.from(value, "base64").toString().split(":");
  return { user, pass: rest.join(":") };
}
