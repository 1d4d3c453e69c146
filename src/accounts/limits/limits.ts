import { isIP } from "node:net";
import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { type ActionError, rateLimited } from "../../domain/errors.js";
import { waitText } from "../../domain/text/wait-text.js";
import { Limiter } from "./limiter.js";
import { SharedCounts } from "./shared-counts.js";

const minute = 60;
const hour = 3_600;

export type Limits = ReturnType<typeof createLimits>;

/** The rate limits. They hold for all API processes together; `requests` with a second's delay. */
export function createLimits(config: Config, database: Database, log: Logger) {
  const counts = new SharedCounts(config, database, log);
  const limiter = (name: string, points: number, windowSeconds: number, isLoose = false) =>
    new Limiter(counts, name, { points, windowSeconds, isLoose });
  return {
    /** by key or connection */
    requests: limiter("requests", config.RATE_LIMIT_PER_MINUTE, minute, true),
    /** refused keys, tokens and passwords, by address */
    refusals: limiter("refusals", config.AUTH_FAILURES_PER_MINUTE, minute),
    /** refused passwords, by account and address, or by account and known browser: see `passwordKey` */
    passwords: limiter("passwords", 100, hour),
    /** passwords that unknown browsers tried, by account, from all addresses together: they only slow each other down */
    guesses: limiter("guesses", Number.POSITIVE_INFINITY, hour),
    /** codes of second factors, by account: those of each known browser, and those of all others together */
    codes: limiter("codes", 20, hour),
    /** links for new passwords */
    resetsByAddress: limiter("resetsByAddress", 30, hour),
    resetsByAccount: limiter("resetsByAccount", 3, hour),
    /** new clients of the authorization server, by address */
    registrations: limiter("registrations", config.REGISTRATIONS_PER_MINUTE, minute),
    /** requests for an approval, by address; each is stored for a quarter of an hour */
    approvals: limiter("approvals", 10 * config.REGISTRATIONS_PER_MINUTE, minute),
    /** Tells the other processes what was counted here last. */
    stop: () => counts.stop(),
  };
}

/**
 * The part of an IP address that is counted as one: of IPv6 only the first 64 bits, since one internet line owns all the rest.
 */
export function ipKey(ip: string): string {
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
export const passwordKey = (email: string, from: string): string => `${accountKey(email)} ${ipKey(from)}`;

const freeGuesses = 100;
const longestDelayMs = 4_000;

/** How long an unknown browser waits for its answer after so many guesses within the hour: longer with each hundred, and never for ever. */
export function guessDelayMs(guesses: number): number {
  if (guesses <= freeGuesses) return 0;
  return Math.min(longestDelayMs, 250 * 2 ** Math.floor((guesses - freeGuesses) / freeGuesses));
}

/** Counts one event. @param reason begins the error's message @throws rate_limited, with the time to wait */
export async function consume(limiter: Limiter, key: string, reason: string): Promise<void> {
  const error = await limitError(limiter, key, reason);
  if (error) throw error;
}

/** As `consume`, for answers in another form than a problem. @returns the error at the limit; null below it */
export async function limitError(limiter: Limiter, key: string, reason: string): Promise<ActionError | null> {
  const waitMs = await limiter.consume(key);
  if (waitMs === 0) return null;
  const seconds = Math.ceil(waitMs / 1000);
  return rateLimited(`${reason}; try again in ${waitText(seconds, "en")}.`, seconds);
}
