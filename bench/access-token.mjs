import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { approve, register } from "../scripts/conformance/approve.mjs";

/** Connects an app with the right to read and change, as its user would in a browser. @returns its access token */
export async function accessToken(product, callbackPort) {
  const { baseUrl } = product;
  const clientId = await register(baseUrl, callbackPort);
  const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
  const verifier = randomBytes(32).toString("base64url");
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    resource: `${baseUrl}/api/mcp`,
    scope: "actions:read actions:write",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const callback = http.createServer((_request, response) => response.end("You may close this."));
  callback.listen(callbackPort, "127.0.0.1");
  await once(callback, "listening");
  try {
    const [[redirect]] = await Promise.all([
      once(callback, "request"),
      approve(`${baseUrl}/api/oauth/authorize?${request}`, product),
    ]);
    const code = new URL(redirect.url, redirectUri).searchParams.get("code");
    const grant = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri: redirectUri };
    const response = await fetch(`${baseUrl}/api/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ ...grant, code_verifier: verifier }),
    });
    if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
    return (await response.json()).access_token;
  } finally {
    callback.closeAllConnections();
    callback.close();
  }
}
