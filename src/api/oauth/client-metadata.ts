import type { ClientMetadata } from "oidc-provider";
import { clientName } from "../mcp/client-name.js";
import { errors } from "./oidc.js";

/** What we know of a client; whatever else one sends is left out rather than refused. */
const kept = new Set([
  "client_id",
  "client_id_issued_at",
  "client_name",
  "client_secret",
  "client_secret_expires_at",
  "grant_types",
  "redirect_uris",
  "token_endpoint_auth_method",
]);
const most = { redirectUris: 20, characters: 2_000 };
const knownGrants = ["authorization_code", "refresh_token"];

/**
 * Brings what clients say of themselves, by registration or in a document of theirs, into the form that the authorization server takes:
 * real ones send foreign scopes, empty addresses, grant types of other servers and the wrong application type.
 */
export function normalizeClient(metadata: ClientMetadata): void {
  const uris = [metadata.redirect_uris ?? []].flat();
  if (uris.length > most.redirectUris || uris.some((uri) => String(uri).length > most.characters))
    throw new errors.InvalidClientMetadata(
      `redirect_uris holds at most ${most.redirectUris} addresses of at most ${most.characters} characters`,
    );
  const fields = metadata as Record<string, unknown>;
  for (const name of Object.keys(fields)) if (!kept.has(name)) delete fields[name];
  const name = clientName(metadata.client_name);
  if (name) metadata.client_name = name;
  else delete metadata.client_name;
  // As "web", plain http would be taken to any host, and a loopback address with one port alone.
  metadata.application_type = "native";
  metadata.response_types = ["code"];
  // The others would send the answer by a page with a script in it, or to where only a script reads it.
  metadata.response_modes = ["query"];
  const grants = Array.isArray(metadata.grant_types) ? metadata.grant_types : knownGrants;
  metadata.grant_types = [...new Set(["authorization_code", ...grants.filter((grant) => knownGrants.includes(grant))])];
  metadata.token_endpoint_auth_method ??= "none";
  if (metadata.token_endpoint_auth_method === "none") {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
}
