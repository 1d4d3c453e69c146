import { beforeAll, describe, expect, it } from "@jest/globals";
import { keepMessage } from "../../src/mailbox/store.js";
import { pageOf } from "../support/account-links.js";
import { startApi, type TestApi } from "../support/caller.js";
import { organization, type TestMember } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { oauthClient, signInToApprove } from "../support/oauth.js";
import { factoryPassword, signedIn, type Visitor, visitor } from "../support/visitor.js";

const publicUrl = "https://pratica.example.it";
const api = forAllTests(() => startApi({ atOwnAddress: true, settings: { MAILBOX_SMTP_PORT: "2525" } }));
const secure = forAllTests(() => startApi({ settings: { BASE_URL: publicUrl } }));
let owner: TestMember;
let me: Visitor;
/** addresses that are made while the test runs */
const made: Record<string, string> = {};

beforeAll(async () => {
  const org = await organization(api);
  owner = await org.member("owner");
  me = await signedIn(api, owner);
  const raw = Buffer.from("Subject: Preventivo\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>");
  const message = await keepMessage(api.pool, { envelopeFrom: "", envelopeTo: ["anna@example.it"], raw });
  made["/mailbox/:id"] = `/mailbox/${message}`;
  made["/invitation/:token"] = await pageOf("invitation", org, owner);
  made["/reset-password/:token"] = await pageOf("password_reset", org, owner);
});

const strict =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/** The HTML of a mail is in a page of its own. */
const withFrame = strict.replace("form-action", "frame-src 'self'; form-action");

describe("every page", () => {
  it.each([
    "/",
    "/sign-in",
    "/forgot-password",
    "/invitation/:token",
    "/reset-password/:token",
    "/settings/account",
    "/settings/connected-apps",
    "/settings/api-keys",
    "/settings/members",
    "/settings/audit-log",
    "/mailbox",
    "/mailbox/:id",
    "/nowhere",
  ])("runs no script, may not be framed, and is kept by no cache: %s", async (path) => {
    const { status, headers, html } = await me.visit(made[path] ?? path);
    expect(status).toBe(path === "/nowhere" ? 404 : 200);
    expect(headers.get("content-security-policy")).toBe(path === "/mailbox/:id" ? withFrame : strict);
    expect(headers.get("x-frame-options")).toBeTruthy();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it("of an approval lets its form lead to the app, and is as strict else", async () => {
    const browser = visitor(api);
    const client = await oauthClient(api);
    await browser.visit(client.authorizeUrl());
    for (const page of [browser.page, await signInToApprove(browser, owner)]) {
      expect([page.status, page.headers.get("cross-origin-opener-policy")]).toEqual([200, "unsafe-none"]);
      expect(page.headers.get("content-security-policy")).toBe(strict.replace(" form-action 'self';", ""));
      expect(page.headers.get("x-frame-options")).toMatch(/DENY|SAMEORIGIN/);
      expect(page.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is told to insist on TLS only where it is served by it", async () => {
    expect((await fetch(`${api.url}/sign-in`)).headers.get("strict-transport-security")).toBeNull();
    expect((await fetch(`${secure.url}/sign-in`)).headers.get("strict-transport-security")).toMatch(/max-age=\d{7}/);
  });

  it("tells caches that it depends on the reader's language", async () => {
    expect((await fetch(`${api.url}/sign-in`)).headers.get("vary")).toContain("Accept-Language");
  });
});

describe("every answer to a program", () => {
  it.each(["/api/rest/actions/list_contacts", "/api/mcp"])(
    "is data that nothing frames or guesses about: %s",
    async (path) => {
      const { headers } = await fetch(`${secure.url}${path}`, {
        method: "POST",
        headers: { accept: "application/json" },
      });
      expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBeTruthy();
      expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{7}/);
      expect(headers.get("cache-control")).toBe("no-store");
    },
  );
});

describe("the reader's language", () => {
  it.each([
    ["it", "it"],
    ["it-IT,it;q=0.9,en;q=0.8", "it"],
    ["de,it;q=0.5", "it"],
    ["en-GB,en;q=0.9,it;q=0.8", "en"],
    ["it;q=0.1,en;q=0.2", "en"],
    ["de", "en"],
    ["*", "en"],
    ["", "en"],
    ["<script>", "en"],
  ])("for Accept-Language %j is %s", async (asked, language) => {
    const response = await fetch(`${api.url}/sign-in`, { headers: { "accept-language": asked } });
    expect(response.headers.get("content-language")).toBe(language);
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });
});

/** The cookies that a sign-in sets, by the form's page and by the form. */
async function signInCookies(from: TestApi, origin: string): Promise<string[]> {
  const org = await organization(from);
  const { email } = await org.member("viewer");
  const page = await fetch(`${from.url}/sign-in`);
  const [, form_token = ""] = /name="form_token" value="([^"]+)"/.exec(await page.text()) ?? [];
  const cookies = page.headers.getSetCookie();
  const answer = await fetch(`${from.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.map((line) => line.split(";")[0]).join("; "), origin },
    body: new URLSearchParams({ email, password: factoryPassword, form_token }),
  });
  expect(answer.status).toBe(303);
  return [...cookies, ...answer.headers.getSetCookie()];
}

describe("the cookies", () => {
  it("over http carry the port, and can't be read by scripts or sent by foreign forms", async () => {
    const { port } = new URL(api.url);
    expect(await signInCookies(api, api.url)).toEqual([
      expect.stringMatching(
        new RegExp(`^pratica-form-${port}=[\\w-]{43}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax$`),
      ),
      expect.stringMatching(
        new RegExp(`^pratica-session-${port}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax$`),
      ),
      expect.stringMatching(
        new RegExp(`^pratica-device-${port}=[\\w-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax$`),
      ),
    ]);
  });

  it("over https are sent over TLS alone, and can be set by no other host", async () => {
    expect(await signInCookies(secure, publicUrl)).toEqual([
      expect.stringMatching(/^__Host-pratica-form=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^__Host-pratica-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(
        /^__Host-pratica-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
  });

  it("are gone after signing out", async () => {
    const browser = await signedIn(api, owner);
    await browser.visit("/sign-in");
    await browser.submit("/sign-out");
    expect([...browser.cookies.keys()].filter((name) => name.includes("session"))).toEqual([]);
  });

  it("keep their value, so that each page's form is good for a day from when it was opened", async () => {
    const browser = visitor(api);
    const first = (await browser.visit("/sign-in")).headers.getSetCookie();
    expect((await browser.visit("/forgot-password")).headers.getSetCookie()).toEqual(first);
  });
});
