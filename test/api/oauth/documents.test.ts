import { createServer } from "node:http";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { fetchPublic } from "../../../src/api/oauth/client-address.js";
import { createOAuthServer } from "../../../src/api/oauth/server.js";
import { isPublicIp } from "../../../src/channels/public-lookup.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { listening } from "../../support/listening.js";
import { answerOf, approveAs, oauthClient, signInToApprove } from "../../support/oauth.js";
import { visitor } from "../../support/visitor.js";

const vsCode = "https://vscode.test/oauth/client-metadata.json";
const document = {
  client_id: vsCode,
  client_name: "Visual Studio Code",
  client_uri: "https://vscode.test",
  grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
  response_types: ["code"],
  redirect_uris: ["https://vscode.test/redirect", "http://127.0.0.1:33418/", "http://127.0.0.1/"],
  token_endpoint_auth_method: "none",
};

const server = forAllTests(() =>
  listening(
    createServer((request, response) => {
      asked.push(String(request.url));
      const { status = 200, body = document, location } = answer;
      response.writeHead(status, { "content-type": "application/json", ...(location ? { location } : {}) });
      response.end(JSON.stringify(body));
    }),
  ),
);
let answer: { status?: number; body?: unknown; location?: string };
const asked: string[] = [];
/** The product's own way doesn't lead to this machine; the test's names do. */
const fetchDocument: typeof fetch = (address, init) => {
  const { signal, redirect } = init ?? {};
  return fetch(server.url + new URL(String(address)).pathname, {
    signal: signal ?? null,
    redirect: redirect ?? "follow",
  });
};
const api = forAllTests(() => startApi({ atOwnAddress: true, fetchDocument }));
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));
beforeEach(() => {
  answer = {};
});

const ask = async (clientId: string, { from = api, redirect = "http://127.0.0.1:33418/" } = {}) => {
  const client = await oauthClient(from, { clientId, redirect });
  const response = await fetch(client.authorizeUrl(), { redirect: "manual", headers: { accept: "text/html" } });
  return { status: response.status, html: await response.text() };
};

let lastDocument = 0;
/** An address that nothing is remembered of. */
const fresh = () => `https://app${++lastDocument}.test/client.json`;

describe("a client that describes itself in a document", () => {
  it("connects without registering, and is named with the site that the document is of", async () => {
    const client = await oauthClient(api, { clientId: vsCode, redirect: "http://127.0.0.1:50777/" });
    const browser = visitor(api);
    const page = await approveAs(browser, owner, client.authorizeUrl(), org);
    const tokens = await client.redeem(answerOf(page).get("code") ?? "");
    expect(tokens).toMatchObject({ status: 200, scope: "actions:read actions:write" });
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
    const { rows } = await api.pool.query("select client_name, redirect_host from connection where client_id = $1", [
      vsCode,
    ]);
    expect(rows).toEqual([{ client_name: "Visual Studio Code", redirect_host: "127.0.0.1:50777" }]);
    const shown = await visitor(api).visit(client.authorizeUrl());
    expect(shown.text).toContain("Described at vscode.test");
    const signedIn = visitor(api);
    for (const [back, warns] of [
      ["http://127.0.0.1:50777/", true],
      ["https://vscode.test/redirect", false],
    ] as const) {
      await signedIn.visit((await oauthClient(api, { clientId: vsCode, redirect: back })).authorizeUrl());
      const approval = await signInToApprove(signedIn, owner);
      expect(approval.text.includes("The app runs on this computer")).toBe(warns);
    }
    const stored = await api.pool.query("select from oauth_artifact where model = 'Client'");
    expect(stored.rowCount).toBe(0);
  });

  it("may be approved by another process than the one that was asked", async () => {
    const client = await oauthClient(api, { clientId: vsCode, redirect: "http://127.0.0.1:50777/" });
    const browser = visitor(api);
    await browser.visit(client.authorizeUrl());
    api.app.oauth = createOAuthServer(api.app, fetchDocument);
    const page = await signInToApprove(browser, owner);
    expect(page.text).toContain("Visual Studio Code");
    api.app.oauth = createOAuthServer(api.app, fetchDocument);
    answer = { status: 503 };
    expect((await browser.visit(page.address)).status).toBe(400);
  });

  it.each([
    ["names another client", { body: document }],
    ["isn't there", { status: 404 }],
    ["is somewhere else", { status: 302, location: "/other.json" }],
    ["is no object", { body: ["x"] }],
    ["is too large", { body: { ...document, client_name: "x".repeat(200_000) } }],
  ])("is refused when the document %s", async (_, given) => {
    answer = given;
    const { status, html } = await ask(fresh());
    expect([status, html.includes("can't be accepted")]).toEqual([400, true]);
    expect(asked).not.toContain("/other.json");
  });

  it.each<[{ redirect_uris?: string[] } & Record<string, unknown>]>([
    [{ client_secret: "x" }],
    [{ token_endpoint_auth_method: "client_secret_post" }],
    [{ redirect_uris: ["javascript:alert(1)"] }],
    [{ application_type: "web", redirect_uris: ["http://evil.example/cb"] }],
  ])("is refused when the document says %j", async (says) => {
    const clientId = fresh();
    answer = { body: { ...document, client_id: clientId, ...says } };
    expect(
      (await ask(clientId, { redirect: String(says.redirect_uris?.[0] ?? document.redirect_uris[1]) })).status,
    ).toBe(400);
  });
});

describe("the product's own way to documents", () => {
  it.each([
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://10.0.0.8/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/client.json",
    "https://db.internal/client.json",
    "https://client.test:8443/client.json",
    "http://client.test/client.json",
    "https://user@client.test/client.json",
    "https://client.test/../client.json",
  ])("never goes to %s", async (clientId) => {
    const before = asked.length;
    const { status, html } = await ask(clientId);
    expect(asked).toHaveLength(before);
    expect([status, html.includes("can't be accepted")]).toEqual([400, true]);
  });

  it("opens no connection to a name that leads to this machine", async () => {
    let connections = 0;
    const { port, close } = await listening(createServer().on("connection", () => connections++));
    await expect(fetchPublic(`https://localhost:${port}/`)).rejects.toThrow(
      "localhost leads to an address that is not public",
    );
    await expect(fetchPublic(`https://127.0.0.1:${port}/`)).rejects.toThrow("without a name");
    await expect(fetchPublic(`https://[::1]:${port}/`)).rejects.toThrow("without a name");
    expect(connections).toBe(0);
    await close();
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
  ])("takes %s for no public address", (address) => expect(isPublicIp(address)).toBe(false));
  it.each([
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "fe80::1",
    "fd00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "ff02::1",
  ])("takes %s for no public address", (address) => expect(isPublicIp(address)).toBe(false));
  it.each(["8.8.8.8", "172.32.0.1", "192.167.255.255", "2606:4700::1111", "2a00:1450::8a"])(
    "takes %s for public",
    (address) => expect(isPublicIp(address)).toBe(true),
  );

  it("is gone only so often for one address", async () => {
    const many = closedAfterTest(
      await startApi({
        atOwnAddress: true,
        settings: { REGISTRATIONS_PER_MINUTE: "2" },
        fetchDocument: async (address) => Response.json({ ...document, client_id: String(address) }),
      }),
    );
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask(fresh(), { from: many })).status);
    expect(statuses).toEqual([303, 303, 400, 400]);
  });
});
