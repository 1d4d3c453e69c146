import { type Limits, limitError } from "../../accounts/limits/limits.js";
import { oauthKeyNumbers } from "../../accounts/oauth-keys.js";
import { fetchPublic } from "./client-address.js";
import type { ClientDocuments, OAuthParts } from "./configuration.js";
import type { OidcProvider } from "./oidc.js";
import { addressHeader } from "./paths.js";
import { createProvider } from "./provider.js";

const keyCheckIntervalMs = 60_000;

/** The authorization server, created at its first use, and again within a minute after its keys have changed. */
export interface OAuthServer {
  /** @throws Error without SECRET_KEY */
  provider(): Promise<OidcProvider>;
}

/** @param fetch fetches the documents in which clients describe themselves; the default reaches the public internet only */
export function createOAuthServer(
  { limits, ...parts }: OAuthParts & { limits: Limits },
  fetch: ClientDocuments["fetch"] = fetchPublic,
): OAuthServer {
  let current: { provider: Promise<OidcProvider>; keys: string } | undefined;
  let checkedAt = 0;
  const documents: ClientDocuments = {
    fetch,
    mayFetch: async (ctx) =>
      // Without a context it is called for the page of a pending approval, outside the library's requests: the document fetched at its
      // start has been dropped from memory, or another process has it. Each other call counts like a registration.
      !ctx || (await limitError(limits.registrations, ctx.get(addressHeader), "")) === null,
  };
  return {
    async provider() {
      if (current && performance.now() - checkedAt < keyCheckIntervalMs) return current.provider;
      checkedAt = performance.now();
      const keys = (await oauthKeyNumbers(parts.database)).join();
      if (current?.keys !== keys) {
        const provider = createProvider(parts, documents);
        current = { provider, keys };
        // After a failure the next call tries again.
        provider.catch(() => {
          current = undefined;
        });
      }
      return current.provider;
    },
  };
}
