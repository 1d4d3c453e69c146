import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { createUser } from "../../../src/admin/provision.js";
import { pageOf } from "../../support/account-links.js";
import {
  atDesk,
  expectAccessible,
  expectUsableByKeyboard,
  onTelephone,
  openBrowser,
  readers,
} from "../../support/browser.js";
import { startApi, type TestApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { createProject, organization, type TestMember, type TestOrganization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { oauthClient } from "../../support/oauth.js";
import { codeOf } from "../../support/second-factor.js";
import { volume } from "../../support/soak.js";
import { factoryPassword, signedIn, visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Tecnico Associato Bianchi e Verdi"));
const owner = forAllTests(() => org.member("owner"));
let invitation: string;
let passwordReset: string;

beforeAll(async () => {
  const second = await organization(api, "Studio Zanetti");
  await createUser(api.app.database, { organizationId: second.organizationId, email: owner.email, role: "member" });
  await org.member("viewer");
  const project = await createProject(org, { name: "Ristrutturazione di Villa Rossi" });
  await org.ok("update_project", { projectId: project.id, name: "Villa Bianchi", address: "Via Roma 12" }, owner.key);
  await org.keyWith("projects:view", "documents:edit");
  await connectedApp(api, org, owner, "Claude", "claude.ai");
  invitation = await pageOf("invitation", org, owner);
  passwordReset = await pageOf("password_reset", org, owner);
});

async function signIn(page: Page, language: "en" | "it", email = owner.email): Promise<void> {
  await page.goto(`${api.url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(factoryPassword);
  await page.getByRole("button", { name: language === "en" ? "Sign in" : "Accedi" }).click();
  await page.waitForURL(`${api.url}/`);
}

/** Kept for whoever wants to look: `SCREENSHOTS=folder npm test -- test/web/settings/in-browser`. */
const screenshots: string | undefined = process.env.SCREENSHOTS;
async function keep(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
}

describe.each(volume([onTelephone], readers))("for a reader of %j", (reader) => {
  it("the pages of a stranger are accessible to everybody", async () => {
    const page = await (await openBrowser(reader)).newPage();
    for (const path of ["/sign-in", "/forgot-password", invitation, passwordReset, "/settings/nowhere/x/y"]) {
      await page.goto(`${api.url}${path}`);
      await expectAccessible(page);
      await expectUsableByKeyboard(page);
      await keep(page, `${reader.locale}-stranger-${path.split("/")[1]}`);
    }
  });

  it("names of any length fit into the pages", async () => {
    // As in names of files, which break nowhere.
    const longWord = "definitivo_firmato_".repeat(8);
    const firm = await organization(api, `Studio_${longWord}`);
    const person = await firm.member("owner");
    await firm.ok("create_project", { name: `Relazione_${longWord}`, type: "cila" }, person.key);
    const email = `anna.${"lunghissima.".repeat(4)}rossi@${reader.locale}.test`;
    await api.pool.query("update user_account set email = $2 where id = $1", [person.userId, email]);
    const page = await (await openBrowser(reader)).newPage();
    await signIn(page, reader.locale, email);
    for (const path of ["/settings/account", "/settings/members", "/settings/audit-log", "/sign-in"]) {
      await page.goto(`${api.url}${path}`);
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
      await expectAccessible(page);
    }
  });

  it("the settings are accessible to everybody, opened details included", async () => {
    const page = await (await openBrowser(reader)).newPage();
    await signIn(page, reader.locale);
    for (const path of [
      "",
      "settings/account",
      "settings/connected-apps",
      "settings/api-keys",
      "settings/members",
      "settings/channels",
      "settings/audit-log",
      "settings/security",
    ]) {
      await page.goto(`${api.url}/${path}`);
      expect(await page.getAttribute("html", "lang")).toBe(reader.locale);
      await keep(page, `${reader.locale}-${path.replaceAll("/", "-") || "home"}`);
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
      await expectAccessible(page);
      await expectUsableByKeyboard(page);
      await keep(page, `${reader.locale}-${path.replaceAll("/", "-") || "home"}-open`);
    }
    await page.locator("summary").first().click();
    await keep(page, `${reader.locale}-menu`);
    await expectAccessible(page);
  });
});

describe("for a reader of English", () => {
  it("a second factor is set up from its picture's text, and asked for at the next sign-in", async () => {
    const member = await org.member("member");
    const page = await (await openBrowser(atDesk)).newPage();
    await page.goto(`${api.url}/sign-in`);
    const signInAgain = async () => {
      await page.getByLabel("Email").fill(member.email);
      await page.getByLabel("Password").fill(factoryPassword);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await signInAgain();
    await page.goto(`${api.url}/settings/account`);
    await page.getByRole("button", { name: "Set up" }).click();
    expect(await page.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true);
    await keep(page, "second-factor-set-up");
    await expectAccessible(page);
    await expectUsableByKeyboard(page);
    const secret = (await page.locator(".secret").textContent()) ?? "";
    await page.getByLabel("The six digits").fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("This code is wrong").waitFor();
    await expectAccessible(page);
    await page.getByLabel("The six digits").fill(codeOf(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await keep(page, "second-factor-codes");
    await expectAccessible(page);
    expect(await page.locator(".recovery-codes li").count()).toBe(10);
    await page.getByRole("link", { name: "I have kept them" }).click();
    await page.locator("summary").first().click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await signInAgain();
    await keep(page, "second-factor-code");
    await expectAccessible(page);
    await expectUsableByKeyboard(page);
    await page.getByLabel("Code").fill(codeOf(secret, 30));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${api.url}/`);
  });
});

describe("for a reader of large text on a telephone", () => {
  it("the field for a key's last day stays within its card", async () => {
    const page = await (await openBrowser(onTelephone)).newPage();
    await signIn(page, "it");
    await page.goto(`${api.url}/settings/api-keys`);
    await page.getByLabel("Fino a un giorno che scelgo").check();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const right = (selector: string) =>
      page.evaluate<number>(`document.querySelector("${selector}").getBoundingClientRect().right`);
    expect(await right("#until")).toBeLessThanOrEqual(await right("#name"));
  });
});

describe("passkeys", () => {
  let site: TestApi;
  let firm: TestOrganization;
  beforeAll(async () => {
    site = await startApi();
    // Browsers know no passkeys at an IP address.
    site.url = site.url.replace("127.0.0.1", "localhost");
    site.app.config.BASE_URL = site.url;
    firm = await organization(site);
  });
  afterAll(() => site?.close());

  /** A browser on a device that makes and uses passkeys at once, as Chromium's own tests do. */
  async function withDevice(reader: Parameters<typeof openBrowser>[0] = {}): Promise<Page> {
    const page = await (await openBrowser(reader)).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const device = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true };
    await session.send("WebAuthn.addVirtualAuthenticator", { options });
    return page;
  }
  async function enterPassword(page: Page, member: TestMember, path = "/sign-in"): Promise<void> {
    await page.goto(site.url + path);
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password").fill(factoryPassword);
    await page
      .locator("main form")
      .filter({ has: page.getByLabel("Password") })
      .locator("button")
      .click();
  }
  /** Adds a passkey on the pages. @returns the recovery codes that came with it */
  async function addPasskey(page: Page, member: TestMember): Promise<string[]> {
    await enterPassword(page, member);
    await page.goto(`${site.url}/settings/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name").fill("Telefono");
    await page.getByRole("button", { name: "Create the passkey" }).click();
    await page.locator(".recovery-codes").waitFor();
    return page.locator(".recovery-codes li").allTextContents();
  }
  const rows = async <T extends object>(sql: string, { userId }: TestMember): Promise<T[]> =>
    (await site.pool.query<T>(sql, [userId])).rows;

  it.each(volume([atDesk], readers))("are added, used and removed by a reader of %j", async (reader) => {
    const [t, member] = [(en: string, it: string) => (reader.locale === "en" ? en : it), await firm.member("member")];
    const page = await withDevice(reader);
    await enterPassword(page, member);
    await page.goto(`${site.url}/settings/account`);
    await page.getByRole("button", { name: t("Add a passkey", "Aggiungi una passkey") }).click();
    await page.getByLabel(t("Name", "Nome")).fill("Telefono");
    await keep(page, `${reader.locale}-passkey-add`);
    await expectAccessible(page);
    await expectUsableByKeyboard(page);
    await page.getByRole("button", { name: t("Create the passkey", "Crea la passkey") }).click();
    await page.locator(".recovery-codes").waitFor();
    await page.goto(`${site.url}/settings/account`);
    await page.getByText("Telefono").first().waitFor();
    await keep(page, `${reader.locale}-passkey-account`);
    await expectAccessible(page);

    await page.context().clearCookies();
    await enterPassword(page, member);
    const use = page.getByRole("button", { name: t("Use a passkey", "Usa una passkey") });
    await use.waitFor();
    await keep(page, `${reader.locale}-passkey-use`);
    await expectAccessible(page);
    await expectUsableByKeyboard(page);
    await use.click();
    await page.waitForURL(`${site.url}/`);
    const [used] = await rows<{ counter: string }>(
      "select counter from passkey where user_id = $1 and last_used_at is not null",
      member,
    );
    expect(Number(used?.counter)).toBeGreaterThan(0);

    await page.goto(`${site.url}/settings/account`);
    const row = page.getByRole("listitem").filter({ hasText: "Telefono" });
    await row.locator("summary").click();
    await row.getByRole("button").click();
    await use.waitFor();
    await keep(page, `${reader.locale}-passkey-remove`);
    await expectAccessible(page);
    await use.click();
    await page.getByText(t("The passkey is removed.", "La passkey è stata rimossa.")).waitFor();
    await page.context().clearCookies();
    await enterPassword(page, member);
    await page.waitForURL(`${site.url}/`);
    expect(await rows("select from recovery_code where user_id = $1", member)).toEqual([]);
    await site.app.security.flush();
    const told = "select action as what from security_event where user_id = $1 and action like '%_passkey' order by id";
    expect(await rows(told, member)).toEqual([{ what: "add_passkey" }, { what: "remove_passkey" }]);
    const mails = "select kind as what, about from account_link where user_id = $1 order by id";
    expect(await rows(mails, member)).toEqual([
      { what: "passkey_added", about: "Telefono" },
      { what: "passkey_removed", about: "Telefono" },
    ]);
  });

  it("confirm before another one is added, and the first ends sessions that were begun without one", async () => {
    const member = await firm.member("member");
    const elsewhere = await signedIn(site, member);
    const page = await withDevice();
    await addPasskey(page, member);
    expect((await elsewhere.visit("/settings/account")).address).toMatch(/^\/sign-in/);
    await page.goto(`${site.url}/settings/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("use it to add a passkey").waitFor();
    await keep(page, "en-passkey-confirm");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("button", { name: "Create the passkey" }).waitFor();
  });

  it("are refused with an answer to another question, or a counter that was there before", async () => {
    const member = await firm.member("member");
    const page = await withDevice();
    await addPasskey(page, member);
    await page.context().clearCookies();
    await enterPassword(page, member);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    const passkey = new URLSearchParams((await sent).postData() ?? "").get("passkey") ?? "";
    await page.waitForURL(`${site.url}/`);
    expect(JSON.parse(passkey)).toMatchObject({ type: "public-key" });

    await site.pool.query("update passkey set counter = 0 where user_id = $1", [member.userId]);
    const me = visitor(site);
    const policy = (await me.signIn(member)).headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    for (const answer of [passkey, "", "{}", "null", "[", '{"id":"x"}'])
      expect([answer, (await me.submit("/sign-in", { passkey: answer })).status]).toEqual([answer, 401]);

    await site.pool.query("update passkey set counter = 1000 where user_id = $1", [member.userId]);
    await page.context().clearCookies();
    await enterPassword(page, member);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("was not accepted").waitFor();
    await keep(page, "en-passkey-refused");
    await expectAccessible(page);
  });

  it("aren't needed where a recovery code is at hand, which works without a script too", async () => {
    const member = await firm.member("member");
    const codes = await addPasskey(await withDevice(), member);
    const page = await (await openBrowser({ javaScript: false })).newPage();
    await enterPassword(page, member);
    await page.getByText("This browser can't use passkeys here.").waitFor();
    expect(await page.getByRole("button", { name: "Use a passkey" }).isVisible()).toBe(false);
    await expectUsableByKeyboard(page);
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${site.url}/`);
  });

  it("leave the focus on their button where none is used, beside what is said of it", async () => {
    const member = await firm.member("member");
    await addPasskey(await withDevice(), member);
    const page = await withDevice();
    await enterPassword(page, member);
    const use = page.getByRole("button", { name: "Use a passkey" });
    await use.focus();
    await page.keyboard.press("Enter");
    await page.getByText("No passkey was used.").waitFor();
    expect(await page.locator(":focus").innerText()).toBe("Use a passkey");
  });

  it("are asked for where an app is approved", async () => {
    const member = await firm.member("member");
    const page = await withDevice();
    await addPasskey(page, member);
    await page.context().clearCookies();
    const { pathname, search } = new URL((await oauthClient(site)).authorizeUrl());
    await enterPassword(page, member, pathname + search);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("button", { name: "Approve" }).waitFor();
  });
});

describe("in a browser without JavaScript", () => {
  it("a key is made, used and revoked, and a form with faults says where they are", async () => {
    const page = await (await openBrowser({ javaScript: false })).newPage();
    await signIn(page, "en");
    await page.getByRole("link", { name: "API keys" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Contabilità");
    await page.getByLabel("Only what I choose below").check();
    await page.getByRole("button", { name: "Create key" }).click();
    expect(await page.getByText("Choose at least one permission.").isVisible()).toBe(true);
    await page.getByLabel("Contacts: view").check();
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.locator(".secret").textContent()) ?? "";
    expect((await org.call("list_contacts", {}, key)).status).toBe(200);
    await page.getByRole("link", { name: "I have copied it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Contabilità" });
    await row.getByText("Revoke", { exact: false }).first().click();
    await row.getByRole("button", { name: "Revoke this key" }).click();
    await page.getByText("The key is revoked.").waitFor();
    expect((await org.call("list_contacts", {}, key)).status).toBe(401);
  });

  it("permissions are only asked for where they are to be chosen", async () => {
    const page = await (await openBrowser({ javaScript: false })).newPage();
    await signIn(page, "en");
    await page.goto(`${api.url}/settings/api-keys`);
    expect(await page.getByLabel("Contacts: view").isVisible()).toBe(false);
    await page.getByLabel("Only what I choose below").check();
    expect(await page.getByLabel("Contacts: view").isVisible()).toBe(true);
  });

  it("one goes to another organization, and out, by keyboard alone", async () => {
    const page = await (await openBrowser({ javaScript: false })).newPage();
    await signIn(page, "en");
    await page.goto(`${api.url}/settings/account`);
    await page.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Studio Zanetti" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("· Studio Zanetti").waitFor();
    await page.locator("summary").first().press("Enter");
    await page.getByRole("button", { name: "Sign out" }).first().press("Enter");
    await page.getByText("You are signed out.").waitFor();
  });

  it("the menu of the account, left open, covers nothing that has the focus", async () => {
    const page = await (await openBrowser({ javaScript: false })).newPage();
    await signIn(page, "en");
    await page.goto(`${api.url}/settings/audit-log`);
    await page.locator("summary").first().press("Enter");
    const [leave, exported] = [page.getByRole("button", { name: "Sign out" }), page.getByText("Export CSV")];
    await leave.press("Tab");
    expect(await exported.evaluate("document.activeElement.textContent")).toBe("Export CSV");
    expect(await leave.isVisible()).toBe(false);
    await exported.press("Shift+Tab");
    expect(await leave.isVisible()).toBe(true);
    await page.getByLabel("Person").click();
    expect(await leave.isVisible()).toBe(false);
    await page.locator("summary").first().hover();
    expect(await leave.isVisible()).toBe(true);
  });
});
