import { setTimeout } from "node:timers/promises";
import type { Context } from "koa";
import { endedKey } from "../../accounts/callers/key-callers.js";
import { parseApiKey } from "../../accounts/keys/api-key.js";
import { consume, ipKey, type Limits, limitError } from "../../accounts/limits/limits.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { type Guard, GuardBroken } from "../../db/guard.js";
import { ActionError } from "../../domain/errors.js";
import { type Caller, credentialIdOf } from "../../domain/permissions.js";
import { same } from "../../domain/same.js";
import { challenge, resourceOf } from "../resource.js";
import type { Turns } from "../turns.js";
import { changing } from "./changing.js";
import { type GuardedCaller, type KnownCallers, knownCallers, type Via } from "./known-callers.js";

/** As often the work of a caller who changes meanwhile is begun. */
const maxAttempts = 3;
/** A client that ignores `Retry-After` and asks again at once must cost little. */
const refusedAfterMs = 100;

interface AuthenticationParts {
  config: Config;
  database: Database;
  limits: Limits;
  /** of those whom nobody knows yet */
  strangers: Turns;
}

/**
 * Finds the caller of a request and counts the request against the limits.
 * @param takesTokens whether access tokens of apps are taken beside keys; unset: on MCP alone
 * @throws unauthenticated, rate_limited
 */
export type Authenticate = (ctx: Context, via: Via, takesTokens?: boolean) => Promise<Caller>;

/**
 * Does the work of a request for its caller, who is read unless that was done for an earlier request. Until the work is done its body has
 * to arrive and its turn to come, which may take minutes: so there is a guard, which the work
 * proves in the statements that it runs anyway, and its answer counts only with that proof. Where the proof fails, or there is an error
 * without one, the caller is read again, and the work done again where that shows a change.
 * @throws unauthenticated, rate_limited
 */
export type AsCaller = <T>(ctx: Context, via: Via, work: (caller: Caller, guard: Guard) => Promise<T>) => Promise<T>;

/** Authenticates requests within two limits per minute: all requests of a key or connection, and refused requests of an address. */
export function createAuthenticator(parts: AuthenticationParts): { authenticate: Authenticate; asCaller: AsCaller } {
  const { database, strangers } = parts;
  const { requests, refusals } = parts.limits;
  const known = knownCallers(resourceOf(parts.config));

  const refused = async (ctx: Context, error: unknown): Promise<never> => {
    if (error instanceof ActionError && error.code === "unauthenticated") {
      // Only refused requests count against the address: a valid key still works where others try invalid ones.
      await consume(refusals, ipKey(ctx.ip), "Too many refused keys from this address");
      const key = keyOf(ctx);
      ctx.state.caller = (key && (await endedKey(database, key))) ?? undefined;
    }
    throw error;
  };
  const read: Authenticate = (ctx, via, takesTokens = via === "mcp") =>
    callerOf(parts, known, ctx.get("authorization"), via, takesTokens).catch((error) => refused(ctx, error));
  /** Counts a request of this caller. @returns the error if there were too many */
  const count = (ctx: Context, caller: Caller): Promise<ActionError | null> => {
    const { organizationId, userId, keyId, connectionId } = caller;
    ctx.state.caller = { organizationId, userId, keyId, connectionId };
    return limitError(requests, credentialIdOf(caller), "Too many requests with this key or connection");
  };
  const inTurn = <T>(ctx: Context, work: () => Promise<T>) =>
    strangers.run(ctx.get("authorization") || ctx.ip, undefined, work);
  const authenticate: Authenticate = (ctx, ...how) =>
    inTurn(ctx, async () => {
      const caller = await read(ctx, ...how);
      const error = await count(ctx, caller);
      if (!error) return caller;
      await setTimeout(refusedAfterMs);
      throw error;
    });

  return {
    authenticate,
    async asCaller(ctx, via, work) {
      const secret = bearerOf(ctx.get("authorization")) ?? "";
      const readBy = async (reading: Promise<Caller>): Promise<GuardedCaller> => {
        await reading;
        const now = known.find(secret, via);
        // Another request has found at the same moment that it has ended.
        if (!now) throw changing();
        return now;
      };
      let kept = known.find(secret, via);
      if (!kept || (await count(ctx, kept.caller))) kept = await readBy(authenticate(ctx, via));
      for (let attempt = 1; ; attempt++) {
        const { caller, guard, row } = kept;
        try {
          return await work(caller, guard);
        } catch (error) {
          const isBroken = error instanceof GuardBroken;
          if (!isBroken && (guard.isProven || !(error instanceof ActionError))) throw error;
          kept = await readBy(inTurn(ctx, () => read(ctx, via)));
          if (!isBroken && same(kept.row, row)) throw error;
          if (attempt === maxAttempts) throw changing();
        }
      }
    },
  };
}

/**
 * The caller, by the API key in an `Authorization: Bearer` header, or where these are taken by an access token there.
 * @throws unauthenticated if it is missing, malformed, unknown, revoked or expired, or its user is no longer a member
 */
async function callerOf(
  { config, database }: AuthenticationParts,
  known: KnownCallers,
  authorization: string,
  via: Via,
  takesTokens: boolean,
): Promise<Caller> {
  const secret = bearerOf(authorization);
  if (!secret) {
    const orSignIn = via === "mcp" ? ", or sign in as the resource metadata says" : "";
    throw unauthenticated(config, via, `Send an API key: Authorization: Bearer pra_…${orSignIn}`, false);
  }
  const key = parseApiKey(secret);
  if (key) {
    const caller = await known.byKey(database, key, via);
    if (caller) return caller;
    throw unauthenticated(config, via, "This API key is not valid: it is unknown, revoked or expired.", true);
  }
  const caller = takesTokens ? await known.byToken(database, secret) : null;
  if (caller) return caller;
  const what = takesTokens
    ? "This access token is not valid: it is unknown, disconnected or expired."
    : "This isn't an API key; access tokens work only for MCP and files.";
  throw unauthenticated(config, via, what, true);
}

const keyOf = (ctx: Context) => parseApiKey(bearerOf(ctx.get("authorization")) ?? "");
const bearerOf = (authorization: string): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

/** @param wasSent whether the request had credentials, which are then invalid */
function unauthenticated(config: Config, via: Via, message: string, wasSent: boolean): ActionError {
  // Only MCP clients can sign in; REST takes API keys only, but for files.
  const header = via === "mcp" ? challenge(config, wasSent ? "invalid_token" : undefined) : 'Bearer realm="pratica"';
  return new ActionError("unauthenticated", message, { headers: { "WWW-Authenticate": header } });
}
