import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { pageOf } from "../../support/account-links.js";
import { onTelephone, openBrowser } from "../../support/browser.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { factoryPassword } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Zanetti"));
const owner = forAllTests(() => org.member("owner"));
let page: Page;

async function signIn(password = factoryPassword, reader: Parameters<typeof openBrowser>[0] = {}): Promise<void> {
  page = await (await openBrowser({ ...onTelephone, javaScript: false, ...reader })).newPage();
  await page.goto(`${api.url}/sign-in`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Accedi" }).click();
}

/** What has the focus: what it is, what a screen reader says of it, and whether it is in view. */
async function focused() {
  const element = page.locator(":focus");
  const described = (await element.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const says = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
  const box = await element.boundingBox();
  return {
    what: (await element.getAttribute("name")) ?? (await element.getAttribute("role")) ?? (await element.innerText()),
    says: described.length > 0 ? says.join(" ") : await element.innerText(),
    isInView: box !== null && box.y >= 0 && box.y + Math.min(box.height, 200) <= 800,
  };
}
const led = (what: string, says: string) => ({ what, says: expect.stringContaining(says), isInView: true });

describe("a page that a form leads to, without a script, begins", () => {
  it("at what was wrong", async () => {
    await signIn("sbagliata");
    expect(await focused()).toEqual(led("password", "Email o password non corrette"));
    await signIn();
    await page.goto(`${api.url}/settings/members`);
    await page.locator("#email").fill(owner.email);
    await page.getByRole("button", { name: "Invia invito" }).click();
    expect(await focused()).toEqual(led("email", "Questa persona è già membro."));
    await page.goto(`${api.url}/settings/api-keys`);
    await page.locator("#name").fill("Contabilità");
    await page.getByLabel("Solo ciò che scelgo qui sotto").check();
    await page.getByRole("button", { name: "Crea chiave" }).click();
    expect(await focused()).toMatchObject({ says: "Scegli almeno un permesso." });
    await page.goto(`${api.url}/settings/channels`);
    await page.locator("summary", { hasText: "Imposta (PEC)" }).click();
    await page.locator("#pec-smtpServer").fill("un server");
    await page.getByRole("button", { name: "Salva (PEC)" }).click();
    expect(await focused()).toEqual(led("pec-smtpServer", "Scrivi il server come"));
    expect(await page.getByRole("link", { name: "Canali" }).getAttribute("aria-current")).toBe("page");
  });

  it("at what was done", async () => {
    await connectedApp(api, org, owner, "Claude");
    await signIn();
    await page.goto(`${api.url}/settings/connected-apps`);
    await page.getByRole("button", { name: "Scollega (Claude)" }).click();
    expect(await focused()).toEqual(led("status", "L'applicazione è scollegata."));
    await page.goto(`${api.url}/settings/channels`);
    await page.locator("summary", { hasText: "Imposta (PEC)" }).click();
    await page.locator("#pec-smtpServer").fill("smtp://127.0.0.1:1");
    await page.locator("#pec-from").fill("studio@pec.test");
    await page.getByRole("button", { name: "Salva (PEC)" }).click();
    expect(await focused()).toEqual(led("status", "Il canale è impostato."));
    await page.getByRole("button", { name: "Invia un messaggio di prova (PEC)" }).click();
    expect(await focused()).toEqual(led("status", "La prova non è riuscita."));
  });
});

it("each button says what it is about, also where two members have one name", async () => {
  const others = [await org.member("member"), await org.member("guest")];
  await api.pool.query("update user_account set name = 'Mario Rossi' where id = any($1)", [
    others.map(({ userId }) => userId),
  ]);
  await connectedApp(api, org, owner, "Claude");
  await connectedApp(api, org, owner, "Cursor");
  await org.ok("create_project", { name: "Villa Rossi", type: "cila" }, owner.key);
  await api.pool.query("delete from web_session where user_id = $1", [owner.userId]);
  await signIn();
  await api.pool.query("update web_session set last_seen_at = last_seen_at - interval '1 day'");
  await signIn();
  for (const path of ["account", "connected-apps", "api-keys", "members", "channels", "audit-log?record=Villa"]) {
    await page.goto(`${api.url}/settings/${path}`);
    for (const kind of ["summary", "button"]) {
      const names = await page.locator(`main ${kind}`).allTextContents();
      expect({ path, repeated: names.filter((name, n) => names.indexOf(name) < n) }).toEqual({ path, repeated: [] });
    }
    expect(await page.title()).toContain(" – Studio Zanetti – Pratica");
  }
});

it("each form with a password tells password managers whose it is", async () => {
  const [invitation, reset] = [await pageOf("invitation", org, owner), await pageOf("password_reset", org, owner)];
  await signIn();
  await api.pool.query("update web_session set created_at = created_at - interval '1 hour'");
  for (const path of ["/settings/account", invitation, reset]) {
    await page.goto(api.url + path);
    const names = page.locator("form:has([autocomplete=new-password]) input[type=text][autocomplete=username]");
    expect([path, await names.inputValue()]).toEqual([path, expect.stringContaining("@")]);
  }
  await page.goto(`${api.url}/settings/members`);
  await page.locator("#email").fill("anna@altrove.test");
  await page.getByRole("button", { name: "Invia invito" }).click();
  expect(await page.locator("form:has(#proof-password) input[type=text]").inputValue()).toBe(owner.email);
});

describe("for a reader who sees pages otherwise", () => {
  const settings = ["account", "connected-apps", "api-keys", "members", "channels", "audit-log", "security"];

  it("what a finger is to hit is 44 px high, but for links within a text", async () => {
    await signIn(factoryPassword, { touches: true });
    for (const path of ["/", "/sign-in", "/nowhere", ...settings.map((one) => `/settings/${one}`)]) {
      await page.goto(api.url + path);
      const low =
        await page.evaluate(`[...document.querySelectorAll("details")].forEach((one) => { one.open = true }) ??
        [...document.querySelectorAll("a:not(.skip, td a), button, summary, select, label:has(> input), input:not([type=hidden])")]
          .filter((one) => one.checkVisibility() && !one.matches("label input"))
          .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`);
      expect({ path, low }).toEqual({ path, low: [] });
    }
  });

  it("nothing scrolls sideways on a telephone with letters of twice the size", async () => {
    // As if the telephone were half as wide.
    await signIn(factoryPassword, { widthPx: 200 });
    for (const path of ["/", "/sign-in", ...settings.map((one) => `/settings/${one}`)]) {
      await page.goto(api.url + path);
      const [needed, given] =
        (await page.evaluate(`[...document.querySelectorAll("main details")].forEach((one) => { one.open = true }) ??
        [document.documentElement.scrollWidth, document.documentElement.offsetWidth]`)) as [number, number];
      expect({ path, over: Math.max(needed - given, 0) }).toEqual({ path, over: 0 });
    }
  });

  it("headings of all pages are of one size, and a narrow column breaks no word of what has changed", async () => {
    await org.ok("create_project", { name: "Ampliamento", type: "permesso_di_costruire" }, owner.key);
    await signIn(factoryPassword, { widthPx: 768 });
    const sizes = new Set<string>();
    for (const one of settings) {
      await page.goto(`${api.url}/settings/${one}`);
      sizes.add(await page.locator("h1").evaluate("getComputedStyle(document.querySelector('h1')).fontSize"));
    }
    expect([...sizes]).toEqual(["28px"]);
    await page.goto(`${api.url}/settings/audit-log?record=Ampliamento`);
    await page.locator("summary", { hasText: "Che cosa è cambiato" }).first().click();
    const widths = await page.evaluate(
      "[...document.querySelectorAll('.changes[open] dd')].map((one) => one.getBoundingClientRect().width)",
    );
    expect(Math.min(...(widths as number[]))).toBeGreaterThan(150);
  });

  it("the current place alone is marked where colors are forced", async () => {
    await signIn();
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${api.url}/settings/members`);
    const marked = await page.evaluate(`[...document.querySelectorAll("header nav a")]
      .filter((place) => getComputedStyle(place).borderBottomColor !== getComputedStyle(document.body).backgroundColor)
      .map((place) => place.textContent)`);
    expect(marked).toEqual(["Membri"]);
  });

  it("a page is printed dark on white, without what can't be pressed on paper and with what can't be opened there", async () => {
    await signIn();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.goto(`${api.url}/settings/members`);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(30, 36, 34)");
    expect(await page.getByRole("heading", { name: "Membri" }).isVisible()).toBe(true);
    for (const part of ["nav", ".account", "button"]) {
      expect({ part, isSeen: await page.locator(part).first().isVisible() }).toEqual({ part, isSeen: false });
    }
    await page.goto(`${api.url}/settings/audit-log`);
    const changed = page.locator(".changes dd").first();
    expect(await changed.evaluate("document.querySelector('.changes dd').checkVisibility()")).toBe(true);
    await page.emulateMedia({ media: "screen" });
    expect(await changed.evaluate("document.querySelector('.changes dd').checkVisibility()")).toBe(false);
  });

  it("a name that turns what stands behind it turns nothing of the page's own words", async () => {
    const maker = await org.member("admin");
    const name = "Anna\u202e";
    await api.pool.query("update user_account set name = $2 where id = $1", [maker.userId, name]);
    await api.pool.query("update api_key set created_by = $2 where organization_id = $1 and user_id is null", [
      org.organizationId,
      maker.userId,
    ]);
    await signIn();
    await page.goto(`${api.url}/settings/api-keys`);
    const line = page.locator("p", { hasText: `creata da ${name}` });
    expect(await line.locator("span", { hasText: name }).count()).toBe(1);
  });
});
