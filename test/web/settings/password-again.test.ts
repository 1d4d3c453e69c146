import { describe, expect, it } from "@jest/globals";
import { startApi } from "../../support/caller.js";
import { organization } from "../../support/factories.js";
import { forAllTests, forEachTest } from "../../support/for-tests.js";
import { factoryPassword, signedIn, type Visitor } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forEachTest(() => organization(api));
const owner = forEachTest(() => org.member("owner"));

/** A browser in which somebody signed in so long ago. */
async function signedInBefore(interval: string, page: string, language = "en"): Promise<Visitor> {
  const me = await signedIn(api, owner, language);
  await api.pool.query("update web_session set created_at = now() - $1::interval where user_id = $2", [
    interval,
    owner.userId,
  ]);
  await me.visit(page);
  return me;
}
const create = "/settings/api-keys/create";
const typed = {
  name: 'Export "1" & 2',
  scope: "chosen",
  permission: ["projects:view", "tasks:view"],
  until: "2099-06-30",
};
const keyMade = async () =>
  (
    await api.pool.query("select permissions, expires_at from api_key where organization_id = $1 and name = $2", [
      org.organizationId,
      typed.name,
    ])
  ).rows;

describe("a form that takes a password of the last quarter of an hour", () => {
  it("asks for it, and goes on with all that was typed", async () => {
    const me = await signedInBefore("16 minutes", "/settings/api-keys");
    await me.submit(create, typed);
    expect([me.page.status, me.page.text]).toEqual([200, expect.stringContaining("Your password, once more")]);
    expect(await keyMade()).toEqual([]);
    await me.submit(create, { permission: typed.permission, "proof-password": factoryPassword }, "proof-password");
    expect(me.page.text).toContain("Your new key");
    expect(await keyMade()).toEqual([
      { permissions: ["projects:view", "tasks:view"], expires_at: new Date("2099-06-30T22:00:00Z") },
    ]);
    await me.visit("/settings/members");
    const other = await org.member("viewer");
    expect((await me.submit("/settings/members/role", { member: other.userId, role: "member" })).text).toContain(
      "The role is changed.",
    );
  });

  it("keeps everything, and says in the reader's language that the password is wrong", async () => {
    const me = await signedInBefore("1 day", "/settings/api-keys", "it");
    await me.submit(create, typed);
    expect(me.page.html.match(/name="permission" value="(projects|tasks):view"/g)).toHaveLength(2);
    const page = await me.submit(create, { "proof-password": "non è questa" }, "proof-password");
    expect([page.status, page.text]).toEqual([422, expect.stringContaining("Non è la tua password.")]);
    expect(page.html).toContain('name="name" value="Export &quot;1&quot; &amp; 2"');
    expect(page.html).not.toContain("non è questa");
    expect(await keyMade()).toEqual([]);
  });

  it.each([
    ["role", () => ({ member: owner.userId, role: "owner" })],
    ["invite", () => ({ email: "nuova@altrove.test", role: "viewer" })],
  ])("is that of members: %s", async (form, fields) => {
    const me = await signedInBefore("16 minutes", "/settings/members");
    expect((await me.submit(`/settings/members/${form}`, fields())).html).toContain('id="proof-password"');
  });

  it("lets a session pass that has just begun", async () => {
    const me = await signedInBefore("14 minutes", "/settings/api-keys");
    expect((await me.submit(create, typed)).text).toContain("Your new key");
  });
});
