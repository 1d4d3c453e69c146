import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { atDesk, expectAccessible, openPage, readers } from "../../support/browser.js";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { type Listening, listening } from "../../support/listening.js";
import { oauthClient } from "../../support/oauth.js";
import { volume } from "../../support/soak.js";
import { factoryPassword } from "../../support/visitor.js";

const labels = {
  en: {
    email: "Email",
    signIn: "Sign in",
    read: "Read only",
    change: "Read and change",
    approve: "Approve",
    cancel: "Cancel",
  },
  it: {
    email: "Email",
    signIn: "Accedi",
    read: "Sola lettura",
    change: "Lettura e modifica",
    approve: "Approva",
    cancel: "Annulla",
  },
};

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api, "Studio Tecnico Associato Bianchi, Rossi e Ferrari"));
const owner = forAllTests(() => org.member("owner"));
let app: Listening;
let redirect: string;
beforeAll(async () => {
  const second = await organization(api, "Geometri Riuniti");
  await api.pool.query("insert into membership values ($1, $2, 'member', now())", [
    second.organizationId,
    owner.userId,
  ]);
  app = await listening(createServer((_, response) => response.end("<!doctype html><title>Connected</title>")));
  redirect = `${app.url}/callback`;
});
afterAll(async () => {
  await app?.close();
});

async function signIn(page: Page, locale: "en" | "it", email = owner.email) {
  await page.getByLabel(labels[locale].email, { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(factoryPassword);
  await page.getByRole("button", { name: labels[locale].signIn, exact: true }).click();
}

describe.each(volume([atDesk], readers))("for a reader of %j", (reader) => {
  const { locale } = reader;
  const text = labels[locale];

  it("every page of an approval is accessible to everybody", async () => {
    const client = await oauthClient(api, { name: "Assistente di prova", redirect });
    const page = await openPage(client.authorizeUrl(), reader);
    const look = async () => {
      expect(await page.getAttribute("html", "lang")).toBe(locale);
      await expectAccessible(page);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${locale}.png`, fullPage: true });
    };
    await look();
    await signIn(page, locale, "nobody@studio.test");
    await page.getByRole("alert").waitFor();
    await look();
    await signIn(page, locale);
    await page.getByRole("button", { name: text.approve, exact: true }).waitFor();
    await look();
    const lonely = await org.member("guest");
    await api.pool.query("delete from membership where user_id = $1", [lonely.userId]);
    await page.goto(client.authorizeUrl());
    await signIn(page, locale, lonely.email);
    await page.getByRole("button", { name: text.cancel, exact: true }).waitFor();
    await look();
    await page.goto(`${api.url}/api/oauth/interaction/unknown`);
    await look();
    await page.goto(client.authorizeUrl({ redirect_uri: "http://127.0.0.1:1/other" }));
    await look();
  });
});

describe("in a browser without JavaScript", () => {
  it("an app is approved by keyboard alone, and the browser follows to the app", async () => {
    const client = await oauthClient(api, { redirect });
    const page = await openPage(client.authorizeUrl(), { javaScript: false });
    await page.getByLabel("Email", { exact: true }).focus();
    await page.keyboard.type(owner.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(factoryPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "Geometri Riuniti", exact: true }).focus();
    await page.keyboard.press("Space");
    expect(await page.getByRole("radio", { name: "Read only", exact: true }).isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("radio", { name: "Read and change", exact: true }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Approve", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${redirect}?**`);
    expect(await page.title()).toBe("Connected");
    const { rows } = await api.pool.query(
      "select mode, o.name from connection c join organization o on o.id = c.organization_id where client_id = $1",
      [client.clientId],
    );
    expect(rows).toEqual([{ mode: "change", name: "Geometri Riuniti" }]);
  });

  it("an approval is cancelled by mouse, and the app is told", async () => {
    const client = await oauthClient(api, { redirect });
    const page = await openPage(client.authorizeUrl(), { javaScript: false });
    await signIn(page, "en");
    await page.getByRole("radio", { name: "Read and change", exact: true }).check();
    // What is there to be hit is the label, whose box goes around this text.
    await page.getByText("Find and read whatever you can see").click({ force: true });
    expect(await page.getByRole("radio", { name: "Read only", exact: true }).isChecked()).toBe(true);
    await page.getByLabel("Geometri Riuniti", { exact: true }).check();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.waitForURL(`${redirect}?**`);
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  });

  it("nothing is approved while no organization is chosen", async () => {
    const client = await oauthClient(api, { redirect });
    const page = await openPage(client.authorizeUrl(), { javaScript: false });
    await signIn(page, "en");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    expect(page.url()).toContain("/api/oauth/interaction/");
    expect(await page.getByRole("button", { name: "Approve", exact: true }).isVisible()).toBe(true);
  });
});
