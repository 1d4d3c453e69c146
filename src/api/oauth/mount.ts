import type { IncomingMessage } from "node:http";
import type { Context, Next } from "koa";
import { consume, ipKey, type Limits, limitError } from "../../accounts/limits/limits.js";
import { scopes } from "../../accounts/scopes.js";
import type { Config } from "../../config.js";
import { type ActionError, invalid } from "../../domain/errors.js";
import { resourceMetadata, resourceMetadataPaths } from "../resource.js";
import { addressHeader, oauthPath } from "./paths.js";
import type { OAuthServer } from "./server.js";

interface MountParts {
  config: Config;
  limits: Limits;
  oauth: OAuthServer;
}

const endpoint = new RegExp(`^${oauthPath}/(token|register|revoke|jwks|authorize(/[\\w-]+)?)$`);
const maxRequestLength = 8_000;
/** Clients also ask with the path of the endpoint behind it, as for an issuer or resource with a path (RFC 8414, RFC 9728). */
const discovery = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(\/api\/mcp)?$/;

/** Routes the addresses of the authorization server to it, before any other handler reads the body. */
export function oauthMiddleware(parts: MountParts) {
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
    // The client may have opened the page in another window, and wait for that window's answer.
    if (name.startsWith("authorize")) ctx.set("Cross-Origin-Opener-Policy", "unsafe-none");
    if (name === "authorize") {
      await checkAuthorizationRequest(parts, ctx);
      ctx.url = withOwnScopes(ctx.url);
    }
    if (name === "register" && allowCrossOrigin(ctx)) return;
    const refusal = await consumeLimit(parts, ctx, name);
    if (refusal) return sendLimitError(ctx, refusal);
    await handOver(parts, ctx, name.startsWith("authorize/") ? `${oauthPath}/authorize/:uid` : ctx.path);
    const isRefused = ctx.res.statusCode >= 400 && ctx.res.statusCode < 500;
    if (name === "token" && !isRefused) await parts.limits.refusals.reward(ipKey(ctx.ip));
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

/** Lets the provider answer. It builds its addresses from BASE_URL, regardless of the request's Host. */
async function handOver(parts: MountParts, ctx: Context, route: string): Promise<void> {
  const provider = await parts.oauth.provider();
  const base = new URL(parts.config.BASE_URL);
  Object.assign(ctx.req.headers, {
    "x-forwarded-host": base.host,
    "x-forwarded-proto": base.protocol.slice(0, -1),
    [addressHeader]: ipKey(ctx.ip),
  });
  forgetProviderSession(ctx.req);
  ctx._matchedRoute = route;
  ctx.respond = false;
  await provider.callback()(ctx.req, ctx.res);
}

/**
 * The library would remember who approved last in this browser. Since each approval asks for the password again, this would only cause
 * a detour over a page with a script when somebody else approves.
 */
function forgetProviderSession({ headers }: IncomingMessage): void {
  if (!headers.cookie) return;
  const kept = headers.cookie.split(/; */).filter((cookie) => !/^_session(\.sig)?=/.test(cookie));
  headers.cookie = kept.join("; ");
}

/** Authorization requests are stored, so their number and length are limited. @throws rate_limited, invalid_input */
async function checkAuthorizationRequest({ limits }: MountParts, ctx: Context): Promise<void> {
  await consume(limits.approvals, ipKey(ctx.ip), "Too many requests from this address");
  if (ctx.url.length > maxRequestLength)
    throw invalid(`An authorization request has at most ${maxRequestLength} characters.`);
  // What is kept of it is JSON in Postgres, which holds no NUL.
  if (ctx.url.includes("%00")) throw invalid("An authorization request contains no NUL character.");
}

/** Some clients ask for no scope, or for scopes of other servers: they get all of ours to choose from. */
function withOwnScopes(url: string): string {
  const parsed = new URL(url, "http://localhost");
  const requested = parsed.searchParams.getAll("scope");
  // The provider refuses a parameter that was sent twice.
  if (requested.length > 1) return url;
  const words = (requested[0] ?? "").split(/\s+/);
  const own = words.includes("actions:write") ? scopes : scopes.filter((scope) => words.includes(scope));
  const offline = words.includes("offline_access") ? ["offline_access"] : [];
  parsed.searchParams.set("scope", [...(own.length > 0 ? own : scopes), ...offline].join(" "));
  return `${parsed.pathname}${parsed.search}`;
}

/** Opens the registration to clients that are web pages (CORS), which the library doesn't do. @returns whether the request is answered */
function allowCrossOrigin(ctx: Context): boolean {
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

/** Counts registrations and token requests per address; a token request that succeeds is given back. @returns the error at the limit */
async function consumeLimit({ limits }: MountParts, ctx: Context, name: string): Promise<ActionError | null> {
  const address = ipKey(ctx.ip);
  if (name === "register") return limitError(limits.registrations, address, "Too many registrations from this address");
  if (name === "token") return limitError(limits.refusals, address, "Too many refused requests from this address");
  return null;
}

/** Answers in the form of OAuth errors. */
function sendLimitError(ctx: Context, { status, message, extras }: ActionError): void {
  ctx.set({ ...extras.headers, "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" });
  ctx.status = status;
  ctx.body = { error: "temporarily_unavailable", error_description: message };
}
