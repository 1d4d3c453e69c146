import { setTimeout } from "node:timers/promises";
import type { Context } from "koa";
import { parseApiKey } from "../accounts/api-key.js";
import { callerByKey, callerByToken, endedKey } from "../accounts/callers.js";
import { addressKey, consume, type Limits, limitError } from "../accounts/limits.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import { ActionError } from "../domain/errors.js";
import { type Caller, credentialIdOf } from "../domain/permissions.js";
import { challenge, resourceOf } from "./oauth/resource.js";

/** Whoever asks again at once, without heeding `Retry-After`, is to cost little. */
const refusedAfterMs = 100;

type Via = Caller["via"];

interface AuthenticationParts {
  config: Config;
  database: Database;
  limits: Limits;
}

/**
 * Finds the caller of a request and counts the request against the limits.
 * @param takesTokens whether access tokens of apps are taken beside keys; unset: on MCP alone
 * @throws unauthenticated, rate_limited
 */
export type Authenticate = (ctx: Context, via: Via, takesTokens?: boolean) => Promise<Caller>;

/** Authenticates requests within two limits per minute: all requests of a key or connection, and refused requests of an address. */
export const createAuthenticator =
  (parts: AuthenticationParts): Authenticate =>
  async (ctx, via, takesTokens = via === "mcp") => {
    const { requests, refusals } = parts.limits;
    // Only refused requests count against the address: a valid key still works where others try invalid ones.
    const caller = await callerOf(parts, ctx.get("authorization"), via, takesTokens).catch(async (error: unknown) => {
      if (error instanceof ActionError && error.code === "unauthenticated") {
        await consume(refusals, addressKey(ctx.ip), "Too many refused keys from this address");
        const key = parseApiKey(bearerOf(ctx.get("authorization")) ?? "");
        ctx.state.caller = (key && (await endedKey(parts.database, key))) ?? undefined;
      }
      throw error;
    });
    const { organizationId, userId, keyId, connectionId } = caller;
    ctx.state.caller = { organizationId, userId, keyId, connectionId };
    const refusal = await limitError(requests, credentialIdOf(caller), "Too many requests with this key or connection");
    if (!refusal) return caller;
    await setTimeout(refusedAfterMs);
    throw refusal;
  };

/**
 * The caller, by the API key in an `Authorization: Bearer` header, or where these are taken by an access token there.
 * @throws unauthenticated if it is missing, malformed, unknown, revoked or expired, or its user is no longer a member
 */
async function callerOf(
  { config, database }: AuthenticationParts,
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
    const caller = await callerByKey(database, key, via);
    if (caller) return caller;
    throw unauthenticated(config, via, "This API key is not valid: it is unknown, revoked or expired.", true);
  }
  const caller = takesTokens ? await callerByToken(database, secret, resourceOf(config)) : null;
  if (caller) return caller;
  const what = takesTokens
    ? "This access token is not valid: it is unknown, disconnected or expired."
    : "This is no API key; access tokens are for MCP and files alone.";
  throw unauthenticated(config, via, what, true);
}

const bearerOf = (authorization: string): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

/** @param wasSent whether the request had credentials, which are then invalid */
function unauthenticated(config: Config, via: Via, message: string, wasSent: boolean): ActionError {
  // Only MCP clients can sign in; REST takes API keys only.
  const header = via === "mcp" ? challenge(config, wasSent ? "invalid_token" : undefined) : 'Bearer realm="pratica"';
  return new ActionError("unauthenticated", message, { headers: { "WWW-Authenticate": header } });
}
