import type { IncomingMessage } from "node:http";
import type { Context, Next } from "koa";
import { addressKey, consume, type Limits } from "../../accounts/limits.js";
import { scopes } from "../../accounts/scopes.js";
import type { Config } from "../../config.js";
import { ActionError } from "../../domain/errors.js";
import { oauthPath } from "./provider.js";
import { resourceMetadata, resourceMetadataPaths } from "./resource.js";
import { addressHeader, type OAuthServer } from "./server.js";

interface MountParts {
  config: Config;
  limits: Limits;
  oauth: OAuthServer;
}

const endpoint = new RegExp(`^${oauthPath}/(token|register|revoke|jwks|authorize(/[\\w-]+)?)$`);
const longestRequest = 8_000;
/** Clients also ask with the path of the endpoint behind it, as for an issuer or resource with a path (RFC 8414, RFC 9728). */
const discovery = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(\/api\/mcp)?$/;

/** The authorization server's own addresses, and nothing else, before anything that would read a body. */
export function oauth(parts: MountParts) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = ctx.path.replace(/(.)\/$/, "$1");
    if (resourceMetadataPaths.includes(path)) return sendResourceMetadata(ctx, parts.config);
    const [, document] = discovery.exec(path) ?? [];
    if (document) {
      ctx.url = `/.well-known/${document}`;
      return handOver(parts, ctx, ctx.url);
    }
    const [, name] = endpoint.exec(ctx.path) ?? [];
    if (!name) return next();
    // A client may have opened the page in a window of its own, and wait to be answered from there.
    if (name.startsWith("authorize")) ctx.set("Cross-Origin-Opener-Policy", "unsafe-none");
    if (name === "authorize") ctx.url = withOwnScopes(await ofSaneLength(parts, ctx));
    if (name === "register" && openToPages(ctx)) return;
    const limited = await refuseTooMany(parts, ctx, name);
    if (limited) return sendTooMany(ctx, limited);
    await handOver(parts, ctx, name.startsWith("authorize/") ? `${oauthPath}/authorize/:uid` : ctx.path);
    const isRefused = ctx.res.statusCode >= 400 && ctx.res.statusCode < 500;
    if (name === "token" && !isRefused) await parts.limits.refusals.reward(addressKey(ctx.ip));
  };
}

function sendResourceMetadata(ctx: Context, config: Config): void {
  ctx.set({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "mcp-protocol-version",
    "Cache-Control": "public, max-age=300",
  });
  ctx.body = resourceMetadata(config);
}

/** Answers by the provider. Its addresses come from BASE_URL, whatever name the request used. */
async function handOver(parts: MountParts, ctx: Context, route: string): Promise<void> {
  const provider = await parts.oauth.provider();
  const base = new URL(parts.config.BASE_URL);
  Object.assign(ctx.req.headers, {
    "x-forwarded-host": base.host,
    "x-forwarded-proto": base.protocol.slice(0, -1),
    [addressHeader]: addressKey(ctx.ip),
  });
  forgetProviderSession(ctx.req);
  ctx._matchedRoute = route;
  ctx.respond = false;
  await provider.callback()(ctx.req, ctx.res);
}

/**
 * The library would remember who approved last in this browser. Each approval asks for the password anew, so all that would come of
 * it is a detour, by a page with a script, when somebody else approves.
 */
function forgetProviderSession({ headers }: IncomingMessage): void {
  if (!headers.cookie) return;
  const kept = headers.cookie.split(/; */).filter((cookie) => !/^_session(\.sig)?=/.test(cookie));
  headers.cookie = kept.join("; ");
}

/** The address of a request for an approval, which is kept: within limits. @throws rate_limited, invalid_input */
async function ofSaneLength({ limits }: MountParts, ctx: Context): Promise<string> {
  await consume(limits.approvals, addressKey(ctx.ip), "Too many requests from this address");
  if (ctx.url.length > longestRequest)
    throw new ActionError("invalid_input", `An authorization request has at most ${longestRequest} characters.`);
  return ctx.url;
}

/** Clients ask for no scope, or for those of other servers: they get the choice of ours. */
function withOwnScopes(url: string): string {
  const parsed = new URL(url, "http://localhost");
  const asked = parsed.searchParams.getAll("scope");
  // What is sent twice is for the provider to refuse.
  if (asked.length > 1) return url;
  const words = (asked[0] ?? "").split(/\s+/);
  const own = words.includes("actions:write") ? scopes : scopes.filter((scope) => words.includes(scope));
  const offline = words.includes("offline_access") ? ["offline_access"] : [];
  parsed.searchParams.set("scope", [...(own.length > 0 ? own : scopes), ...offline].join(" "));
  return `${parsed.pathname}${parsed.search}`;
}

/** Registration is open to clients that are web pages; the library leaves that out. @returns whether the request was answered */
function openToPages(ctx: Context): boolean {
  ctx.set("Access-Control-Allow-Origin", "*");
  if (ctx.method !== "OPTIONS") return false;
  ctx.set({
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "3600",
  });
  ctx.status = 204;
  return true;
}

/** Registrations are counted, and requests for tokens until they succeed. */
async function refuseTooMany({ limits }: MountParts, ctx: Context, name: string): Promise<ActionError | null> {
  try {
    if (name === "register")
      await consume(limits.registrations, addressKey(ctx.ip), "Too many registrations from this address");
    if (name === "token")
      await consume(limits.refusals, addressKey(ctx.ip), "Too many refused requests from this address");
    return null;
  } catch (error) {
    if (error instanceof ActionError) return error;
    throw error;
  }
}

/** In the form in which OAuth clients look for errors. */
function sendTooMany(ctx: Context, { status, message, extras }: ActionError): void {
  ctx.set({ ...extras.headers, "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" });
  ctx.status = status;
  ctx.body = { error: "temporarily_unavailable", error_description: message };
}
