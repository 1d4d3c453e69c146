import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import { loadOAuthKeys } from "../../accounts/oauth-keys.js";
import { scopes } from "../../accounts/scopes.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { sendOAuthError } from "../../web/approval/error-page.js";
import { postgresAdapter } from "./adapter.js";
import { isPublicAddress } from "./client-address.js";
import { normalizeClient } from "./client-metadata.js";
import { errors, interactionPolicy, type OidcProvider, Provider } from "./oidc.js";
import { resourceOf } from "./resource.js";

const hourS = 3_600;
const dayS = 24 * hourS;

export const oauthPath = "/api/oauth";

/** The page of an approval, as browsers know it. */
export const interactionPath = (uid: string): string => `${oauthPath}/interaction/${uid}`;

/** What the authorization server needs of the API. */
export interface OAuthParts {
  config: Config;
  database: Database;
  log: Logger;
}

/** How documents of clients are fetched, and who may have them fetched. */
export interface ClientDocuments {
  fetch: NonNullable<Configuration["fetch"]>;
  /** @returns false for an address that asked for too many; without a request it isn't counted */
  mayFetch(ctx: KoaContextWithOIDC | undefined): Promise<boolean>;
}

/** The authorization server with the keys as they are now. */
export async function createProvider(parts: OAuthParts, documents: ClientDocuments): Promise<OidcProvider> {
  const { keys, unreadable } = await loadOAuthKeys(parts.database, parts.config);
  if (unreadable > 0)
    parts.log.warn({ unreadable }, "sign-in keys that were stored with another SECRET_KEY are left out");
  const provider: OidcProvider = new Provider(parts.config.BASE_URL, {
    ...endpoints(parts),
    ...clientRules(documents),
    features: { ...features(parts), ...clientFeatures(documents) },
    adapter: postgresAdapter(parts.config, parts.database),
    jwks: { keys: keys.map(({ jwk }) => jwk as object) },
    cookies: {
      keys: keys.map(({ cookieKey }) => cookieKey),
      // The library's own session, which is never read again (`mount.ts`), goes nowhere else at least.
      long: { httpOnly: true, sameSite: "lax", path: `${oauthPath}/authorize` },
    },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId ? provider.Grant.find(grantId) : undefined;
    },
  });
  // The addresses that it tells are made of BASE_URL, which `mount.ts` puts where a proxy would.
  provider.proxy = true;
  provider.on("server_error", (_, error) => parts.log.error({ err: error }, "authorization server failed"));
  return provider;
}

function endpoints({ database }: OAuthParts): Configuration {
  return {
    routes: {
      authorization: `${oauthPath}/authorize`,
      token: `${oauthPath}/token`,
      registration: `${oauthPath}/register`,
      revocation: `${oauthPath}/revoke`,
      jwks: `${oauthPath}/jwks`,
    },
    scopes: ["offline_access", ...scopes],
    responseTypes: ["code"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    findAccount: async (_, userId) => {
      const [known] = await database.query("select from user_account where id = $1", [userId]);
      return known ? { accountId: userId, claims: () => ({ sub: userId }) } : undefined;
    },
    renderError: sendOAuthError,
    interactions: { policy: alwaysAsk(), url: (_, { uid }) => interactionPath(uid) },
    ttl: {
      AccessToken: hourS,
      AuthorizationCode: 60,
      Grant: 400 * dayS,
      Interaction: hourS / 4,
      RefreshToken: 30 * dayS,
      Session: hourS / 6,
    },
  };
}

type Features = NonNullable<Configuration["features"]>;

function features({ config }: OAuthParts) {
  const resource = resourceOf(config);
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, wanted) => {
        if (wanted !== resource && wanted !== `${resource}/`) throw new errors.InvalidTarget();
        return { scope: scopes.join(" "), audience: resource, accessTokenFormat: "opaque", accessTokenTTL: hourS };
      },
    },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
  } satisfies Features;
}

function clientRules({ fetch }: ClientDocuments): Configuration {
  return {
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: {
      token_endpoint_auth_method: "none",
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
    },
    // The property is only what makes the library call us, for registrations and documents alike.
    extraClientMetadata: {
      properties: ["software_id"],
      validator: (_ctx, _name, _value, metadata) => normalizeClient(metadata),
    },
    fetch,
  };
}

function clientFeatures({ mayFetch }: ClientDocuments) {
  return {
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      allowFetch: async (ctx, address) => isPublicAddress(address) && (await mayFetch(ctx)),
    },
  } satisfies Features;
}

/** Each authorization is approved anew, also for a client or browser that was here before. */
function alwaysAsk() {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const isUnanswered = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.consent;
  policy
    .get("consent")
    ?.checks.add(new Check("always", "each connection is approved", "interaction_required", isUnanswered));
  return policy;
}
