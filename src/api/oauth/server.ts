import { consume, type Limits } from "../../accounts/limits.js";
import { latestKeyNumber } from "../../accounts/oauth-keys.js";
import { ActionError } from "../../domain/errors.js";
import { fetchPublic } from "./client-address.js";
import type { OidcProvider } from "./oidc.js";
import { type ClientDocuments, createProvider, type OAuthParts } from "./provider.js";

const keysLookedAtMs = 60_000;

/** The authorization server, made when first used, and made again within a minute after its keys were rotated. */
export interface OAuthServer {
  /** @throws Error without SECRET_KEY */
  provider(): Promise<OidcProvider>;
}

/** @param fetch gets the documents in which clients describe themselves, instead of the guarded way to the public internet */
export function createOAuthServer(
  { limits, ...parts }: OAuthParts & { limits: Limits },
  fetch: ClientDocuments["fetch"] = fetchPublic,
): OAuthServer {
  let made: { provider: Promise<OidcProvider>; keyNumber: number } | undefined;
  let lookedAt = 0;
  const documents: ClientDocuments = {
    fetch,
    mayFetch: async (ctx) => {
      // For a page of an approval under way, outside of the library's requests: what was fetched when it began is forgotten, or another
      // process has it.
      if (!ctx) return true;
      try {
        // Each makes this server fetch something: as dear as a registration.
        await consume(limits.registrations, ctx.get(addressHeader), "");
        return true;
      } catch (error) {
        if (error instanceof ActionError) return false;
        throw error;
      }
    },
  };
  return {
    async provider() {
      if (made && Date.now() - lookedAt < keysLookedAtMs) return made.provider;
      lookedAt = Date.now();
      const keyNumber = await latestKeyNumber(parts.database);
      if (made?.keyNumber !== keyNumber) {
        const provider = createProvider(parts, documents);
        made = { provider, keyNumber };
        // What failed once is tried again by the next who asks.
        provider.catch(() => {
          made = undefined;
        });
      }
      return made.provider;
    },
  };
}

/** Tells the provider, which has a Koa of its own, where a request comes from. Set on each request, whatever it brought. */
export const addressHeader = "x-pratica-address";
