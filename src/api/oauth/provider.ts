import { loadOAuthKeys } from "../../accounts/oauth-keys.js";
import { postgresAdapter } from "./adapter.js";
import { type ClientDocuments, configurationOf, type OAuthParts } from "./configuration.js";
import { type OidcProvider, Provider } from "./oidc.js";
import { oauthPath } from "./paths.js";
import { keepFromUnapproved } from "./unapproved-clients.js";

/** Creates the authorization server with the current keys. */
export async function createProvider(parts: OAuthParts, documents: ClientDocuments): Promise<OidcProvider> {
  const { keys, unreadable } = await loadOAuthKeys(parts.database, parts.config);
  if (unreadable > 0)
    parts.log.warn({ unreadable }, "sign-in keys that were stored with another SECRET_KEY are left out");
  const provider: OidcProvider = new Provider(parts.config.BASE_URL, {
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
  provider.on("server_error", (_, error) => parts.log.error({ err: error }, "authorization server failed"));
  return provider;
}
