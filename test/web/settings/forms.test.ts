import { describe, expect, it } from "@jest/globals";
import { createUser } from "../../../src/admin/provision.js";
import { insertLink } from "../../support/account-links.js";
import { startApi } from "../../support/caller.js";
import { connectedApp } from "../../support/connection.js";
import { organization, type TestMember, type TestOrganization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { codeOf } from "../../support/second-factor.js";
import { factoryPassword, signedIn, tokenOf, visitor } from "../../support/visitor.js";

const api = forAllTests(() => startApi({ settings: { AUTH_FAILURES_PER_MINUTE: "10000" } }));
const org = forEachTest(() => organization(api, "Studio Bianchi"));
const owner = forEachTest(() => org.member("owner"));
/** somebody else of the organization, whom the forms are about */
const other = forEachTest(() => org.member("viewer"));

const factorSecret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
type Fields = Record<string, string>;
interface TestForm {
  page: string;
  action: string;
  fields: () => Promise<Fields> | Fields;
}

const keyOf = async ({ userId }: TestMember): Promise<string> =>
  (await api.pool.query("select id from api_key where user_id = $1", [userId])).rows[0].id;
const invitationBy = ({ userId }: TestMember): Promise<string> =>
  insertLink(org, { kind: "invitation", email: "nuova@altrove.test", role: "viewer", invitedBy: userId });
const channelOf = async ({ organizationId }: TestOrganization): Promise<string> => {
  const set = "insert into mail_channel values ($1, 'pec', null, '\\x00', now()) on conflict do nothing";
  await api.pool.query(set, [organizationId]);
  return "pec";
};
const form = (page: string, action: string, fields: TestForm["fields"]): TestForm => ({
  page: `/settings/${page}`,
  action: `/settings/${page}/${action}`,
  fields,
});

/** Forms about the person, and those about the organization. */
const personal: TestForm[] = [
  form("account", "name", () => ({ name: "Anna Verdi" })),
  form("account", "password", () => ({ "old-password": factoryPassword, "new-password": "la nuova password" })),
  form("account", "second-factor", () => ({})),
  form("account", "second-factor-on", () => ({ secret: factorSecret, code: codeOf(factorSecret) })),
  form("account", "end-session", () => ({ session: "x" })),
  form("account", "sign-out-everywhere", () => ({})),
  form("connected-apps", "disconnect", async () => ({ connection: await connectedApp(api, org, owner, "Claude") })),
];
const managing: TestForm[] = [
  form("members", "role", () => ({ member: other.userId, role: "member" })),
  form("members", "remove", () => ({ member: other.userId })),
  form("members", "invite", () => ({ email: "nuova@altrove.test", role: "viewer" })),
  form("channels", "set", () => ({ channel: "email", "email-smtpServer": "mail.studio.test:465" })),
  form("channels", "unset", async () => ({ channel: await channelOf(org) })),
  form("members", "withdraw", async () => ({ invitation: await invitationBy(owner) })),
];
const ofKeys: TestForm[] = [
  form("api-keys", "create", () => ({ name: "Export", holder: "organization", scope: "all" })),
  form("api-keys", "revoke", async () => ({ key: await keyOf(other) })),
];
const ofOrganization = [...managing, ...ofKeys];
const all = [...personal, ...ofOrganization];
const named = (forms: TestForm[]): [string, TestForm][] => forms.map((one) => [one.action, one]);

/** All that the forms could change, as text. */
async function state(): Promise<string> {
  const { rows } = await api.pool.query(
    `select (select json_agg(m order by user_id) from membership m where organization_id = $1) as members,
       (select json_agg(json_build_array(id, revoked_at) order by id) from api_key where organization_id = $1) as keys,
       (select json_agg(json_build_array(l.email, l.role) order by l.email) from account_link l where organization_id = $1) as invitations,
       (select json_agg(json_build_array(name, password_hash) order by id) from user_account) as people,
       (select count(*) from second_factor) as factors,
       (select count(*) from connection where revoked_at is null) as apps,
       (select count(*) from audit_event where organization_id = $1) as events`,
    [org.organizationId],
  );
  return JSON.stringify(rows);
}

describe("a form of the settings", () => {
  it.each(named(all))("is carried out: %s", async (_, { page, action, fields }) => {
    const given = await fields();
    const me = await signedIn(api, owner);
    await me.visit(page);
    const before = await state();
    const answer = await me.post(action, { ...given, form_token: tokenOf(me.page) });
    expect(answer.status).toBe(200);
    if (!/\/(end-session|second-factor)$/.test(action)) expect(await state()).not.toBe(before);
  });

  it.each(named(all))(
    "of a stranger asks to sign in, and leads to the form's page: %s",
    async (_, { page: back, action, fields }) => {
      const given = await fields();
      const before = await state();
      const page = await visitor(api).post(action, given);
      expect(page.address).toBe(`/sign-in?next=${encodeURIComponent(back)}&done=session-over`);
      expect(await state()).toBe(before);
    },
  );

  it.each(named(all))("without its token, or with another browser's, is refused: %s", async (_, one) => {
    const given = await one.fields();
    const [me, elsewhere] = [await signedIn(api, owner), await signedIn(api, owner)];
    await elsewhere.visit(one.page);
    await me.visit(one.page);
    const before = await state();
    for (const token of [{}, { form_token: "" }, { form_token: "x" }, { form_token: tokenOf(elsewhere.page) }]) {
      const page = await me.post(one.action, { ...given, ...token });
      expect([page.status, page.text]).toEqual([403, expect.stringContaining("This page is out of date")]);
    }
    expect(await state()).toBe(before);
  });

  it.each(named(all))(
    "from another site is refused, though it has the token: %s",
    async (_, { page, action, fields }) => {
      const given = await fields();
      const me = await signedIn(api, owner, "it");
      await me.visit(page);
      const before = await state();
      const sent = { ...given, form_token: tokenOf(me.page) };
      const answer = await me.post(action, sent, { "sec-fetch-site": "cross-site" });
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("inviato da un altro sito")]);
      expect(await state()).toBe(before);
    },
  );

  it.each(named(all))(
    "of a session that was ended meanwhile asks to sign in: %s",
    async (_, { page, action, fields }) => {
      const given = await fields();
      const me = await signedIn(api, owner);
      await me.visit(page);
      const before = await state();
      const sent = { ...given, form_token: tokenOf(me.page) };
      await api.pool.query("delete from web_session where user_id = $1", [owner.userId]);
      expect((await me.post(action, sent)).text).toContain("nothing was changed. Sign in, and send the form again.");
      expect((await me.submit("/sign-in", { email: owner.email, password: factoryPassword })).address).toBe(page);
      expect(await state()).toBe(before);
    },
  );

  it.each(named(ofOrganization))("of a member who was removed meanwhile is refused: %s", async (_, one) => {
    const given = await one.fields();
    const me = await signedIn(api, owner, "it");
    await me.visit(one.page);
    const sent = { ...given, form_token: tokenOf(me.page) };
    await api.pool.query("delete from membership where user_id = $1", [owner.userId]);
    const before = await state();
    // The page was the organization's, which the person has no more.
    const page = await me.post(one.action, sent);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("Questa pagina non è più attuale")]);
    const own = await me.visit("/settings/members");
    expect([own.status, own.text]).toEqual([403, expect.stringContaining("Non fai parte di nessuno studio")]);
    expect(await state()).toBe(before);
  });

  it.each(named(ofOrganization))(
    "left behind by another tab does nothing in the organization shown by now: %s",
    async (_, one) => {
      const given = await one.fields();
      const second = await organization(api, "Altro Studio");
      await createUser(api.app.database, { organizationId: second.organizationId, email: owner.email, role: "owner" });
      const me = await signedIn(api, owner);
      await me.visit("/settings/account");
      await me.submit("/settings/organization", { organization: org.organizationId });
      const left = tokenOf(await me.visit(one.page));
      await me.submit("/settings/organization", { organization: second.organizationId });
      const before = await state();
      const page = await me.post(one.action, { ...given, form_token: left });
      expect([page.status, page.text]).toEqual([403, expect.stringContaining("This page is out of date")]);
      expect(await state()).toBe(before);
    },
  );

  it.each(["member", "viewer", "guest"] as const)(
    "that a %s's role doesn't open is refused, and names what it needs",
    async (role) => {
      for (const [language, text] of [
        ["en", "doesn't open this page; it needs the permission “Manage members”."],
        ["it", "non apre questa pagina: serve il permesso «Gestire i membri»."],
      ] as const) {
        const me = await signedIn(api, await org.member(role), language);
        // The pages of keys are everybody's, and their forms have the organization's token.
        await me.visit("/settings/api-keys");
        const form_token = tokenOf(me.page);
        const before = await state();
        for (const { action, fields } of managing) {
          if (action.endsWith("/withdraw")) continue;
          const page = await me.post(action, { ...(await fields()), form_token });
          expect([action, page.status, page.text]).toEqual([action, 403, expect.stringContaining(text)]);
        }
        for (const { action, fields } of ofKeys)
          expect([403, 404]).toContain((await me.post(action, { ...(await fields()), form_token })).status);
        expect(await state()).toBe(before);
      }
    },
  );
});

describe("an address of a form", () => {
  it.each(named(all))("leads to its page when somebody asks for it: %s", async (_, { page, action }) => {
    const me = await signedIn(api, owner);
    expect((await me.visit(action)).address).toBe(page);
  });

  it("that no page has is not found", async () => {
    const me = await signedIn(api, owner);
    for (const path of ["/settings/nowhere", "/settings/nowhere/x", "/settings/%2F%2Fevil.example/x"])
      expect([path, (await me.visit(path)).status]).toEqual([path, 404]);
  });
});

const paths = ["/settings/account", "/settings/members", "/settings/api-keys", "/settings/connected-apps"];
describe("what was done", () => {
  it.each(paths)("is said in the page's own words alone: %s", async (path) => {
    const me = await signedIn(api, owner);
    for (const done of ["nothing", "constructor", "__proto__", "<b>x</b>", "toString"]) {
      await me.visit(`${path}?done=${encodeURIComponent(done)}`);
      expect([done, me.page.status, me.page.html.includes('class="success"')]).toEqual([done, 200, false]);
    }
    await me.visit(`${path}?done=name&done=role`);
    expect(me.page.html).not.toContain('class="success"');
  });
});
