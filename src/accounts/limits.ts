import { isIP } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.js";
import { ActionError } from "../domain/errors.js";

/** What is counted, each in this process. */
export interface Limits {
  /** requests a minute, per key or connection */
  requests: RateLimiterMemory;
  /** refused keys, tokens and passwords a minute, per address */
  refusals: RateLimiterMemory;
  /** refused passwords an hour, per account, wherever they come from */
  passwords: RateLimiterMemory;
  /** clients of the authorization server made known a minute, per address */
  registrations: RateLimiterMemory;
  /** requests for an approval a minute, per address; each is kept for a quarter of an hour */
  approvals: RateLimiterMemory;
}

export const createLimits = (config: Config): Limits => ({
  requests: new RateLimiterMemory({ points: config.RATE_LIMIT_PER_MINUTE, duration: 60 }),
  refusals: new RateLimiterMemory({ points: config.AUTH_FAILURES_PER_MINUTE, duration: 60 }),
  passwords: new RateLimiterMemory({ points: 100, duration: 3_600 }),
  registrations: new RateLimiterMemory({ points: config.REGISTRATIONS_PER_MINUTE, duration: 60 }),
  approvals: new RateLimiterMemory({ points: 10 * config.REGISTRATIONS_PER_MINUTE, duration: 60 }),
});

/** What counts as one address: of IPv6 the first 64 bits, since a single line has all the others to itself. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || isIP(ip) !== 6) return mapped ?? ip;
  const [left = [], right] = ip.split("::").map((part) => part.split(":").filter(Boolean));
  const groups = right ? [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right] : left;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}

/** @throws rate_limited, saying when to come back */
export async function consume(limiter: RateLimiterMemory, key: string, what: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (wait) {
    if (!(wait instanceof RateLimiterRes)) throw wait;
    const seconds = Math.max(1, Math.ceil(wait.msBeforeNext / 1000));
    throw new ActionError("rate_limited", `${what}; try again in ${seconds} s.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
}
