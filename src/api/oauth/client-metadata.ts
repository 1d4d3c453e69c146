import type { ClientMetadata } from "oidc-provider";
import { clientName } from "../mcp/client-name.js";
import { errors } from "./oidc.js";

/** The properties that are kept. All others are dropped rather than refused. */
const keptProperties = new Set([
  "client_id",
  "client_id_issued_at",
  "client_name",
  "client_secret",
  "client_secret_expires_at",
  "grant_types",
  "redirect_uris",
  "token_endpoint_auth_method",
]);
const max = { redirectUris: 20, characters: 2_000 };
const supportedGrants = ["authorization_code", "refresh_token"];

/**
 * Brings a client's metadata, from its registration or its document, into the form that the authorization server accepts. Real clients
 * send foreign scopes, empty addresses, grant types of other servers and the wrong application type.
 */
export function normalizeClient(metadata: ClientMetadata): void {
  const uris = [metadata.redirect_uris ?? []].flat();
  if (uris.length > max.redirectUris || uris.some((uri) => String(uri).length > max.characters))
    throw new errors.InvalidClientMetadata(
      `redirect_uris holds at most ${max.redirectUris} addresses of at most ${max.characters} characters`,
    );
  const fields = metadata as Record<string, unknown>;
  for (const name of Object.keys(fields)) if (!keptProperties.has(name)) delete fields[name];
  const name = clientName(metadata.client_name);
  if (name) metadata.client_name = name;
  else delete metadata.client_name;
  // For "web", the library would allow plain http to any host, and a loopback address only with one fixed port.
  metadata.application_type = "native";
  metadata.response_types = ["code"];
  // The other modes need scripts: to send the answer, or to read it.
  metadata.response_modes = ["query"];
  const grants = Array.isArray(metadata.grant_types) ? metadata.grant_types : supportedGrants;
  const supported = grants.filter((grant) => supportedGrants.includes(grant));
  metadata.grant_types = [...new Set(["authorization_code", ...supported])];
  metadata.token_endpoint_auth_method ??= "none";
  if (metadata.token_endpoint_auth_method === "none") {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
}
