import { describe, expect, it } from "@jest/globals";
import { createUser } from "../../../src/admin/provision.js";
import { insertLink } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization, type TestMember } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { signedIn, tokenOf, type Visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api, "Studio Bianchi"));
const owner = forAllTests(() => org.member("owner"));

async function show(member: TestMember, path: string, language = "en"): Promise<Visitor> {
  const me = await signedIn(api, member, language);
  await me.visit(`/settings/${path}`);
  return me;
}
/** The row of a list that contains a text, as a reader sees it. */
const rowWith = ({ page }: Visitor, text: string): string =>
  [...page.html.matchAll(/<li>[\s\S]*?<\/li>/g)]
    .map(([row]) => row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "))
    // A member's row names whom they invited, after the invitations' own.
    .find((row) => row.includes(text)) ?? "";

describe("the account page", () => {
  it("shows each browser by name, and which is this one", async () => {
    const member = await org.member("viewer");
    const me = await show(member, "account");
    const session = (browser: string | null) =>
      api.pool.query(
        `insert into web_session (id_sha256, id, user_id, browser, created_at, last_seen_at, expires_at)
         values (sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), $1, $2, now(), now(), now() + interval '1 day')`,
        [member.userId, browser],
      );
    await session("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15");
    await session('curl/8 <b onload="x">');
    await session(null);
    await me.visit("/settings/account");
    expect(rowWith(me, "Safari, macOS")).toContain("Sign out");
    expect(me.page.text.match(/Unknown browser/g)?.length).toBeGreaterThanOrEqual(2);
    expect(me.page.html).not.toContain("onload");
    expect(me.page.text.match(/this browser/g)).toHaveLength(1);
    expect(rowWith(me, "this browser")).not.toContain("Sign out");
  });

  it("says that a session that is over is none, and who ends one that is gone is told the same", async () => {
    const me = await show(await org.member("viewer"), "account");
    const page = await me.post("/settings/account/end-session", { session: "x", form_token: tokenOf(me.page) });
    expect(page.text).toContain("That browser is signed out.");
  });

  it("shows every organization with the role there, in the reader's language", async () => {
    const member = await org.member("guest");
    const other = await organization(api, "Altro <Studio>");
    await createUser(api.app.database, { organizationId: other.organizationId, email: member.email, role: "admin" });
    const me = await show(member, "account", "it");
    expect(rowWith(me, "Studio Bianchi")).toContain("Ospite");
    expect(me.page.text).toMatch(/Altro <Studio> Amministratore/);
  });

  it("says in Italian that there is no organization", async () => {
    const member = await org.member("viewer");
    const me = await show(member, "account", "it");
    await api.pool.query("delete from membership where user_id = $1", [member.userId]);
    expect((await me.visit("/settings/account")).text).toContain("Non fai ancora parte di nessuno studio.");
  });
});

describe("the members' page", () => {
  it("marks oneself, and shows an admin the owners' role without a form", async () => {
    const admin = await org.member("admin");
    const me = await show(admin, "members");
    expect(rowWith(me, admin.email)).toMatch(new RegExp(`${admin.name} you .*Save`));
    expect(rowWith(me, owner.email)).toMatch(/Owner *$/);
    expect(rowWith(me, owner.email)).not.toContain("Remove");
    expect(rowWith(await show(owner, "members"), owner.email)).toContain("Remove this member");
  });

  it("chooses for each member the role that it is", async () => {
    const member = await org.member("guest");
    const { page } = await show(owner, "members");
    const [form = ""] = new RegExp(`name="member" value="${member.userId}"[\\s\\S]*?</form>`).exec(page.html) ?? [];
    expect([...form.matchAll(/value="(\w+)" selected/g)].map(([, role]) => role)).toEqual(["guest"]);
  });

  it("says of an invitation that its mail failed, or that it expired, in both languages", async () => {
    await api.pool.query(
      `insert into account_link (id, organization_id, kind, email, role, invited_by, created_at, expires_at, status)
       values (gen_random_uuid(), $1, 'invitation', 'fallita@altrove.test', 'viewer', $2, now(), now() + interval '1 day', 'failed'),
         (gen_random_uuid(), $1, 'invitation', 'vecchia@altrove.test', 'admin', $2, now() - interval '8 days', now() - interval '1 day', 'sent')`,
      [org.organizationId, owner.userId],
    );
    const me = await show(owner, "members");
    expect(rowWith(me, "fallita@")).toMatch(/Viewer .*The mail could not be delivered/);
    expect(rowWith(me, "vecchia@")).toMatch(/Administrator .* · expired/);
    expect(rowWith(me, "fallita@")).not.toContain("expired");
    expect(rowWith(me, "vecchia@")).not.toContain("delivered");
    const reader = await show(owner, "members", "it");
    expect(rowWith(reader, "fallita@")).toContain("L'email non è stata consegnata");
    expect(rowWith(reader, "vecchia@")).toContain("scaduto");
  });

  it("withdraws no invitation of another organization, and one that is gone without a fuss", async () => {
    const other = await organization(api);
    const { userId } = await other.member("owner");
    const theirs = await insertLink(other, {
      kind: "invitation",
      email: "loro@altrove.test",
      role: "viewer",
      invitedBy: userId,
    });
    const me = await show(owner, "members");
    for (const invitation of [theirs, "x", ""]) {
      await me.visit("/settings/members");
      const page = await me.submit("/settings/members/withdraw", { invitation });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining("The invitation is withdrawn.")]);
    }
    expect((await api.pool.query("select from account_link where id = $1", [theirs])).rowCount).toBe(1);
    await api.app.security.flush();
    for (const log of ["audit_event", "security_event"]) {
      const told = `select from ${log} where organization_id = $1 and action = 'withdraw_invitation'`;
      expect((await api.pool.query(told, [org.organizationId])).rowCount).toBe(0);
    }
  });
});

describe("the page of API keys", () => {
  it("says where there are none, in both languages", async () => {
    const member = await org.member("member");
    await api.pool.query("update api_key set revoked_at = now() where user_id = $1", [member.userId]);
    expect((await show(member, "api-keys")).page.text).toContain("No keys yet Create one to connect a program.");
    expect((await show(member, "api-keys", "it")).page.text).toContain("Ancora nessuna chiave Creane una per");
  });

  it("names whose each key is: a person's, or the organization's", async () => {
    const member = await org.member("member");
    await org.keyWith("projects:view");
    const me = await show(owner, "api-keys");
    expect(rowWith(me, member.name)).toMatch(new RegExp(`^ *${member.name} ${member.name} `));
    expect(rowWith(me, "projects:view")).toMatch(/projects:view Studio Bianchi created .* Projects: view/);
    expect(rowWith(me, "test")).toMatch(/Studio Bianchi created .* everything/);
    expect((await show(member, "api-keys")).page.text).not.toContain("Keys of others");
  });

  it("says until when a key is valid, or that it expired", async () => {
    const member = await org.member("member");
    await api.pool.query("update api_key set expires_at = '2099-06-30T22:00:00Z' where user_id = $1", [member.userId]);
    expect((await show(member, "api-keys")).page.text).toContain("valid until 30 Jun 2099");
    await api.pool.query("update api_key set expires_at = '2020-01-31T23:00:00Z' where user_id = $1", [member.userId]);
    expect((await show(member, "api-keys", "it")).page.text).toContain("scaduta: l'ultimo giorno era il 31 gen 2020");
  });

  it("shows a key's name as text", async () => {
    const member = await org.member("member");
    const me = await show(member, "api-keys");
    await me.submit("/settings/api-keys/create", { name: '<img src=x onerror="a">' });
    expect(me.page.html).toContain("&lt;img src=x onerror=");
    expect((await me.visit("/settings/api-keys")).html).not.toContain("<img");
  });
});

describe("the page of connected apps", () => {
  const none = {
    en: "No connected apps Add this address to an assistant",
    it: "Nessuna applicazione collegata Aggiungi",
  };

  it.each(["en", "it"] as const)("says where there are none, with the address to connect to (%s)", async (language) => {
    const { page } = await show(await org.member("member"), "connected-apps", language);
    expect(page.text).toContain(none[language]);
    expect(page.text).toContain("http://localhost:3000/api/mcp");
    expect(page.html).not.toContain('class="paging"');
  });

  it("begins anew where nothing follows", async () => {
    const member = await org.member("member");
    const oldest = await connectedApp(api, org, member, "Registro");
    const foreign = await connectedApp(api, org, owner, "Cursor");
    await connectedApp(api, org, member, "Agenda");
    const me = await show(member, "connected-apps");
    for (const before of [oldest, foreign, "nothing", "'; --", "x".repeat(100)]) {
      await me.visit(`/settings/connected-apps?before=${encodeURIComponent(before)}`);
      expect([before, me.page.status, me.page.text]).toEqual([before, 200, expect.stringContaining("Agenda")]);
      expect(me.page.text).not.toContain("Cursor");
    }
  });

  it("shows what an app may do, and where, in Italian too", async () => {
    const member = await org.member("member");
    await connectedApp(api, org, member, null, "claude.ai");
    await api.pool.query("update connection set mode = 'change', last_used_at = now() where user_id = $1", [
      member.userId,
    ]);
    expect((await show(member, "connected-apps", "it")).page.text).toMatch(
      new RegExp(
        `Applicazione senza nome Scollega \\(Applicazione senza nome\\) Studio Studio Bianchi Accesso Lettura e modifica Agisce come ${member.name} Accesso restituito a claude.ai Collegata .* Ultimo uso (?!mai)`,
      ),
    );
  });

  it("disconnects nothing that isn't there", async () => {
    const member = await org.member("member");
    await connectedApp(api, org, member, "Agenda");
    const me = await show(member, "connected-apps");
    for (const connection of ["nothing", "", "x".repeat(300)]) {
      await me.visit("/settings/connected-apps");
      expect((await me.submit("/settings/connected-apps/disconnect", { connection })).status).toBe(404);
    }
    expect((await me.visit("/settings/connected-apps")).text).toContain("Agenda");
  });
});
