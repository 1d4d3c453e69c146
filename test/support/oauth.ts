import { createHash, randomBytes } from "node:crypto";
import type { TestApi } from "./caller.js";
import { factoryPassword, type VisitedPage, type Visitor, visitor } from "./visitor.js";

/** What the token endpoint answered. */
export interface Tokens {
  status: number;
  headers: Headers;
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
  error?: string;
}

/** An app that was registered and asks for approval, with all that it keeps meanwhile. */
export interface TestClient {
  clientId: string;
  redirectUri: string;
  verifier: string;
  state: string;
  /** the address to which it sends its user; parameters may be added, or left out with undefined */
  authorizeUrl(changes?: Record<string, string | undefined>): string;
  /** exchanges a code, or whatever else is asked of the token endpoint */
  token(fields: Record<string, string>): Promise<Tokens>;
  redeem(code: string): Promise<Tokens>;
  refresh(refreshToken: string, more?: Record<string, string>): Promise<Tokens>;
}

export const redirectUri = "http://127.0.0.1:33418/callback";

/** Registers as `metadata` says. */
export async function register(
  api: TestApi,
  metadata: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${api.url}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A client of a test's: registered by itself, unless its id is given. */
export async function oauthClient(
  api: TestApi,
  {
    name = "Assistente",
    redirect = redirectUri,
    clientId,
  }: { name?: string; redirect?: string; clientId?: string } = {},
): Promise<TestClient> {
  const id = clientId ?? String((await register(api, { client_name: name, redirect_uris: [redirect] })).body.client_id);
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(8).toString("hex");
  const parameters = {
    client_id: id,
    response_type: "code",
    redirect_uri: redirect,
    scope: "actions:read actions:write",
    state,
    resource: `${api.app.config.BASE_URL}/api/mcp`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const client: TestClient = {
    clientId: id,
    redirectUri: redirect,
    verifier,
    state,
    authorizeUrl(changes = {}) {
      const given = Object.entries({ ...parameters, ...changes }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      return `${api.url}/api/oauth/authorize?${new URLSearchParams(given)}`;
    },
    async token(fields) {
      const response = await fetch(`${api.url}/api/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ client_id: id, ...fields }),
      });
      const answer = (await response.json()) as Tokens;
      return Object.assign(answer, { status: response.status, headers: response.headers });
    },
    redeem: (code) =>
      client.token({ grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier }),
    refresh: (refreshToken, more = {}) =>
      client.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...more }),
  };
  return client;
}

interface Choice {
  organizationId: string;
  mode?: "read" | "change";
}

/** The form of an approval's page goes to the page itself. */
const form = "";

/** Signs in on the page of an approval, and approves. @returns where the browser was sent at the end */
export async function approveAs(
  browser: Visitor,
  member: { email: string },
  address: string,
  { organizationId, mode = "change" }: Choice,
): Promise<VisitedPage> {
  await browser.visit(address);
  await signInToApprove(browser, member);
  return submitHere(browser, { step: "approve", organization: organizationId, mode }, "organization");
}

export async function signInToApprove(
  browser: Visitor,
  { email }: { email: string },
  password = factoryPassword,
): Promise<VisitedPage> {
  return submitHere(browser, { email, password }, "password");
}

/** Sends the form of this page that contains a text. */
export const submitHere = (browser: Visitor, fields: Record<string, string>, which: string): Promise<VisitedPage> =>
  browser.submit(form, fields, which);

/** The parameters with which the browser came back to the app. */
export const answerOf = (page: VisitedPage): URLSearchParams => new URL(page.address).searchParams;

/** A new client, approved by a member in a new browser. */
export async function connect(
  api: TestApi,
  member: { email: string },
  choice: Choice & { name?: string },
): Promise<{ client: TestClient; tokens: Tokens; grantId: string }> {
  const client = await oauthClient(api, choice.name === undefined ? {} : { name: choice.name });
  const page = await approveAs(visitor(api), member, client.authorizeUrl(), choice);
  const code = answerOf(page).get("code");
  if (!code) throw new Error(`no code came back: ${page.address} ${page.text}`);
  const tokens = await client.redeem(code);
  const { rows } = await api.pool.query<{ id: string }>("select grant_id as id from connection where client_id = $1", [
    client.clientId,
  ]);
  return { client, tokens, grantId: rows[0]?.id as string };
}
