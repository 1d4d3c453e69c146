import type { Context } from "koa";
import { parseApiKey } from "../accounts/api-key.js";
import { callerByKey, callerByToken } from "../accounts/callers.js";
import { addressKey, consume, type Limits } from "../accounts/limits.js";
import type { Config } from "../config.js";
import type { Database } from "../db/database.js";
import { ActionError } from "../domain/errors.js";
import type { Caller } from "../domain/permissions.js";
import { challenge, resourceOf } from "./oauth/resource.js";

type Via = Caller["via"];

interface AuthenticationParts {
  config: Config;
  database: Database;
  limits: Limits;
}

/** The caller of a request, within the limits on requests and on refused keys. @throws unauthenticated, rate_limited */
export type Authenticate = (ctx: Context, via: Via) => Promise<Caller>;

/** Authenticates requests within two limits a minute: requests per key or connection, refused ones per address. */
export const createAuthenticator =
  (parts: AuthenticationParts): Authenticate =>
  async (ctx, via) => {
    const { requests, refusals } = parts.limits;
    // Only what is refused counts: a good key works on from an address where others try bad ones.
    const caller = await callerOf(parts, ctx.get("authorization"), via).catch(async (error: unknown) => {
      if (error instanceof ActionError && error.code === "unauthenticated")
        await consume(refusals, addressKey(ctx.ip), "Too many refused keys from this address");
      throw error;
    });
    await consume(requests, caller.keyId ?? caller.connectionId ?? "", "Too many requests with this key or connection");
    return caller;
  };

/**
 * Who calls, by the key in an `Authorization: Bearer` header, or on MCP by an access token there.
 * @throws unauthenticated for one that is missing, malformed, unknown, revoked or expired, or a user who is no member any more
 */
async function callerOf({ config, database }: AuthenticationParts, authorization: string, via: Via): Promise<Caller> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
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
  const caller = via === "mcp" ? await callerByToken(database, secret, resourceOf(config)) : null;
  if (caller) return caller;
  const what =
    via === "mcp"
      ? "This access token is not valid: it is unknown, disconnected or expired."
      : "This is no API key; access tokens are for MCP alone.";
  throw unauthenticated(config, via, what, true);
}

/** @param refused whether something was sent that is no good, rather than nothing */
function unauthenticated(config: Config, via: Via, message: string, refused: boolean): ActionError {
  // How to sign in is for MCP's clients; REST takes keys alone.
  const challenged =
    via === "mcp" ? challenge(config, refused ? "invalid_token" : undefined) : 'Bearer realm="pratica"';
  return new ActionError("unauthenticated", message, { headers: { "WWW-Authenticate": challenged } });
}
