import { expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { answerOf, approveAs, oauthClient } from "../../support/oauth.js";
import { visitor } from "../../support/visitor.js";

const lines: string[] = [];
const api = forAllTests(() => startApi({ atOwnAddress: true, logged: { write: (line) => void lines.push(line) } }));

it("says what failed in the authorization server, and never a code, a token or a password", async () => {
  const org = await organization(api);
  const owner = await org.member("owner");
  const client = await oauthClient(api);
  const page = await approveAs(visitor(api), owner, client.authorizeUrl(), org);
  const code = answerOf(page).get("code") ?? "";
  const tokens = await client.redeem(code);
  const next = await client.refresh(tokens.refresh_token);
  const call = (token: string) =>
    fetch(`${api.url}/api/mcp`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  await call(next.access_token);

  // A client whose stored secret isn't even text makes all that it asks for fail.
  await api.pool.query(`update oauth_artifact set payload = payload || '{"sealed_secret": 7}' where model = 'Client'`);
  const failed = await client.refresh(next.refresh_token);
  expect([failed.status, failed.error]).toEqual([500, "server_error"]);
  expect((await fetch(client.authorizeUrl(), { redirect: "manual" })).status).toBe(500);

  const logged = lines.join("");
  expect(logged).toContain("authorization server failed");
  for (const secret of [
    code,
    client.verifier,
    tokens.access_token,
    tokens.refresh_token,
    next.access_token,
    next.refresh_token,
    "una password lunga",
  ]) {
    expect(logged).not.toContain(secret);
  }
});
