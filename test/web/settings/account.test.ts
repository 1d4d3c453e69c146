import { describe, expect, it } from "@jest/globals";
import { createUser } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { eventually } from "../../support/eventually.js";
import { organization, type TestMember } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { copyOf, factoryPassword, signedIn, type Visitor, visitor } from "../../support/visitor.js";
import { sentWhileHeld } from "../../support/waiting.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));

async function openPage(member: TestMember): Promise<Visitor> {
  const me = await signedIn(api, member);
  await me.visit("/settings/account");
  return me;
}
const lastEvent = async (organizationId = org.organizationId) =>
  (
    await api.pool.query("select * from audit_event where organization_id = $1 order by id desc limit 1", [
      organizationId,
    ])
  ).rows[0];

describe("the settings", () => {
  it("ask strangers to sign in first, and then show what was wanted", async () => {
    const member = await org.member("viewer");
    const me = visitor(api);
    expect((await me.visit("/settings/account?x=1")).address).toBe("/sign-in?next=%2Fsettings%2Faccount%3Fx%3D1");
    const page = await me.submit("/sign-in", { email: member.email, password: factoryPassword });
    expect(page.address).toBe("/settings/account?x=1");
    expect(page.text).toContain(member.email);
  });

  it("show what the role opens, as it is now", async () => {
    const member = await org.member("admin");
    const me = await openPage(member);
    expect(me.page.html).toContain('href="/settings/members"');
    await createUser(api.app.database, { organizationId: org.organizationId, email: member.email, role: "member" });
    expect((await me.visit("/settings/account")).html).not.toContain('href="/settings/members"');
  });

  it("let somebody of several organizations choose one, and none that isn't theirs", async () => {
    const member = await org.member("member");
    const other = await organization(api, "Altro Studio");
    const foreign = await organization(api, "Studio Estraneo");
    await createUser(api.app.database, { organizationId: other.organizationId, email: member.email, role: "viewer" });
    const me = await openPage(member);
    const current = () => /aria-current="true">([^<]+)/.exec(me.page.html)?.[1];
    expect(current()).toBe("Altro Studio");
    await me.submit("/settings/organization", { organization: org.organizationId });
    expect([current(), me.page.address]).toEqual(["Studio Tecnico Prova", "/settings/account"]);
    await me.submit("/settings/organization", { organization: foreign.organizationId });
    expect(current()).toBe("Studio Tecnico Prova");
  });

  it("go on for somebody who was removed from the last organization", async () => {
    const member = await org.member("member");
    const me = await openPage(member);
    await api.pool.query("delete from membership where user_id = $1", [member.userId]);
    expect((await me.visit("/settings/account")).text).toContain("You belong to no organization yet");
  });
});

describe("forms that are sent dozens of times at once", () => {
  it("leave other organizations their connections to the database", async () => {
    const [member, elsewhere] = [await org.member("viewer"), await organization(api)];
    const me = await openPage(member);
    const pages = await sentWhileHeld(
      api.pool,
      ["select from user_account where id = $1 for update", [member.userId]],
      () =>
        Array.from({ length: 40 }, (_, n) => copyOf(api, me).submit("/settings/account/name", { name: `Anna ${n}` })),
      () => elsewhere.ok("create_contact", { name: "Bruno Neri" }),
    );
    for (const page of pages) expect(page.text).toContain("Your name is saved.");
  });
});

describe("one's own account", () => {
  it("has a name that can be changed, with an audit event by the person", async () => {
    const member = await org.member("viewer");
    const me = await openPage(member);
    const page = await me.submit("/settings/account/name", { name: "  Anna <Verdi>  " });
    expect(page.text).toContain("Your name is saved.");
    expect(page.text).toContain("Anna <Verdi>");
    expect(await lastEvent()).toMatchObject({
      user_id: member.userId,
      via: "page",
      action: "change_name",
      record_type: "user_account",
      changes: [{ before: { name: member.name }, after: { name: "Anna <Verdi>" } }],
    });
  });

  it("has a password that takes the old one to change", async () => {
    const member = await org.member("viewer");
    const me = await openPage(member);
    const change = (old: string, wanted: string) =>
      me.submit("/settings/account/password", { "old-password": old, "new-password": wanted });
    const short = await change(factoryPassword, "corta");
    expect(short.html).toMatch(/id="new-password"[^>]*aria-describedby="new-password-hint new-password-error"/);
    expect((await visitor(api).signIn(member)).status).toBe(200);
    expect((await change(factoryPassword, "la nuova password")).text).toContain("Your password is changed.");
    expect((await visitor(api).signIn(member)).status).toBe(401);
    expect((await visitor(api).signIn(member, "la nuova password")).status).toBe(200);
  });

  it("ends all other sessions with a new password, and no event holds it", async () => {
    const member = await org.member("viewer");
    const [me, elsewhere] = [await openPage(member), await openPage(member)];
    await me.visit("/settings/account");
    await me.submit("/settings/account/password", {
      "old-password": factoryPassword,
      "new-password": "la nuova password",
    });
    expect((await elsewhere.visit("/settings/account")).address).toMatch(/^\/sign-in/);
    expect((await me.visit("/settings/account")).status).toBe(200);
    const event = await lastEvent();
    expect(event).toMatchObject({ action: "change_password", user_id: member.userId });
    expect(JSON.stringify(event)).not.toMatch(/nuova password|argon2/);
  });

  it("is signed in with the new password where its form is sent twice at once", async () => {
    const member = await org.member("viewer");
    const me = await openPage(member);
    const again = copyOf(api, me);
    const client = await api.pool.connect();
    await client.query("begin");
    await client.query("select from user_account where id = $1 for no key update", [member.userId]);
    const fields = { "old-password": factoryPassword, "new-password": "la nuova password" };
    const answers = [me, again].map((browser) => browser.submit("/settings/account/password", fields));
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await eventually(async () => (await api.pool.query(waiting)).rowCount === 2);
    await client.query("commit");
    client.release();
    for (const answer of answers) expect((await answer).text).toContain("Your password is changed.");
    const open = await Promise.all([me, again].map((browser) => browser.visit("/settings/account")));
    expect(open.map(({ address }) => address)).toEqual(["/settings/account", "/settings/account"]);
    const events = "select from audit_event where user_id = $1 and action = 'change_password'";
    expect((await api.pool.query(events, [member.userId])).rowCount).toBe(1);
  });

  it("tells every organization of the person about a new password", async () => {
    const member = await org.member("viewer");
    const other = await organization(api);
    await createUser(api.app.database, { organizationId: other.organizationId, email: member.email, role: "viewer" });
    const me = await openPage(member);
    await me.submit("/settings/account/password", {
      "old-password": factoryPassword,
      "new-password": "la nuova password",
    });
    for (const { organizationId } of [org, other])
      expect(await lastEvent(organizationId)).toMatchObject({ action: "change_password", user_id: member.userId });
  });

  it("shows where one is signed in, and signs out there, or everywhere", async () => {
    const member = await org.member("viewer");
    const [me, elsewhere, third] = [await openPage(member), visitor(api), await openPage(member)];
    await elsewhere.visit("/sign-in");
    await elsewhere.signIn(member);
    await api.pool.query(
      "update web_session set browser = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' where user_id = $1",
      [member.userId],
    );
    await me.visit("/settings/account");
    expect(me.page.text.match(/Firefox, Windows/g)?.length).toBeGreaterThanOrEqual(3);
    const [, other = ""] = /name="session" value="([^"]+)"/.exec(me.page.html) ?? [];
    await me.submit("/settings/account/end-session", { session: other });
    expect((await api.pool.query("select from web_session where user_id = $1", [member.userId])).rowCount).toBe(2);
    await me.submit("/settings/account/sign-out-everywhere");
    for (const one of [me, elsewhere, third])
      expect((await one.visit("/settings/account")).address).toMatch(/^\/sign-in/);
    expect(await lastEvent()).toMatchObject({ action: "sign_out_everywhere", user_id: member.userId });
  });

  it("ends no session of anybody else", async () => {
    const [one, two] = [await org.member("viewer"), await org.member("viewer")];
    const [me, other] = [await openPage(one), await openPage(two)];
    const { rows } = await api.pool.query("select id from web_session where user_id = $1", [two.userId]);
    await openPage(one);
    await me.visit("/settings/account");
    await me.submit("/settings/account/end-session", { session: rows[0].id });
    expect((await other.visit("/settings/account")).address).toBe("/settings/account");
  });
});
