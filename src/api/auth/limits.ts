import type { Context } from "koa";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { DataSource } from "typeorm";
import type { Config } from "../../config.js";
import { ActionError } from "../../domain/errors.js";
import type { Caller } from "../../domain/permissions.js";
import { authenticate } from "./caller.js";

const tooMany = (wait: RateLimiterRes, what: string): ActionError => {
  const seconds = Math.max(1, Math.ceil(wait.msBeforeNext / 1000));
  return new ActionError("rate_limited", `${what}; try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
};

/** Authenticates requests within two limits a minute, each counted in this process: requests per key, refused keys per address. */
export function createAuthenticator(
  config: Config,
  dataSource: DataSource,
): (ctx: Context, via: Caller["via"]) => Promise<Caller> {
  const requests = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_MINUTE, duration: 60 });
  const failures = new RateLimiterMemory({ points: config.AUTH_FAILURES_PER_MINUTE, duration: 60 });
  return async (ctx, via) => {
    const failed = await failures.get(ctx.ip);
    if (failed && failed.consumedPoints >= config.AUTH_FAILURES_PER_MINUTE)
      throw tooMany(failed, "Too many refused keys from this address");
    const caller = await authenticate(dataSource, ctx.get("authorization") || undefined, via).catch(
      async (error: unknown) => {
        if (error instanceof ActionError && error.code === "unauthenticated")
          await failures.consume(ctx.ip).catch(() => undefined);
        throw error;
      },
    );
    await requests.consume(caller.keyId ?? "").catch((wait: unknown) => {
      throw wait instanceof RateLimiterRes ? tooMany(wait, "Too many requests with this key") : wait;
    });
    return caller;
  };
}
