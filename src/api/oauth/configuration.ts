import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import { scopes } from "../../accounts/scopes.js";
import type { SecurityLog } from "../../accounts/security/security-log.js";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { sendOAuthError } from "../../web/approval/error-page.js";
import { resourceOf } from "../resource.js";
import { isPublicAddress } from "./client-address.js";
import { checkClient, isDocument, normalizeClient } from "./client-metadata.js";
import { errors, interactionPolicy } from "./oidc.js";
import { interactionPath, oauthPath } from "./paths.js";

const hourS = 3_600;
const dayS = 24 * hourS;

/** What the authorization server needs of the API. */
export interface OAuthParts {
  config: Config;
  database: Database;
  log: Logger;
  security: SecurityLog;
}

/** How the documents of clients are fetched, and for whom. */
export interface ClientDocuments {
  fetch: NonNullable<Configuration["fetch"]>;
  /** @returns false if the request's address has caused too many fetches; a call without a request isn't counted */
  mayFetch(ctx: KoaContextWithOIDC | undefined): Promise<boolean>;
}

/** The settings of the authorization server that are the same with every key. */
export const configurationOf = (parts: OAuthParts, documents: ClientDocuments): Configuration => ({
  ...endpoints(parts),
  ...clientRules(documents),
  features: { ...features(parts), ...clientFeatures(documents) },
});

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
    // Whichever token an app gives back, its connection ends: the library forgets all the others then, and nothing could be done with it.
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    findAccount: async (_, userId) => {
      const [account] = await database.query("select from user_account where id = $1", [userId]);
      return account ? { accountId: userId, claims: () => ({ sub: userId }) } : undefined;
    },
    renderError: sendOAuthError,
    interactions: { policy: alwaysAsk(), url: (_, { uid }) => interactionPath(uid) },
    ttl: {
      AccessToken: hourS,
      AuthorizationCode: 60,
      // The library asks for a term; the adapter has an approval end with its connection, which ends when no app asks for new tokens any more.
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
      getResourceServerInfo: (_, requested) => {
        if (requested !== resource && requested !== `${resource}/`) throw new errors.InvalidTarget();
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
    // The property itself is not used: naming one makes the library call the validator, for registrations and documents alike, and for
    // clients that it reads from the database, which keep what they registered with. Only a registration has a context.
    extraClientMetadata: {
      properties: ["software_id"],
      validator: (ctx, _name, _value, metadata) => {
        normalizeClient(metadata);
        if (ctx || isDocument(metadata)) checkClient(metadata);
      },
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

/** Asks for approval at each authorization, even if the client or the browser was here before. */
function alwaysAsk() {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const isUnanswered = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.consent;
  policy
    .get("consent")
    ?.checks.add(new Check("always", "each connection is approved", "interaction_required", isUnanswered));
  return policy;
}
