import { describe, expect, it } from "@jest/globals";
import type { BrowserContext } from "playwright-core";
import { startApp } from "../../support/app.js";
import { auditOf } from "../../support/audit.js";
import { expectAccessible, onTelephone, openBrowser, readers } from "../../support/browser.js";
import { startApi } from "../../support/caller.js";
import { createGuest, createProject, organization } from "../../support/factories.js";
import { closedAfterTest, forAllTests } from "../../support/for-tests.js";
import { type ClientKind, clientKinds } from "../../support/mcp.js";
import { approveAs, signInToApprove, submitHere } from "../../support/oauth.js";
import { volume } from "../../support/soak.js";
import { factoryPassword, type Visitor, visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ atOwnAddress: true }));
const org = forAllTests(() => organization(api, "Studio Rossi"));
const owner = forAllTests(() => org.member("owner"));
const newApp = async (kind: ClientKind = "SDK 2, 2026-07-28", name = "Claude") =>
  closedAfterTest(await startApp(api.url, kind, name));

interface Choice {
  organization?: string;
  mode: "Read only" | "Read and change";
}

/** What a person does in the browser: signs in, chooses, approves, and is back at the app. */
const approves =
  (browser: BrowserContext, { email }: { email: string }, { organization = "Studio Rossi", mode }: Choice) =>
  async (address: string) => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(factoryPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("radio", { name: organization }).waitFor();
    await page.getByRole("radio", { name: organization }).check();
    expect(await page.getByRole("radio", { name: "Read only" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: mode, exact: true }).check();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("heading", { name: "You may close this" }).waitFor();
  };

/** The same by the pages' forms, without a browser's work: for what comes after an approval. */
const approvesByForms =
  (browser: Visitor, member: { email: string }, mode: "read" | "change" = "change") =>
  async (address: string) => {
    const { organizationId } = org;
    await fetch((await approveAs(browser, member, address, { organizationId, mode })).address);
  };

const nobody = async (address: string): Promise<never> => {
  throw new Error(`was asked to go to ${address}`);
};

describe.each(clientKinds)("a client of %s", (kind) => {
  it("connects by the URL alone, reads, asks for more to write, and the log names user, app and connection", async () => {
    const browser = kind === "SDK 1" ? await openBrowser() : visitor(api);
    const approving = (mode: Choice["mode"]) =>
      "newPage" in browser
        ? approves(browser, owner, { mode })
        : approvesByForms(browser, owner, mode === "Read only" ? "read" : "change");
    const app = await newApp(kind, "Assistente di prova");
    const mcp = await app.connect(approving("Read only"));
    const { tools } = await mcp.tools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    expect((await app.call(nobody, "list_projects")).isError).toBeFalsy();

    // SDK 1 tries its refresh token first, which can't widen anything; its hosts then let the user connect anew.
    if (kind === "SDK 1") {
      await expect(app.call(nobody, "create_contact", { name: "Verdi" })).rejects.toThrow(/403/);
      delete app.kept.tokens;
      await app.connect(approving("Read and change"));
    }
    const stepUp = kind === "SDK 1" ? nobody : approving("Read and change");
    const made = await app.call(stepUp, "create_contact", { name: "Impresa Verdi" });
    expect(made.isError).toBeFalsy();

    const { rows } = await api.pool.query(
      `select e.action, e.user_id, e.via, e.client, c.mode, c.organization_id from audit_event e join connection c on c.grant_id = e.connection_id
       where e.record_id = $1`,
      [made.structuredContent?.result.id],
    );
    expect(rows).toEqual([
      {
        action: "create_contact",
        user_id: owner.userId,
        via: "mcp",
        client: "Assistente di prova",
        mode: "change",
        organization_id: org.organizationId,
      },
    ]);
  });

  it("is told that the person declined, and gets nothing", async () => {
    const app = await newApp(kind);
    const declines = async (address: string) => {
      const browser = visitor(api);
      await browser.visit(address);
      await signInToApprove(browser, owner);
      await fetch((await submitHere(browser, { step: "cancel" }, "cancel")).address);
    };
    await expect(app.connect(declines)).rejects.toThrow("access_denied");
    expect(app.kept.tokens).toBeUndefined();
  });

  it("goes on by its refresh token, without asking anybody", async () => {
    const app = await newApp(kind);
    await app.connect(approvesByForms(visitor(api), owner));
    const before = app.kept.tokens;
    expect(before?.refresh_token).toBeTruthy();
    app.kept.tokens = { ...before, access_token: "expired", token_type: "Bearer" };
    expect((await app.call(nobody, "list_projects")).isError).toBeFalsy();
    expect(app.kept.tokens?.refresh_token).not.toBe(before?.refresh_token);
  });
});

describe("an app that was disconnected on the page of connected apps", () => {
  it.each(volume<readonly ClientKind[]>(clientKinds.slice(0, 1), clientKinds))(
    "is refused at its next call: %s",
    async (kind) => {
      const person = await org.member("member");
      const signedIn = visitor(api);
      const [app, other] = [await newApp(kind, "Da scollegare"), await newApp(kind, "Da tenere")];
      for (const one of [app, other]) {
        await one.connect(approvesByForms(signedIn, person));
        expect((await one.call(nobody, "list_projects")).isError).toBeFalsy();
      }
      const browser = await openBrowser();
      await browser.addCookies([...signedIn.cookies].map(([name, value]) => ({ name, value, url: api.url })));
      const page = await browser.newPage();
      await page.goto(`${api.url}/settings/connected-apps`);
      const card = page.getByRole("article").filter({ hasText: "Da scollegare" });
      for (const fact of ["Studio Rossi", "Read and change", person.name, "127.0.0.1"]) {
        expect(await card.textContent()).toContain(fact);
      }
      await card.getByRole("button", { name: "Disconnect" }).click();
      await page.getByText("The app is disconnected").waitFor();
      expect(await page.getByRole("article").allTextContents()).toEqual([expect.stringContaining("Da tenere")]);

      // Its access token and its refresh token are both worth nothing: it would have to ask the person anew.
      await expect(app.call(nobody, "list_projects")).rejects.toThrow(/was asked to go to .*\/api\/oauth\/authorize/);
      expect((await other.call(nobody, "list_projects")).isError).toBeFalsy();
    },
  );
});

describe.each(volume([onTelephone], readers))("for a reader of %j", (reader) => {
  it("the pages of an approval are accessible to everybody, and done by keyboard alone", async () => {
    const browser = await openBrowser(reader);
    const app = await newApp();
    const mcp = await app.connect(async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      await expectAccessible(page);
      await page.getByLabel("Email").focus();
      await page.keyboard.type(owner.email);
      await page.keyboard.press("Tab");
      await page.keyboard.type(factoryPassword);
      await page.keyboard.press("Enter");
      const reading = page.getByRole("radio", { name: /^(Read only|Sola lettura)$/ });
      await reading.waitFor();
      await expectAccessible(page);
      // The one organization is chosen already, as is reading.
      expect(await page.getByRole("radio", { name: "Studio Rossi" }).isChecked()).toBe(true);
      expect(await reading.isChecked()).toBe(true);
      await reading.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "You may close this" }).waitFor();
    });
    expect((await mcp.call("create_contact", { name: "Dalla tastiera" })).isError).toBeFalsy();
  });
});

describe("organizations and people", () => {
  it("keeps two connections of one app apart, each with its organization", async () => {
    const second = await organization(api, "Geometri Riuniti");
    await api.pool.query("insert into membership values ($1, $2, 'viewer', now())", [
      second.organizationId,
      owner.userId,
    ]);
    const browser = await openBrowser();
    const found: unknown[] = [];
    for (const [own, label] of [
      [org, "Studio Rossi"],
      [second, "Geometri Riuniti"],
    ] as const) {
      await own.ok("create_contact", { name: `Cliente di ${label}` });
      const app = await newApp();
      const mcp = await app.connect(approves(browser, owner, { organization: label, mode: "Read and change" }));
      const { tools } = await mcp.tools();
      expect(tools.some(({ name }) => name === "create_contact")).toBe(own === org);
      const { structuredContent } = await mcp.call("list_contacts");
      found.push(structuredContent?.result.items);
    }
    const client = (name: string) => expect.objectContaining({ name });
    expect(found[0]).toContainEqual(client("Cliente di Studio Rossi"));
    expect(found[1]).toEqual([client("Cliente di Geometri Riuniti")]);
    await api.pool.query("delete from membership where organization_id = $1", [second.organizationId]);
  });

  it("lets two people connect from one browser, each in their own name", async () => {
    const browser = await openBrowser();
    const member = await org.member("member");
    for (const person of [owner, member]) {
      const app = await newApp();
      const mcp = await app.connect(approves(browser, person, { mode: "Read and change" }));
      const made = await mcp.call("create_contact", { name: "Di entrambi" });
      expect(await auditOf(api, made.structuredContent?.result.id)).toMatchObject([{ user_id: person.userId }]);
    }
  });

  it("shows a guest's app the shared projects alone", async () => {
    const [shared, other] = [await createProject(org), await createProject(org)];
    const guest = await createGuest(org, shared.id, "editor");
    const app = await newApp();
    const mcp = await app.connect(approvesByForms(visitor(api), guest));
    const { structuredContent } = await mcp.call("list_projects");
    expect(structuredContent?.result.items).toEqual([expect.objectContaining({ id: shared.id })]);
    expect((await mcp.call("update_project", { projectId: shared.id, description: "Visto" })).isError).toBeFalsy();
    expect((await mcp.call("get_project", { projectId: other.id })).isError).toBe(true);
  });

  it("works without JavaScript, in Italian, on a telephone", async () => {
    const browser = await openBrowser({ locale: "it", widthPx: 360, colorScheme: "dark", javaScript: false });
    const app = await newApp();
    const mcp = await app.connect(async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      await page.getByLabel("Email").fill(owner.email);
      await page.getByLabel("Password").fill(factoryPassword);
      await page.getByRole("button", { name: "Accedi" }).click();
      await page.getByRole("radio", { name: "Sola lettura" }).waitFor();
      await page.getByRole("button", { name: "Approva" }).click();
      await page.getByRole("heading", { name: "You may close this" }).waitFor();
    });
    expect((await mcp.call("list_projects")).isError).toBeFalsy();
  });
});
