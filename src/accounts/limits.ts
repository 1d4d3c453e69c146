import { isIP } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.js";
import { ActionError } from "../domain/errors.js";

/** The rate limits. Each process counts on its own. */
export interface Limits {
  /** requests per minute, by key or connection */
  requests: RateLimiterMemory;
  /** refused keys, tokens and passwords per minute, by address */
  refusals: RateLimiterMemory;
  /** refused passwords per hour, by account and address, or by account and known browser: see `passwordKey` */
  passwords: RateLimiterMemory;
  /** passwords that unknown browsers tried per hour, by account, from all addresses together: they only slow each other down */
  guesses: RateLimiterMemory;
  /** codes of second factors per hour, by account: those of each known browser, and those of all others together */
  codes: RateLimiterMemory;
  /** new clients of the authorization server per minute, by address */
  registrations: RateLimiterMemory;
  /** requests for an approval per minute, by address; each is stored for a quarter of an hour */
  approvals: RateLimiterMemory;
}

export const createLimits = (config: Config): Limits => ({
  requests: new RateLimiterMemory({ points: config.RATE_LIMIT_PER_MINUTE, duration: 60 }),
  refusals: new RateLimiterMemory({ points: config.AUTH_FAILURES_PER_MINUTE, duration: 60 }),
  passwords: new RateLimiterMemory({ points: 100, duration: 3_600 }),
  guesses: new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 3_600 }),
  codes: new RateLimiterMemory({ points: 20, duration: 3_600 }),
  registrations: new RateLimiterMemory({ points: config.REGISTRATIONS_PER_MINUTE, duration: 60 }),
  approvals: new RateLimiterMemory({ points: 10 * config.REGISTRATIONS_PER_MINUTE, duration: 60 }),
});

/**
 * The part of an IP address that is counted as one: of IPv6 only the first 64 bits, since one internet line owns all the rest.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || isIP(ip) !== 6) return mapped ?? ip;
  const [head = [], tail] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail] : head;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}

/** An e-mail address as typed, in the form in which its account is found and its attempts are counted. */
export const accountKey = (email: string): string => email.trim().toLowerCase().slice(0, 254);

/**
 * What refused passwords are counted by: the account and where they come from, so that nobody uses up another's attempts.
 * @param from an IP address, or the hash of a known browser's secret
 */
export const passwordKey = (email: string, from: string): string => `${accountKey(email)} ${addressKey(from)}`;

const freeGuesses = 100;
const longestDelayMs = 4_000;

/** How long an unknown browser waits for its answer after so many guesses within the hour: longer with each hundred, and never for ever. */
export function guessDelayMs(guesses: number): number {
  if (guesses <= freeGuesses) return 0;
  return Math.min(longestDelayMs, 250 * 2 ** Math.floor((guesses - freeGuesses) / freeGuesses));
}

/** Counts one event. @param reason begins the error's message @throws rate_limited, with the time to wait */
export async function consume(limiter: RateLimiterMemory, key: string, reason: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (wait) {
    if (!(wait instanceof RateLimiterRes)) throw wait;
    const seconds = Math.max(1, Math.ceil(wait.msBeforeNext / 1000));
    throw new ActionError("rate_limited", `${reason}; try again in ${seconds} s.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
}

/** As `consume`, for answers in another form than a problem. @returns the error at the limit; null below it */
export async function limitError(limiter: RateLimiterMemory, key: string, reason: string): Promise<ActionError | null> {
  try {
    await consume(limiter, key, reason);
    return null;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}
