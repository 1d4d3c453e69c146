import type { KoaContextWithOIDC } from "oidc-provider";
import { loadOAuthKeys } from "../../accounts/oauth-keys.js";
import type { SecurityFacts, SecurityLog } from "../../accounts/security/security-log.js";
import { nothingHere, problemOf, problemType } from "../problem.js";
import { postgresAdapter } from "./adapter.js";
import { responseModes } from "./client-metadata.js";
import { type ClientDocuments, configurationOf, type OAuthParts } from "./configuration.js";
import type { OidcProvider } from "./oidc.js";
import { addressHeader, oauthPath } from "./paths.js";
import { PatientProvider } from "./patient-provider.js";
import { keepFromUnapproved } from "./unapproved-clients.js";

/** Creates the authorization server with the current keys. */
export async function createProvider(parts: OAuthParts, documents: ClientDocuments): Promise<OidcProvider> {
  const { keys, unreadable } = await loadOAuthKeys(parts.database, parts.config);
  if (unreadable > 0)
    parts.log.warn({ unreadable }, "sign-in keys that were stored with another SECRET_KEY are left out");
  const provider: OidcProvider = new PatientProvider(parts.config.BASE_URL, {
    ...configurationOf(parts, documents),
    adapter: postgresAdapter(parts.config, parts.database),
    jwks: { keys: keys.map(({ jwk }) => jwk as object) },
    cookies: {
      keys: keys.map(({ cookieKey }) => cookieKey),
      // The library's own session, which `mount.ts` ignores. The path keeps it away from all other requests.
      long: { httpOnly: true, sameSite: "lax", path: `${oauthPath}/authorize` },
    },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId ? provider.Grant.find(grantId) : undefined;
    },
  });
  // The library builds addresses from forwarded headers, which `mount.ts` sets from BASE_URL.
  provider.proxy = true;
  keepFromUnapproved(provider, parts.database);
  nameOwnModes(provider);
  refuseOtherMethods(provider);
  provider.on("server_error", (_, error) => parts.log.error({ err: error }, "authorization server failed"));
  noteTokens(provider, parts.security);
  return provider;
}

/** The library's metadata names every mode that it knows, not those that clients may use. */
function nameOwnModes(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { route } = (ctx as KoaContextWithOIDC).oidc ?? {};
    if (route === "discovery") ctx.body = { ...(ctx.body as object), response_modes_supported: responseModes };
  });
}

/** The library answers a method that an address doesn't take with words alone. */
function refuseOtherMethods(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || ctx.body !== undefined) return;
    ctx.body = problemOf(nothingHere(), ctx.response.get("X-Request-Id"));
    ctx.status = 404;
    ctx.type = problemType;
  });
}

/** Notes the tokens that are given, refused and ended. */
function noteTokens(provider: OidcProvider, security: SecurityLog): void {
  const factsOf = ({ oidc, req }: KoaContextWithOIDC): SecurityFacts => ({
    ip: req.headers[addressHeader]?.toString(),
    clientId: oidc.client?.clientId,
    userId: oidc.account?.accountId,
    connectionId: oidc.entities.Grant?.jti,
  });
  provider.on("grant.success", (ctx) => security.note("token_given", factsOf(ctx)));
  provider.on("grant.error", (ctx, { error }) => security.note("token_refused", { ...factsOf(ctx), reason: error }));
  provider.on("grant.revoked", (_, connectionId) => security.note("tokens_ended", { connectionId }));
}
