import { describe, expect, it } from "@jest/globals";
import { createUser } from "../../../src/admin/provision.js";
import { startApi } from "../../support/caller.js";
import { organization, type TestMember } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { signedIn, type Visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));

const create = "/settings/api-keys/create";
async function openPage(member: TestMember): Promise<Visitor> {
  const me = await signedIn(api, member);
  await me.visit("/settings/api-keys");
  return me;
}
const shownKeyOf = (html: string): string => /pra_[0-9a-f]{32}_[\w-]{43}/.exec(html)?.[0] ?? "";
const shownKey = (me: Visitor): string => shownKeyOf(me.page.html);
const event = async () =>
  (
    await api.pool.query("select * from audit_event where organization_id = $1 order by id desc limit 1", [
      org.organizationId,
    ])
  ).rows[0];

describe("an API key made on the page", () => {
  it("is shown once, works within its permissions, and is stored as a hash alone", async () => {
    const member = await org.member("member");
    const me = await openPage(member);
    await me.submit(create, { name: "Export", scope: "chosen", permission: ["projects:view", "projects:edit"] });
    const key = shownKey(me);
    expect(me.page.text).toContain("it is shown this once");
    expect((await org.call("create_project", { name: "A" }, key)).status).toBe(200);
    expect((await org.call("create_contact", { name: "B" }, key)).status).toBe(403);
    expect((await me.visit("/settings/api-keys")).html).not.toContain(key);
    expect(me.page.text).toContain("Projects: view · Projects: change");
    const made = await event();
    const { rows } = await api.pool.query("select to_jsonb(k) as row from api_key k where name = 'Export'");
    expect(JSON.stringify([made, rows])).not.toContain(key.slice(-43));
  });

  it("is one, and shown, however often its button is clicked", async () => {
    const me = await openPage(await org.member("member"));
    const opened = me.page;
    const pages = await Promise.all([1, 2, 3].map(() => me.submit(create, { name: "Twice" })));
    const keys = new Set(pages.map(({ html }) => shownKeyOf(html)));
    expect(keys.size).toBe(1);
    expect((await org.call("list_projects", {}, shownKey(me))).status).toBe(200);
    const made = () =>
      api.pool.query("select name from api_key where created_by is not null and organization_id = $1", [
        org.organizationId,
      ]);
    expect((await made()).rows).toEqual([{ name: "Twice" }]);
    await api.pool.query("update api_key set created_at = created_at - interval '2 minutes' where name = 'Twice'");
    me.page = opened;
    expect((await me.submit(create, { name: "Twice" })).text).toContain("This form had already been sent");
    expect(shownKey(me)).toBe("");
    me.page = opened;
    expect(keys).not.toContain(shownKeyOf((await me.submit(create, { name: "Another" })).html));
    expect((await made()).rows).toHaveLength(2);
  });

  it("never does more than the person may, whatever was chosen", async () => {
    const me = await openPage(await org.member("viewer"));
    await me.submit(create, { name: "Too much", scope: "chosen", permission: ["projects:edit", "projects:view"] });
    expect((await org.call("create_project", { name: "A" }, shownKey(me))).status).toBe(403);
    expect((await org.call("list_projects", {}, shownKey(me))).status).toBe(200);
  });

  it("has all that the role allows unless told otherwise", async () => {
    const me = await openPage(await org.member("member"));
    await me.submit(create, { name: "All", scope: "all" });
    expect((await org.call("create_project", { name: "A" }, shownKey(me))).status).toBe(200);
  });

  it("ends with its last day", async () => {
    const me = await openPage(await org.member("member"));
    expect((await me.submit(create, { name: "Old", until: "2020-01-31" })).text).toContain(
      "Choose a day that is still to come.",
    );
    expect(me.page.html).toContain('value="Old"');
    for (const until of ["2020-13-45", "2099-02-31", "0000-01-01", "10000-01-01", "tomorrow"])
      expect([until, (await me.submit(create, { name: "Old", until })).status]).toEqual([until, 422]);
    await me.submit(create, { name: "New", until: "2099-06-30" });
    const { rows } = await api.pool.query("select expires_at from api_key where name = 'New'");
    expect(rows[0].expires_at.toISOString()).toBe("2099-06-30T22:00:00.000Z");
  });

  it("is valid for a year unless asked otherwise, and its last day is shown as that day, with the time where it ends before", async () => {
    const me = await openPage(await org.member("member"));
    await me.submit(create, { name: "Year", lifetime: "year" });
    await me.visit("/settings/api-keys");
    await me.submit(create, { name: "Forever", lifetime: "never" });
    await me.visit("/settings/api-keys");
    expect((await me.submit(create, { name: "Day", lifetime: "day" })).text).toContain("Enter the last day.");
    await me.submit(create, { name: "Day", lifetime: "day", until: "2099-06-30" });
    const { rows } = await api.pool.query(
      "select name, expires_at - created_at = interval '365 days' as is_year from api_key where organization_id = $1 and name in ('Year', 'Forever')",
      [org.organizationId],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: "Year", is_year: true },
        { name: "Forever", is_year: null },
      ]),
    );
    const { text } = await me.visit("/settings/api-keys");
    expect(text).toMatch(/Day created [^§]*?, valid until 30 Jun 2099(?!,)/);
    expect(text).toMatch(/Year created [^§]*?, valid until \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(text).toMatch(/Forever created [^§]*?, valid until it is revoked/);
  });

  it("has only the ticked permissions, though the choice above them says all", async () => {
    const me = await openPage(await org.member("member"));
    await me.submit(create, { name: "Ticked", scope: "all", permission: ["projects:view"] });
    expect((await org.call("create_project", { name: "A" }, shownKey(me))).status).toBe(403);
  });

  it("needs a name, and a choice where one was asked for", async () => {
    const me = await openPage(await org.member("member"));
    const page = await me.submit(create, { name: " ", scope: "chosen" });
    expect(page.status).toBe(422);
    expect(page.text).toMatch(/Give the key a name\..*Choose at least one permission\./);
  });

  it("speaks for the organization only where keys are managed", async () => {
    const admin = await org.member("admin");
    const me = await openPage(admin);
    await me.submit(create, { name: "Server", holder: "organization" });
    const key = shownKey(me);
    await api.pool.query("delete from membership where user_id = $1", [admin.userId]);
    expect((await org.call("list_projects", {}, key)).status).toBe(200);
    const member = await openPage(await org.member("member"));
    expect(member.page.html).not.toContain('value="organization"');
    expect((await member.submit(create, { name: "Server", holder: "organization" })).status).toBe(403);
  });

  it("is revoked with effect on the next call, in the person's name", async () => {
    const member = await org.member("member");
    const me = await openPage(member);
    await me.submit(create, { name: "Short-lived" });
    const key = shownKey(me);
    await me.visit("/settings/api-keys");
    const [, id = ""] = /Short-lived[\s\S]*?name="key" value="([^"]+)"/.exec(me.page.html) ?? [];
    const { text } = await me.submit("/settings/api-keys/revoke", { key: id });
    expect([text.includes("The key is revoked."), text.includes("Short-lived")]).toEqual([true, false]);
    expect((await org.call("list_projects", {}, key)).status).toBe(401);
    expect(await event()).toMatchObject({ action: "revoke_key", via: "page", user_id: member.userId, record_id: id });
  });
});

describe("the keys of others", () => {
  it("that speak for the organization are shown to their maker, who can't revoke them without keys:manage", async () => {
    const maker = await org.member("admin");
    const me = await openPage(maker);
    await me.submit(create, { name: "Server", holder: "organization" });
    const key = shownKey(me);
    await api.pool.query("update membership set role = 'member' where user_id = $1", [maker.userId]);
    await me.visit("/settings/api-keys");
    expect(me.page.text).toContain(`made by ${maker.name}`);
    const { rows } = await api.pool.query("select id from api_key where created_by = $1 and name = 'Server'", [
      maker.userId,
    ]);
    expect((await me.submit("/settings/api-keys/revoke", { key: rows[0].id })).status).toBe(404);
    expect((await org.call("list_projects", {}, key)).status).toBe(200);
  });

  it("are shown and revoked with keys:manage, and else hidden", async () => {
    const other = await org.member("member");
    const admin = await openPage(await org.member("admin"));
    const { rows } = await api.pool.query("select id from api_key where user_id = $1", [other.userId]);
    expect(admin.page.text).toContain(other.name);
    const member = await openPage(await org.member("member"));
    expect(member.page.text).not.toContain(other.name);
    // The last form of the page: the first are the head bar's.
    const form_token = [...member.page.html.matchAll(/name="form_token" value="([^"]+)"/g)].at(-1)?.[1] ?? "";
    expect((await member.post("/settings/api-keys/revoke", { key: rows[0].id, form_token })).status).toBe(404);
    await admin.submit("/settings/api-keys/revoke", { key: rows[0].id });
    expect((await org.call("list_projects", {}, other.key)).status).toBe(401);
  });

  it("of another organization are not found", async () => {
    const foreign = await (await organization(api)).member("member");
    const owner = await openPage(await org.member("owner"));
    const { rows } = await api.pool.query("select id from api_key where user_id = $1", [foreign.userId]);
    expect((await owner.submit("/settings/api-keys/revoke", { key: rows[0].id })).status).toBe(404);
    expect((await org.call("list_projects", {}, foreign.key)).status).toBe(200);
  });

  it("stay with the organization that is looked at", async () => {
    const member = await org.member("admin");
    const second = await organization(api, "Secondo Studio");
    await createUser(api.app.database, { organizationId: second.organizationId, email: member.email, role: "admin" });
    const me = await openPage(member);
    await me.submit("/settings/organization", { organization: second.organizationId });
    await me.submit(create, { name: "Of the second" });
    const key = shownKey(me);
    const contact = await second.ok("create_contact", { name: "C" });
    expect((await second.call("get_contact", { contactId: contact.id }, key)).status).toBe(200);
  });
});
