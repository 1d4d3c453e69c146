import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { approve, register } from "../scripts/conformance/approve.mjs";

/** Connects an app for reading and changing, as its owner would in a browser. @returns its access token */
export async function accessToken(product, callbackPort) {
  const { baseUrl } = product;
  const clientId = await register(baseUrl, callbackPort);
  const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
  const verifier = randomBytes(32).toString("base64url");
  const asked = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    resource: `${baseUrl}/api/mcp`,
    scope: "actions:read actions:write",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const callback = http.createServer((_request, answer) => answer.end("You may close this."));
  callback.listen(callbackPort, "127.0.0.1");
  await once(callback, "listening");
  try {
    const [[request]] = await Promise.all([
      once(callback, "request"),
      approve(`${baseUrl}/api/oauth/authorize?${asked}`, product),
    ]);
    const code = new URL(request.url, redirectUri).searchParams.get("code");
    const given = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri: redirectUri };
    const answer = await fetch(`${baseUrl}/api/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ ...given, code_verifier: verifier }),
    });
    if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).access_token;
  } finally {
    callback.closeAllConnections();
    callback.close();
  }
}
