import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { postMcp } from "../../support/mcp-messages.js";
import { answerOf, approveAs, connect, oauthClient, signInToApprove } from "../../support/oauth.js";
import { signedIn, tokenOf, visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));
const client = forAllTests(() => oauthClient(api));
const known = forAllTests(async () => (await connect(api, owner, org)).client);
const ask = (changes: Record<string, string | undefined>) =>
  fetch(client.authorizeUrl(changes), { redirect: "manual", headers: { accept: "text/html" } });

describe("a request for approval", () => {
  it.each([
    ["an unknown client", { client_id: "<script>alert(1)</script>" }],
    ["another address to return to", { redirect_uri: "http://127.0.0.1:33418/other" }],
    ["another host to return to", { redirect_uri: "http://localhost:33418/callback" }],
    ["a longer address to return to", { redirect_uri: "http://127.0.0.1:33418/callback/../<b>" }],
    ["no client", { client_id: undefined }],
  ])("with %s is answered by a page, which leads nowhere and repeats no markup", async (_, changes) => {
    const answer = await ask(changes);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    const html = await answer.text();
    expect(html).toContain("The app's request can't be accepted");
    expect(html).not.toMatch(/<script|<b>/);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it.each(["state", "login_hint", "ui_locales"])("with a NUL in %s is refused", async (parameter) => {
    const answer = await ask({ [parameter]: "a\0b" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("NUL");
  });

  it("may return to another port of this computer", async () => {
    expect((await ask({ redirect_uri: "http://127.0.0.1:1/callback" })).status).toBe(303);
  });

  const faults: [string, Record<string, string | undefined>, string][] = [
    ["no proof key", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["a plain proof key", { code_challenge_method: "plain" }, "invalid_request"],
    ["another resource", { resource: "https://other.test/api" }, "invalid_target"],
    ["another kind of response", { response_type: "token" }, "invalid_request"],
    ["an answer that scripts read", { response_mode: "fragment" }, "invalid_request"],
    ["no page to be shown", { prompt: "none" }, "login_required"],
  ];

  it.each(faults)("with %s is refused to an app that somebody has approved", async (_, changes, error) => {
    const answer = await fetch(known.authorizeUrl(changes), { redirect: "manual" });
    expect(answer.status).toBe(303);
    const returned = new URL(answer.headers.get("location") ?? "");
    expect(`${returned.origin}${returned.pathname}`).toBe(known.redirectUri);
    const parameters = new URLSearchParams(returned.search || returned.hash.slice(1));
    expect([parameters.get("error"), parameters.get("state"), parameters.get("iss")]).toEqual([
      error,
      known.state,
      api.url,
    ]);
    expect(parameters.get("code")).toBeNull();
  });

  it.each([...faults, ["an answer that is a form", { response_mode: "form_post" }, "invalid_request"] as const])(
    "with %s of an app that nobody has approved leads nowhere",
    async (_, changes, error) => {
      const unknown = await oauthClient(api, { redirect: "https://evil.example/cb" });
      const answer = await fetch(unknown.authorizeUrl(changes), {
        redirect: "manual",
        headers: { accept: "text/html" },
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      const html = await answer.text();
      expect(html).toContain(error);
      expect(html).not.toMatch(/evil\.example|<script/);
    },
  );

  it("that has ended leads to no app that nobody has approved", async () => {
    const redirect = "https://evil.example/cb";
    const { clientId } = await oauthClient(api, { redirect });
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirect, response_type: "code" });
    const answer = await fetch(`${api.url}/api/oauth/authorize/no-such-request?${query}`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("may be declined, which the app is told", async () => {
    const own = await oauthClient(api);
    const browser = visitor(api);
    await browser.visit(own.authorizeUrl());
    const page = await browser.submit("", { step: "cancel" }, "cancel");
    expect([page.address.startsWith(own.redirectUri), answerOf(page).get("error")]).toEqual([true, "access_denied"]);
  });

  it.each([
    ["without scopes", { scope: undefined }],
    ["with scopes of another server", { scope: "openid email profile" }],
    ["without a resource", { resource: undefined }],
    ["with a slash after the resource", { resource: "slash" }],
    ["with the wider scope alone", { scope: "actions:write" }],
  ])("%s still leads to an approval and tokens", async (_, changes) => {
    const asked = "resource" in changes && changes.resource ? { resource: `${api.url}/api/mcp/` } : changes;
    const page = await approveAs(visitor(api), owner, client.authorizeUrl(asked), org);
    const tokens = await client.redeem(answerOf(page).get("code") ?? "");
    expect(tokens).toMatchObject({ status: 200, scope: "actions:read actions:write" });
    const used = await postMcp(api, tokens.access_token, { jsonrpc: "2.0", id: 1, method: "ping" });
    expect(used.status).toBe(200);
  });

  it("for the wider scope alone may be approved for reading", async () => {
    const page = await approveAs(visitor(api), owner, client.authorizeUrl({ scope: "actions:write" }), {
      ...org,
      mode: "read",
    });
    expect((await client.redeem(answerOf(page).get("code") ?? "")).scope).toBe("actions:read");
  });

  it("is over once it was answered", async () => {
    const browser = visitor(api);
    await browser.visit(client.authorizeUrl());
    const page = await signInToApprove(browser, owner);
    await browser.submit("", { step: "cancel" }, "cancel");
    const again = await browser.visit(page.address);
    expect([again.status, again.text.includes("This page has expired")]).toEqual([400, true]);
  });
});

describe("the forms of an approval", () => {
  it("are taken from our own pages alone, with the token of this very approval", async () => {
    const browser = visitor(api);
    const { address } = await browser.visit(client.authorizeUrl());
    const shown = browser.page;
    const fields = { step: "approve", organization: org.organizationId, mode: "change" };
    expect((await browser.post(address, fields)).status).toBe(403);
    const token = tokenOf(shown);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "", origin: "null" },
    ]) {
      expect((await browser.post(address, { ...fields, form_token: token }, headers)).status).toBe(403);
    }
    const other = await browser.visit(client.authorizeUrl());
    expect(other.address).not.toBe(address);
    expect((await browser.post(other.address, { step: "cancel", form_token: token })).status).toBe(403);
  });

  it("approve nothing before a password was given", async () => {
    const browser = await signedIn(api, owner);
    const { rows: before } = await api.pool.query("select from connection");
    await browser.visit(client.authorizeUrl());
    const page = await browser.submit(
      "",
      { step: "approve", organization: org.organizationId, mode: "change" },
      "password",
    );
    expect(page.text).toContain("Sign in to connect an app");
    const { rows: after } = await api.pool.query("select from connection");
    expect(after).toHaveLength(before.length);
  });

  it("work only in the browser that was sent there", async () => {
    const browser = visitor(api);
    const { address } = await browser.visit(client.authorizeUrl());
    const stranger = await signedIn(api, owner);
    expect((await stranger.visit(address)).text).toContain("This page has expired");
  });

  it("make one connection, also where two are sent at the same moment", async () => {
    const own = await oauthClient(api);
    const browser = visitor(api);
    await browser.visit(own.authorizeUrl());
    await signInToApprove(browser, owner);
    const fields = { step: "approve", organization: org.organizationId, mode: "read" };
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit("", fields, "organization")));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { rowCount } = await api.pool.query("select from connection where client_id = $1", [own.clientId]);
    expect(rowCount).toBe(1);
  });

  it("make one connection, however often they are sent", async () => {
    const own = await oauthClient(api);
    const browser = visitor(api);
    await browser.visit(own.authorizeUrl());
    await signInToApprove(browser, owner);
    const shown = browser.page;
    const fields = { step: "approve", organization: org.organizationId, mode: "read" };
    await browser.submit("", fields, "organization");
    browser.page = shown;
    await browser.submit("", fields, "organization");
    const { rows } = await api.pool.query(
      "select mode, redirect_host, last_used_at from connection where client_id = $1",
      [own.clientId],
    );
    expect(rows).toEqual([{ mode: "read", redirect_host: "127.0.0.1:33418", last_used_at: null }]);
  });
});
