import type { ClientMetadata } from "oidc-provider";
import { clientName } from "../client-name.js";
import { errors } from "./oidc.js";
import { redirectFault } from "./redirect-address.js";

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
const maxRedirectUris = 20;
const maxBytes = 4_096;
const supportedGrants = ["authorization_code", "refresh_token"];
/** How an answer comes back to a client. The other modes need scripts: to send it, or to read it. */
export const responseModes = ["query"];

/**
 * Brings a client's metadata, from its registration or its document, into the form that the authorization server accepts. Real clients
 * send foreign scopes, empty addresses, grant types of other servers and the wrong application type.
 */
export function normalizeClient(metadata: ClientMetadata): void {
  const fields = metadata as Record<string, unknown>;
  for (const name of Object.keys(fields)) if (!keptProperties.has(name)) delete fields[name];
  const name = clientName(metadata.client_name);
  if (name) metadata.client_name = name;
  else delete metadata.client_name;
  // For "web", the library would allow plain http to any host, and a loopback address only with one fixed port.
  metadata.application_type = "native";
  metadata.response_types = ["code"];
  metadata.response_modes = [...responseModes];
  const grants = Array.isArray(metadata.grant_types) ? metadata.grant_types : supportedGrants;
  const supported = grants.filter((grant) => supportedGrants.includes(grant));
  metadata.grant_types = [...new Set(["authorization_code", ...supported])];
  metadata.token_endpoint_auth_method ??= "none";
  if (metadata.token_endpoint_auth_method === "none") {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
}

/** Whether the client describes itself in a document, whose address is its id. */
export const isDocument = ({ client_id }: ClientMetadata): boolean => /^https:/i.test(String(client_id));

/**
 * What a client must keep to from now on, after `normalizeClient`.
 * @throws InvalidClientMetadata
 */
export function checkClient(metadata: ClientMetadata): void {
  const uris = [metadata.redirect_uris ?? []].flat();
  if (uris.length > maxRedirectUris || Buffer.byteLength(JSON.stringify(metadata)) > maxBytes)
    throw new errors.InvalidClientMetadata(
      `a client may have at most ${maxRedirectUris} redirect_uris, and at most ${maxBytes} bytes of stored metadata`,
    );
  for (const uri of uris) {
    const fault = redirectFault(String(uri));
    // The library takes its code, invalid_redirect_uri, from the first word.
    if (fault) throw new errors.InvalidClientMetadata(`redirect_uris ${fault}`);
  }
}
