import { describe, expect, it } from "@jest/globals";
import { dropSurplusClients } from "../../../src/api/oauth/unapproved-clients.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { answerOf, approveAs, connect, oauthClient, register, type TestClient } from "../../support/oauth.js";
import { visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true, settings: { REGISTRATIONS_PER_MINUTE: "1000" } }));
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));

const bothGrants = ["authorization_code", "refresh_token"];

interface Variant {
  registers: Record<string, unknown>;
  /** where it then wants to return to, where that isn't what it registered */
  returnsTo?: string;
  /** of its authorization request */
  asks?: Record<string, string | undefined>;
}

/** What real clients send, as seen in public in 2026. */
const variants: Record<string, Variant> = {
  "Claude Code": {
    registers: {
      client_name: "Claude Code (pratica)",
      redirect_uris: ["http://localhost:54212/callback"],
      application_type: "native",
      grant_types: bothGrants,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  },
  "Claude on the web": {
    registers: { client_name: "Claude", redirect_uris: ["https://claude.ai/api/mcp/auth_callback"], scope: "claudeai" },
    asks: { scope: "claudeai" },
  },
  Codex: {
    registers: { client_name: "Codex", redirect_uris: ["http://127.0.0.1:39211/callback"], application_type: "native" },
    returnsTo: "http://127.0.0.1:51999/callback",
  },
  "VS Code": {
    registers: {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      redirect_uris: ["https://vscode.dev/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/"],
      application_type: "native",
      grant_types: [...bothGrants, "urn:ietf:params:oauth:grant-type:device_code"],
      token_endpoint_auth_method: "none",
    },
    returnsTo: "http://127.0.0.1:60123/",
  },
  OpenCode: { registers: { redirect_uris: ["http://127.0.0.1:19876/mcp/oauth/callback"] } },
  "Cursor, its own scheme as a web app": {
    registers: {
      client_name: "Cursor",
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"],
      application_type: "web",
    },
  },
  "Cursor, its own scheme": {
    registers: { client_name: "Cursor", redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"] },
  },
  "Cursor, newer": {
    registers: { client_name: "Cursor", redirect_uris: ["http://localhost:8787/callback"], application_type: "web" },
    returnsTo: "http://localhost:8990/callback",
  },
  "SDK 1": {
    registers: {
      client_name: "sdk",
      redirect_uris: ["http://localhost:8090/callback"],
      token_endpoint_auth_method: "none",
    },
    asks: { scope: undefined },
  },
  "SDK 2": {
    registers: {
      client_name: "sdk",
      redirect_uris: ["http://localhost:8090/callback"],
      application_type: "native",
      scope: "actions:read actions:write offline_access",
    },
    asks: { scope: "actions:read actions:write offline_access", prompt: "consent" },
  },
  fastmcp: {
    registers: { client_name: "fastmcp", redirect_uris: ["http://localhost:41000/callback"], grant_types: bothGrants },
    asks: { scope: "offline_access", prompt: "consent", resource: undefined },
  },
  "one with more than is asked": {
    registers: {
      client_name: "Nosy",
      redirect_uris: ["http://[::1]:7777/cb"],
      logo_uri: "",
      contacts: ["nobody"],
      scope: "openid email",
      jwks: { keys: "none" },
      id_token_signed_response_alg: "HS256",
      response_types: ["code", "id_token"],
      software_id: "x",
    },
    asks: { scope: "openid email" },
  },
};

describe("clients that register themselves", () => {
  it.each(Object.entries(variants))(
    "%s connects, gets both scopes, and refreshes",
    async (_, { registers, returnsTo, asks = {} }) => {
      const { status, body } = await register(api, registers);
      expect([status, body.error_description]).toEqual([201, undefined]);
      // No address of theirs is kept that a page of ours might load.
      for (const left of ["client_secret", "logo_uri", "jwks", "scope"]) expect(body).not.toHaveProperty(left);
      const redirect = returnsTo ?? String((registers.redirect_uris as string[])[0]);
      const client = await oauthClient(api, { clientId: String(body.client_id), redirect });
      const page = await approveAs(visitor(api), owner, client.authorizeUrl(asks), org);
      expect(page.address.startsWith(redirect)).toBe(true);
      const answer = answerOf(page);
      expect([answer.get("state"), answer.get("iss")]).toEqual([client.state, api.url]);
      const tokens = await client.redeem(answer.get("code") ?? "");
      expect(tokens).toMatchObject({ status: 200, scope: "actions:read actions:write" });
      expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
    },
  );

  it("may keep a secret, which is stored encrypted and must then be shown", async () => {
    const redirect = "https://client.test/cb";
    const { body } = await register(api, {
      redirect_uris: [redirect],
      token_endpoint_auth_method: "client_secret_post",
    });
    const secret = String(body.client_secret);
    const { rows } = await api.pool.query<{ payload: object }>(
      "select payload from oauth_artifact where model = 'Client' and payload::text like $1",
      [`%${body.client_id}%`],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const client = await oauthClient(api, { clientId: String(body.client_id), redirect });
    const page = await approveAs(visitor(api), owner, client.authorizeUrl(), org);
    const code = answerOf(page).get("code") ?? "";
    expect(await client.redeem(code)).toMatchObject({ status: 401, error: "invalid_client" });
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: client.verifier };
    expect(await client.token({ ...fields, client_secret: secret })).toMatchObject({ status: 200 });
  });

  it.each([
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["vbscript:x"],
    ["file:///etc/passwd"],
    ["http://evil.example/cb"],
    ["https://client.test/cb#fragment"],
    ["https://localhost/cb"],
    ["/relative"],
    ["myapp://callback"],
    ["mailto:anna@example.it"],
    ["intent://x#Intent;end"],
    ["ms-word:ofe|u|https://evil.example/x.docm"],
    ["ms-settings.x:y"],
    ["x-apple.systempreferences:com.apple.preference"],
    ["tel:112"],
    ["cursor://anysphere.cursor-deeplink/mcp/install?config=x"],
    ["https://anna:secret@client.test/cb"],
    ["https://client.test@evil.example/cb"],
    ["https://client.test/cb#"],
    ["https://client.test\\@evil.example/cb"],
    ["com.example.app:/cb\tx"],
    ["http://127.0.0.1.nip.io/cb"],
  ])("may not return to %s", async (redirect) => {
    for (const application_type of ["web", "native"]) {
      const { status, body } = await register(api, { redirect_uris: [redirect], application_type });
      expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
    }
  });

  it("may return to a scheme of their own with a dot", async () => {
    for (const redirect of ["com.example.app:/cb", "com.example.app://callback/x?y=z"])
      expect((await register(api, { redirect_uris: [redirect] })).status).toBe(201);
  });

  it("that registered before a rule was made keep their addresses", async () => {
    const { body } = await register(api, { redirect_uris: ["https://client.test/cb"] });
    const id = String(body.client_id);
    await api.pool.query(
      `update oauth_artifact set payload = jsonb_set(payload, '{redirect_uris}', '["myapp://callback"]')
       where model = 'Client' and payload ->> 'client_id' = $1`,
      [id],
    );
    const client = await oauthClient(api, { clientId: id, redirect: "myapp://callback" });
    expect((await fetch(client.authorizeUrl(), { redirect: "manual" })).status).toBe(303);
  });

  it("must be small", async () => {
    const redirect_uris = Array.from({ length: 5 }, (_, n) => `https://client.test/${n}${"x".repeat(900)}`);
    expect(await register(api, { redirect_uris })).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata", error_description: expect.stringMatching(/4096 bytes/) },
    });
    expect((await register(api, { redirect_uris: redirect_uris.slice(0, 3) })).status).toBe(201);
  });

  it("make room for newer ones while nobody has approved them", async () => {
    const { client: approved } = await connect(api, owner, org);
    const [oldest, newest] = [await oauthClient(api), await oauthClient(api)];
    await dropSurplusClients(api.app.database, 1);
    const found = async ({ authorizeUrl }: TestClient) =>
      (await fetch(authorizeUrl(), { redirect: "manual", headers: { accept: "text/html" } })).status;
    expect([await found(approved), await found(oldest), await found(newest)]).toEqual([303, 400, 303]);
  });

  it("must say where to return to", async () => {
    expect((await register(api, { client_name: "x" })).status).toBe(400);
    expect((await register(api, { redirect_uris: [] })).status).toBe(400);
    expect((await register(api, { redirect_uris: "https://client.test" })).status).toBe(400);
  });

  it("are named without what could deceive", async () => {
    const { body } = await register(api, {
      client_name: `Pra\u202Etica\u0007${"x".repeat(500)}`,
      redirect_uris: ["https://client.test/cb"],
    });
    expect(body.client_name).toBe(`Pratica${"x".repeat(93)}`);
  });

  it("are refused above a number per minute, with when to come back", async () => {
    const slow = closedAfterTest(await startApi({ atOwnAddress: true, settings: { REGISTRATIONS_PER_MINUTE: "2" } }));
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await register(slow, variants.Codex?.registers ?? {})).status);
    expect(statuses).toEqual([201, 201, 429]);
    const refused = await fetch(`${slow.url}/api/oauth/register`, { method: "POST" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
