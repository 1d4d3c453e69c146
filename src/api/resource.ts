import { scopes } from "../accounts/scopes.js";
import type { Config } from "../config.js";

/** The resource for which access tokens are issued: the MCP endpoint. */
export const resourceOf = ({ BASE_URL }: Config): string => `${BASE_URL}/api/mcp`;

const metadataPath = "/.well-known/oauth-protected-resource";

/** The paths of the protected resource's metadata (RFC 9728): followed by the resource's path, and alone. */
export const resourceMetadataPaths: readonly string[] = [`${metadataPath}/api/mcp`, metadataPath];

/** The metadata from which a client learns how to sign in. */
export const resourceMetadata = (config: Config): object => ({
  resource: resourceOf(config),
  resource_name: "Pratica",
  authorization_servers: [config.BASE_URL],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_documentation: `${config.BASE_URL}/docs`,
});

/** A `WWW-Authenticate` header of the MCP endpoint (RFC 6750). @param error left out if the request had no credentials */
export function challenge(config: Config, error?: "invalid_token" | "insufficient_scope"): string {
  const parts = [`scope="${scopes.join(" ")}"`, `resource_metadata="${config.BASE_URL}${metadataPath}/api/mcp"`];
  return `Bearer ${[...(error ? [`error="${error}"`] : []), ...parts].join(", ")}`;
}
