import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { forAllTests } from "../../support/for-tests.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const publicSite = forAllTests(() => startApi({ settings: { BASE_URL: "https://studio.test" } }));

const read = async (path: string, from = api, headers = {}) => {
  const response = await fetch(`${from.url}${path}`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
};

describe("what a client finds out by itself", () => {
  it("is where to sign in, from a refusal of the endpoint", async () => {
    const refused = await fetch(`${api.url}/api/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer scope="actions:read actions:write", resource_metadata="${api.url}/.well-known/oauth-protected-resource/api/mcp"`,
    );
    const withToken = await fetch(`${api.url}/api/mcp`, { method: "POST", headers: { authorization: "Bearer wrong" } });
    expect(withToken.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token", scope=/);
    const rest = await api.call("list_contacts", {}, "wrong");
    expect(rest.headers.get("www-authenticate")).toBe('Bearer realm="pratica"');
  });

  it("is the protected resource, at both forms of its address", async () => {
    for (const path of ["/.well-known/oauth-protected-resource/api/mcp", "/.well-known/oauth-protected-resource"]) {
      const { status, headers, body } = await read(path);
      expect(status).toBe(200);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(body).toMatchObject({
        resource: `${api.url}/api/mcp`,
        authorization_servers: [api.url],
        scopes_supported: ["actions:read", "actions:write"],
        bearer_methods_supported: ["header"],
      });
    }
  });

  it("is a problem like any other where an address of the authorization server doesn't take the method", async () => {
    for (const [method, path] of [
      ["GET", "/api/oauth/token"],
      ["POST", "/.well-known/oauth-authorization-server"],
    ] as const) {
      const refused = await fetch(`${api.url}${path}`, { method });
      expect([refused.status, refused.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
      expect(await refused.json()).toMatchObject({
        code: "not_found",
        requestId: refused.headers.get("x-request-id"),
      });
    }
  });

  it.each([
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server/api/mcp",
    "/.well-known/openid-configuration/api/mcp",
  ])("is the authorization server, at %s", async (path) => {
    const { status, body } = await read(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: api.url,
      authorization_endpoint: `${api.url}/api/oauth/authorize`,
      token_endpoint: `${api.url}/api/oauth/token`,
      registration_endpoint: `${api.url}/api/oauth/register`,
      revocation_endpoint: `${api.url}/api/oauth/revoke`,
      jwks_uri: `${api.url}/api/oauth/jwks`,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(body).not.toHaveProperty("pushed_authorization_request_endpoint");
    expect(body).not.toHaveProperty("userinfo_endpoint");
  });

  it("holds addresses of the public address alone, whatever name was asked", async () => {
    const forged = { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" };
    const { body } = await read("/.well-known/oauth-authorization-server", publicSite, forged);
    expect(body.issuer).toBe("https://studio.test");
    expect(JSON.stringify(body)).not.toContain("evil.test");
    expect(JSON.stringify(body)).not.toContain("127.0.0.1");
  });

  it.each(["/.well-known/oauth-authorization-server/pratica", "/.well-known/oauth-protected-resource/pratica/api/mcp"])(
    "is nothing at the well-known address of another path: %s",
    async (path) => {
      expect((await read(path)).status).toBe(404);
    },
  );

  it("holds public keys alone", async () => {
    const { body } = await read("/api/oauth/jwks");
    const [key] = body.keys as Record<string, string>[];
    expect(key).toMatchObject({ kty: "RSA", use: "sig", alg: "RS256" });
    expect(key).not.toHaveProperty("d");
  });

  it("may be read and used by a client that is a web page", async () => {
    const asked = { origin: "https://client.test", "access-control-request-method": "POST" };
    for (const path of ["/api/oauth/register", "/api/oauth/token", "/api/oauth/revoke"]) {
      const { status, headers } = await fetch(`${api.url}${path}`, { method: "OPTIONS", headers: asked });
      expect([path, status]).toEqual([path, 204]);
      expect(headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/client\.test)$/);
    }
  });
});
